#pragma once
// The methods that respect ties between cores, which must lie beside each other (netlist::Tie).

#include <algorithm>
#include <array>

#include "workloads/placement/placer.hpp"

namespace xdnasim::placement {

/// All methods except those that solve integer programs.
inline constexpr auto kTyingMethods = [] {
    constexpr auto kTies = [](Method method) { return !solves_programs(method); };
    std::array<Method, std::ranges::count_if(kMethods, kTies)> methods{};
    std::ranges::copy_if(kMethods, methods.begin(), kTies);
    return methods;
}();

}  // namespace xdnasim::placement
