#pragma once
// The words that the trace units of a run wrote, as the host finds them: simulated, measured or
// recorded.

#include <cstdint>
#include <vector>

#include "arch/units.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::events {

/// The words of all shim channels, one channel after the other.
struct TraceWords {
    std::vector<std::uint32_t> words;
    bool buffer_full = false;  ///< whether there were more words than fit
    /// A unit that overran, as far as that is known.
    struct Overrun {
        words::Unit unit;
        arch::Cycles lost{};  ///< cycles whose events it lost
    };
    std::vector<Overrun> overruns;
};

}  // namespace xdnasim::events
