#pragma once
// Compile-time checks that lists of enumerators are complete: a new enumerator fails to compile
// until it has been added to every list.

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace xdnasim::base {

/// Is the value an enumerator of its enumeration? In names of functions, GCC and Clang write
/// "Limit::Dram" for an enumerator and "(Limit)9" for any other value.
template <auto kValue>
[[nodiscard]] consteval bool is_enumerator() {
    static_assert(std::is_enum_v<decltype(kValue)>);
    const std::string_view name = __PRETTY_FUNCTION__;  // "... [with auto kValue = Limit::Dram]"
    const char first = name[name.find_last_of(":)") + 1];
    return first != '-' && (first < '0' || first > '9');
}

/// Does the array `kList` contain every enumerator of its type exactly once? Precondition: the
/// values of the enumerators are 0, 1, 2 and so on.
template <const auto& kList>
[[nodiscard]] consteval bool lists_all() {
    using Enum = typename std::remove_cvref_t<decltype(kList)>::value_type;
    for (std::size_t value = 0; value < kList.size(); ++value)
        if (std::ranges::count(kList, static_cast<Enum>(value)) != 1) return false;
    return !is_enumerator<static_cast<Enum>(kList.size())>();
}

}  // namespace xdnasim::base
