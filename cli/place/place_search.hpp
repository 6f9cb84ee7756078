#pragma once
// The search for a placement with the options of the command line.

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/placement/placer.hpp"
#include "workloads/placement/search.hpp"
#include "workloads/placement/solution_file.hpp"

namespace xdnasim::cli {

struct PlaceQuestion {
    placement::Method method{};
    placement::RouterKind router{};
    placement::StreamMode streams{};
    std::uint64_t seed = 0;
    std::int64_t max_moves = 0;
    std::optional<double> seconds{};          ///< time limit of the search
    std::optional<double> program_seconds{};  ///< time limit of each integer program
    bool may_end_early = true;  ///< an interruption ends the search with the best result so far
    std::optional<placement::Placement> present{};  ///< see placement::SearchOptions
    /// See placement::SearchOptions.
    std::function<std::optional<placement::Doubt>(const placement::Solution&)> doubts =
        [](const placement::Solution&) { return std::nullopt; };
};

/// Throws InputError if the method or the router solves integer programs, which do not support
/// cores that must stay together.
void require_tying(const PlaceQuestion& question);

struct Found {
    std::vector<placement::Solution> solutions;  ///< at least one; see placement::Search::found()
    placement::Finding finding;
};

/// Searches for a placement and shows the progress. Throws Error (CheckFailed) if no legal
/// placement was found.
[[nodiscard]] Found find_placement(const PlaceQuestion& question, const netlist::Netlist& netlist,
                                   const placement::Array& array);

}  // namespace xdnasim::cli
