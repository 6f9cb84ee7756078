#pragma once
// A search for a placement, as the command line asks for it.

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
    std::optional<double> seconds{};          ///< in which it has to end
    std::optional<double> program_seconds{};  ///< of each integer program
    bool may_end_early = true;  ///< with the best so far, when the process is interrupted
    std::optional<placement::Placement> present{};
    /// See placement::SearchOptions.
    std::function<std::optional<placement::Doubt>(const placement::Solution&)> doubts =
        [](const placement::Solution&) { return std::nullopt; };
};

/// Throws InputError for methods and routers that know nothing of what has to lie together.
void require_tying(const PlaceQuestion& question);

struct Found {
    std::vector<placement::Solution> solutions;  ///< see placement::Search::found(); at least one
    placement::Finding finding;
};

/// Shows how far it is. Throws Error (CheckFailed)
/// where nothing legal was found.
[[nodiscard]] Found find_placement(const PlaceQuestion& question, const netlist::Netlist& netlist,
                                   const placement::Array& array);

}  // namespace xdnasim::cli
