#pragma once
// What a core tells of where it is in its loops.

#include <cstdint>

namespace xdnasim::sim {

/// Of a loop, to which a core goes on.
enum class Round : std::uint8_t {
    Outermost,  ///< there is no loop around it
    Eighth,     ///< one of some eight of each loop
    Other
};

}  // namespace xdnasim::sim
