#pragma once
// The argument PROBLEM, a file or - for standard input; `--set KEY=VALUE`, values of a problem file
// from the command line; and the problem that they name.

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/node.hpp"
#include "cli/file_roles.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {

/// As the argument PROBLEM.
inline constexpr const char* kStandardInput = "-";

void add_problem_argument(
    CLI::App& command, std::string& problem,
    const std::string& what = "Problem file (YAML), design (MLIR) or placed netlist (JSON)");

/// A check of CLI11 for KEY=VALUE: an empty string means that it is right.
[[nodiscard]] std::string check_setting(const std::string& text);

/// Each of `settings` will be a KEY=VALUE.
void add_settings_option(CLI::App& command, std::vector<std::string>& settings);

/// Those of add_settings_option(), as the problem takes them.
[[nodiscard]] std::vector<problem::Setting> settings_of(const std::vector<std::string>& settings);

/// Shows how far the search of a section `placement` is. Throws InputError.
[[nodiscard]] problem::Problem load_problem(const std::string& problem,
                                            const std::vector<problem::Setting>& settings);
[[nodiscard]] problem::Problem load_problem(const std::string& problem,
                                            const std::vector<std::string>& settings);
/// `left_out`: keys of the section `gemm` that the file might as well not have. They stay where the
/// problem cannot be read without them.
[[nodiscard]] problem::Problem load_open_problem(const std::string& problem,
                                                 const std::vector<std::string>& settings,
                                                 const std::vector<std::string>& left_out);

/// Throws InputError for a problem that is not placed by its workload's own rules, which are all
/// that `command` knows.
void require_own_placement(const problem::Problem& problem, std::string_view command);

/// The problem file with a device that is found from any folder: by its name, or by the path from
/// the root.
[[nodiscard]] base::Node found_anywhere(const problem::Problem& problem);

/// Tells `files` what load_problem() has read.
void add_inputs(FileRoles& files, const std::string& argument, const problem::Problem& problem);

/// Tells `files` what the workload writes where data moves, whether or not this run `moves_data`.
/// Throws InputError when one of them is among `files`, or cannot be written by this run.
void add_outputs(FileRoles& files, const problem::Problem& problem, bool moves_data);

}  // namespace xdnasim::cli
