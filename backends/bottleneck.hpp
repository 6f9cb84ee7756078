#pragma once
// What held a run back most, with the figures that say so; made text in one place, whatever backend
// found it.

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/schedule/limit.hpp"

namespace xdnasim::backends {

/// What a figure of a bottleneck says of the run's time.
enum class Finding : std::uint8_t {
    KernelTime,        ///< kernels take this share of the cores' time
    WaitForOutput,     ///< the cores wait so long for their output (`part`) to leave, among others
    WaitForInput,      ///< the cores wait so long for their inputs
    WaitForLocks,      ///< the cores wait so long for locks that may count either
    OutputWait,        ///< as WaitForOutput, where the cores' time is not listed
    DramHoldsBack,     ///< DRAM or fabric hold the shim channels back
    StreamMoves,       ///< stream `part` moves data
    ShimChannelMoves,  ///< shim channel `part` moves data
    CommandsTake,      ///< the command processor is at work
    NothingBinds,      ///< no shim channel moves data more than this
    NoPortBinds,       ///< nor does a port to the programmable logic, which data comes from
    TermTakes,         ///< of closed forms: the longest term, `part`
    NextTerm,          ///< the one behind it
    StartAndEnd        ///< what comes on top of the longest
};

struct Figure {
    Finding finding{};
    double share = 0;    ///< of the run's time
    std::string part{};  ///< of the design that it is of
};

struct Bottleneck {
    /// The one that saves most when it is relaxed (workloads/schedule/relaxation.hpp).
    schedule::Limit limit{};
    double gain = 0;                ///< share of the run's time that this saves
    std::vector<Figure> figures{};  ///< in the order in which they are told
};

/// "compute"
[[nodiscard]] std::string name_of(const Bottleneck& bottleneck);
/// "stream A0 L3-L2 moves data 85.1 % of the time; streams twice as wide would save 12.3 %
/// of the array's time"
[[nodiscard]] std::string why(const Bottleneck& bottleneck);

}  // namespace xdnasim::backends
