#pragma once
// One case of the study of place and route.

#include <cstdint>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "cli/place_study/place_study.hpp"
#include "workloads/netlist/netlist.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::cli {

/// Places, routes and runs.
[[nodiscard]] PlaceCase run_case(const PlaceStudyOptions& options, const std::string& netlist,
                                 const Contestant& contestant, std::uint64_t seed);

/// Of what a search has found, the solution that `place` would write; where it would write none,
/// since all get stuck, the first.
[[nodiscard]] placement::Solution solution_of_case(const netlist::Netlist& netlist,
                                                   const std::vector<placement::Solution>& found,
                                                   const arch::Device& device);

// A case as one line of JSON, and back.

[[nodiscard]] nlohmann::ordered_json case_json(const PlaceCase& found);
/// Throws nlohmann's exceptions, or InputError, for what case_json() has not written.
[[nodiscard]] PlaceCase case_of(const std::string& line);

}  // namespace xdnasim::cli
