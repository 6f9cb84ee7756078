#pragma once
// What a core tells of where it is in its loops.

#include <cstdint>

namespace xdnasim::sim {

/// Which round of a loop a core goes on to.
enum class Round : std::uint8_t {
    Outermost,  ///< there is no loop around it
    Eighth,     ///< one of some eight of each loop
    Other
};

}  // namespace xdnasim::sim
