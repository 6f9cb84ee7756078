#pragma once
// What held a run back most, with the figures that say so; made text in one place, whatever backend
// found it.

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/schedule/estimate.hpp"

namespace xdnasim::backends {

/// What a figure of a bottleneck says of the run's time.
enum class Finding : std::uint8_t {
    KernelTime,        ///< kernels take this share of the cores' time
    WaitForOutput,     ///< the cores wait so long for their output (`part`) to leave, among others
    WaitForInput,      ///< the cores wait so long for their inputs, among others
    WaitForLocks,      ///< the cores wait so long for locks that may count either
    LockOperations,    ///< the cores take this share for acquiring and releasing
    Idle,              ///< the cores are idle for this share
    OutputWait,        ///< the output leaves so slowly that cores wait this share
    LockWait,          ///< the cores wait this share for locks of which nobody says what they count
    InputWait,         ///< the cores wait this share for their inputs
    InputWaitUnbound,  ///< the cores wait this share for inputs, and no limit is reached for long
    DramHoldsBack,     ///< of that wait's run: DRAM or fabric hold the shim channels back
    StreamMoves,       ///< stream `part` moves data
    ShimChannelMoves,  ///< shim channel `part` moves data
    LatenciesAndStart,   ///< latencies, commands and the first tiles are most of the rest
    DramBindsTransfers,  ///< as DramHoldsBack, of a run without kernels
    ShimBindsTransfers,  ///< as ShimChannelMoves, of a run without kernels
    NothingBinds,        ///< no shim channel moves data more than this
    TermTakes,           ///< of closed forms: the longest term, `part`
    NextTerm,            ///< the one behind it
    StartAndEnd          ///< what comes on top of the longest
};

struct Figure {
    Finding finding{};
    double share = 0;    ///< of the run's time
    std::string part{};  ///< of the design that it is of
};

struct Bottleneck {
    schedule::Limit limit{};
    double share = 0;               ///< of the run's time, for which it says so
    std::string part{};             ///< of the design, when its name has one: "C" of "C drain"
    std::vector<Figure> figures{};  ///< in the order in which they are told
};

/// "C drain"
[[nodiscard]] std::string name_of(const Bottleneck& bottleneck);
/// "cores wait 12.3 % of the time for A and B; stream A0 moves data 85.1 % of it"
[[nodiscard]] std::string why(const Bottleneck& bottleneck);

}  // namespace xdnasim::backends
