#pragma once
// A single case of `xdnasim place-study`.

#include <cstdint>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "cli/place_study/place_study.hpp"
#include "workloads/netlist/netlist.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::cli {

/// Places, routes and runs one netlist.
[[nodiscard]] PlaceCase run_case(const PlaceStudyOptions& options, const std::string& netlist,
                                 const Contestant& contestant, std::uint64_t seed);

/// The solution in `found` that `place` would write, or the first one if all get stuck and `place`
/// would write none.
[[nodiscard]] placement::Solution solution_of_case(const netlist::Netlist& netlist,
                                                   const std::vector<placement::Solution>& found,
                                                   const arch::Device& device);

// Conversion between a case and one line of JSON.

[[nodiscard]] nlohmann::ordered_json case_json(const PlaceCase& found);
/// Reads a line that case_json() wrote. Throws InputError or nlohmann's exceptions for other text.
[[nodiscard]] PlaceCase case_of(const std::string& line);

}  // namespace xdnasim::cli
