#pragma once
// Takes the levels of a unit apart into the beginnings and ends of each event.

#include <bit>
#include <cstdint>

namespace xdnasim::recording {

/// Calls `ended(slot)` for the slots of `before` that are not in `after`, then `began(slot)` for
/// those that came, both in order of the slots: the order of mlir-aie's parser.
template <typename Ended, typename Began>
void for_each_change(std::uint8_t before, std::uint8_t after, Ended ended, Began began) {
    for (unsigned rest = before & ~unsigned{after}; rest != 0; rest &= rest - 1)
        ended(std::countr_zero(rest));
    for (unsigned rest = after & ~unsigned{before}; rest != 0; rest &= rest - 1)
        began(std::countr_zero(rest));
}

}  // namespace xdnasim::recording
