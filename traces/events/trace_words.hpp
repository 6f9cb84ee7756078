#pragma once
// What the trace units of a run wrote, as the host finds it: simulated, measured or recorded.

#include <cstdint>
#include <vector>

#include "arch/units.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::events {

/// The words of each channel, one behind the other.
struct TraceWords {
    std::vector<std::uint32_t> words;
    bool buffer_full = false;  ///< there were more
    /// A unit that overran, as far as that is known.
    struct Overrun {
        words::Unit unit;
        arch::Cycles lost{};  ///< in which it watched nothing
    };
    std::vector<Overrun> overruns;
};

}  // namespace xdnasim::events
