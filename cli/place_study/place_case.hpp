#pragma once
// One case of the study of place and route.

#include <string>

#include "cli/place_study/place_study.hpp"

namespace xdnasim::cli {

/// Places, routes and runs.
[[nodiscard]] PlaceCase run_case(const PlaceStudyOptions& options, const std::string& netlist,
                                 const Contestant& contestant, std::uint64_t seed);

// A case as one line of JSON, and back.

[[nodiscard]] nlohmann::ordered_json case_json(const PlaceCase& found);
/// Throws nlohmann's exceptions for what case_json() has not written.
[[nodiscard]] PlaceCase case_of(const std::string& line);

}  // namespace xdnasim::cli
