#pragma once
// Objects that are known by where they stand in a list.

#include <cstddef>
#include <vector>

namespace xdnasim::schedule {

/// Object number `index` of `list`; null when there is none.
template <class Object>
[[nodiscard]] const Object* numbered(const std::vector<Object>& list, int index) {
    const auto position = static_cast<std::size_t>(index);
    return index >= 0 && position < list.size() ? &list[position] : nullptr;
}

}  // namespace xdnasim::schedule
