#pragma once
// Options of the searches of `xdnasim optimise`, for all workloads.

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

struct SearchOptions {
    StrategyName strategy{};
    search::Objective objective{};
    search::Constraints constraints{};
    std::size_t max_trials = 0;
    unsigned processes = 1;  ///< number of processes that simulate in parallel
    /// Compare times of the steady state, if the run has one, instead of times of whole runs.
    bool by_steady = false;
    std::function<bool()> may_go_on;
    /// Called if the search ended early without a design, before the error is made.
    std::function<void()> on_no_design = [] {};
    /// Called with a description of the present work, and how much of it is done.
    std::function<void(const char* what, std::size_t done, std::size_t of)> on_progress;
};

/// A bench that simulates designs in parallel. `device` and `options` must outlive it.
[[nodiscard]] search::Bench bench_of(const arch::Device& device, const SearchOptions& options,
                                     std::size_t max_trials);

/// The error that says why a search with this bench has no trials.
[[nodiscard]] base::InputError nothing_found(const search::Bench& bench,
                                             const SearchOptions& options);

}  // namespace xdnasim::cli
