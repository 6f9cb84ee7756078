#pragma once
// What a core reports when it goes on to another round of a loop.

#include <cstdint>

namespace xdnasim::sim {

/// The kind of round that a core goes on to.
enum class Round : std::uint8_t {
    Outermost,  ///< a round of a loop that no other loop contains
    Eighth,     ///< one of about eight rounds of an inner loop, evenly spaced
    Other       ///< any other round of an inner loop
};

}  // namespace xdnasim::sim
