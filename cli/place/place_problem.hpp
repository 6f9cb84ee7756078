#pragma once
// `xdnasim place problem.yaml`: the workload of a problem file on other tiles than its own rules
// give it, and how long it takes there.

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/place/place_search.hpp"

namespace xdnasim::cli {

struct ProblemRequest {
    std::string file;
    PlaceQuestion question;
    std::vector<std::string> settings;  ///< KEY=VALUE of the problem
    std::optional<std::string> output;  ///< path, or "-"
    std::optional<std::string> svg;
    bool verify = false;
};

/// Places the workload anew, runs it before and after, writes the problem file with a section
/// `placement` that finds the same again, and reports. An interruption ends the search early where
/// nothing is written. Throws InputError for a problem that cannot
/// be placed so, Error (CheckFailed) where nothing legal was found or the data are wrong.
base::ExitCode place_problem(const ProblemRequest& request);

}  // namespace xdnasim::cli
