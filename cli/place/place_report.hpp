#pragma once
// What `xdnasim place` tells people.

#include <string>

#include "workloads/placement/placement.hpp"
#include "workloads/placement/search.hpp"
#include "workloads/placement/solution_file.hpp"

namespace xdnasim::cli {

/// As results have it: "done", "moves", "budget" or "interrupted".
[[nodiscard]] std::string ended_text(placement::Ending ending, bool interrupted);

/// "cost 30.1, temperature 1.25, moves", of a line that shows how far a search is.
[[nodiscard]] std::string progress_name(const placement::Progress& progress);

/// Why there is no result.
[[nodiscard]] std::string failure_text(const placement::Search& search,
                                       const placement::Finding& finding);

/// How a solution was found: a line.
[[nodiscard]] std::string method_line(const placement::Finding& finding);

/// What is placed, where, and what it costs.
[[nodiscard]] std::string solution_lines(const netlist::Netlist& netlist,
                                         const placement::Array& array,
                                         const placement::Solution& solution);

}  // namespace xdnasim::cli
