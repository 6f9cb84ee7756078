#pragma once
// The bottleneck of a run, the figures that support it, and their text, which is the same for all
// backends.

#include <cstdint>
#include <string>
#include <vector>

#include "workloads/schedule/limit.hpp"

namespace xdnasim::backends {

/// What the share in a Figure means; `part` is Figure::part.
enum class Finding : std::uint8_t {
    KernelTime,        ///< kernels take this share of the cores' time
    WaitForOutput,     ///< the cores wait this share of their time for `part`, an output, to leave
    WaitForInput,      ///< the cores wait this share of their time for `part`, their inputs
    WaitForLocks,      ///< the cores wait this share for locks that may guard inputs or outputs
    OutputWait,        ///< as WaitForOutput, when it is the only figure of the cores' time
    DramHoldsBack,     ///< DRAM or fabric limit the shim channels for this share of the time
    StreamMoves,       ///< stream `part` moves data for this share of the time
    ShimChannelMoves,  ///< the shim channel of stream `part` moves data for this share of the time
    CommandsTake,      ///< the command processor works for this share of the time
    NothingBinds,      ///< the busiest shim channel moves data for only this share of the time
    NoPortBinds,  ///< the busiest port to the PL or shim channel moves data for only this share
    TermTakes,    ///< share of `part`, the longest term of the closed forms
    NextTerm,     ///< share of `part`, the second-longest term of the closed forms
    StartAndEnd   ///< share of prologue and epilogue of the closed forms
};

struct Figure {
    Finding finding{};
    double share = 0;    ///< share of the run's time, or of the cores' time: see `finding`
    std::string part{};  ///< name of a stream, operand or term; empty: `finding` needs none
};

struct Bottleneck {
    /// The limit that saves most time when it is relaxed (workloads/schedule/relaxation.hpp).
    schedule::Limit limit{};
    double gain = 0;                ///< share of the array's time that relaxing `limit` saves
    std::vector<Figure> figures{};  ///< in the order of the text
};

/// Returns the name of the limit: "compute".
[[nodiscard]] std::string name_of(const Bottleneck& bottleneck);
/// Returns the figures and the gain in words: "stream A0 L3-L2 moves data 85.1 % of the time;
/// streams twice as wide would save 12.3 % of the array's time". Without a gain, only the figures.
[[nodiscard]] std::string why(const Bottleneck& bottleneck);

}  // namespace xdnasim::backends
