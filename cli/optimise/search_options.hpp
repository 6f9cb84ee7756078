#pragma once
// How `xdnasim optimise` searches, whatever it searches for.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "arch/device.hpp"
#include "base/enumerators.hpp"
#include "base/error.hpp"
#include "workloads/search/strategy.hpp"

namespace xdnasim::cli {

enum class StrategyName : std::uint8_t { Exhaustive, Taka };
inline constexpr std::array kStrategies{StrategyName::Exhaustive, StrategyName::Taka};
static_assert(base::lists_all<kStrategies>());
[[nodiscard]] std::string to_string(StrategyName strategy);  // "exhaustive"

/// How a search is done.
struct SearchOptions {
    StrategyName strategy{};
    search::Objective objective{};
    search::Constraints constraints{};
    std::size_t max_trials = 0;
    unsigned processes = 1;  ///< that simulate side by side
    /// Times are those of iterations without the start, where there are any.
    bool by_steady = false;
    std::function<bool()> may_go_on;
    /// The search has ended before it had a design: before an error names the limits of it.
    std::function<void()> on_no_design = [] {};
    /// Told what is being done, and how much of how much.
    std::function<void(const char* what, std::size_t done, std::size_t of)> on_progress;
};

/// Simulates designs side by side. `device` and `options` outlive it.
[[nodiscard]] search::Bench bench_of(const arch::Device& device, const SearchOptions& options,
                                     std::size_t max_trials);

/// Why a search with this bench has no trials.
[[nodiscard]] base::InputError nothing_found(const search::Bench& bench,
                                             const SearchOptions& options);

}  // namespace xdnasim::cli
