#pragma once
// `xdnasim place problem.yaml`: moves the workload of a problem file to other tiles than those of
// its own rules, and compares the run times.

#include <optional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "cli/place/place_search.hpp"

namespace xdnasim::cli {

struct ProblemRequest {
    std::string file;
    PlaceQuestion question;
    std::vector<std::string> settings;  ///< KEY=VALUE for the problem
    std::optional<std::string> output;  ///< path, or "-" for standard output
    std::optional<std::string> svg;
    bool verify = false;
};

/// Moves the workload to other tiles, runs it before and after, writes the requested files, and
/// prints a report. The problem file that it writes has a section `placement`, which repeats the
/// search and finds the same placement; therefore an interruption ends the search early only if no
/// problem file is written. Throws InputError if the problem cannot be placed in this way, and
/// Error (CheckFailed) if no legal placement was found or the data are wrong.
base::ExitCode place_problem(const ProblemRequest& request);

}  // namespace xdnasim::cli
