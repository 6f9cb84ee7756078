#pragma once
// Nodes, slots, units and cycles are counted in int: they are subtracted, and -1 is none of them.

#include <cstddef>

namespace xdnasim::vliw {

/// The element of a container at an index that is not negative.
template <typename Container>
[[nodiscard]] constexpr decltype(auto) at(Container& container, int index) {
    return container[static_cast<std::size_t>(index)];
}

}  // namespace xdnasim::vliw
