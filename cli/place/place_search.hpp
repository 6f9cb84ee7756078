#pragma once
// A search for a placement, as the command line asks for it.

#include <cstdint>
#include <optional>

#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/placement/placer.hpp"
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
    std::optional<placement::Placement> present{};
};

struct Found {
    placement::Solution solution;
    placement::Finding finding;
};

/// Shows how far it is. Ends early when the process is interrupted. Throws Error (CheckFailed)
/// where nothing legal was found.
[[nodiscard]] Found find_placement(const PlaceQuestion& question, const netlist::Netlist& netlist,
                                   const placement::Array& array);

}  // namespace xdnasim::cli
