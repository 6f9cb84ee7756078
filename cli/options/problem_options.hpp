#pragma once
// The argument PROBLEM, which is a file or - for standard input; `--set KEY=VALUE`, which sets
// values of the problem file; and the problem that is read from them.

#include <string>
#include <string_view>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/node.hpp"
#include "cli/file_roles.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {

/// The value of the argument PROBLEM that means standard input.
inline constexpr const char* kStandardInput = "-";

void add_problem_argument(
    CLI::App& command, std::string& problem,
    const std::string& what = "Problem file (YAML), design (MLIR) or placed netlist (JSON)");

/// A check for CLI11: empty if `text` is KEY=VALUE, else a message.
[[nodiscard]] std::string check_setting(const std::string& text);

/// Adds the option --set. `settings`: where parsing stores its values, each KEY=VALUE.
void add_settings_option(CLI::App& command, std::vector<std::string>& settings);

/// Converts texts KEY=VALUE from add_settings_option() to settings of a problem.
[[nodiscard]] std::vector<problem::Setting> settings_of(const std::vector<std::string>& settings);

/// Throws InputError if the file `problem`, whose content is `root`, looks like another kind of
/// file of the project, such as a study.
void refuse_other_files(const base::Node& root, const std::string& problem);

/// Reads the problem file `problem` with `settings`. If it has a section `placement`, shows the
/// progress of the search for a placement. Throws InputError.
[[nodiscard]] problem::Problem load_problem(const std::string& problem,
                                            const std::vector<problem::Setting>& settings);
[[nodiscard]] problem::Problem load_problem(const std::string& problem,
                                            const std::vector<std::string>& settings);
/// As load_problem(), but without the keys `left_out` of the section `gemm`, unless the problem
/// cannot be read without them.
[[nodiscard]] problem::Problem load_open_problem(const std::string& problem,
                                                 const std::vector<std::string>& settings,
                                                 const std::vector<std::string>& left_out);

/// Throws InputError if the problem has a section `placement`: `command` supports only the
/// placement by the workload's own rules.
void require_own_placement(const problem::Problem& problem, std::string_view command);

/// The problem file with a device that can be found from any folder: by the name of a known device,
/// or by an absolute path.
[[nodiscard]] base::Node found_anywhere(const problem::Problem& problem);

/// Adds to `files` everything that load_problem() has read. `argument`: the argument PROBLEM.
void add_inputs(FileRoles& files, const std::string& argument, const problem::Problem& problem);

/// Adds to `files` the outputs of the workload, which a run writes only if it moves data. Throws
/// InputError if one of them is among `files` already, or cannot be written and `moves_data`.
void add_outputs(FileRoles& files, const problem::Problem& problem, bool moves_data);

}  // namespace xdnasim::cli
