#pragma once
// Options for designs of mlir-aie: shorthands for settings that a problem file could hold.

#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/file_roles.hpp"
#include "cli/options/design_choice.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {

class DesignOptions {
 public:
    void add_to(CLI::App& command);

    /// The settings of these options, followed by `settings`, those of `--set`. Throws InputError
    /// if both set the same key.
    [[nodiscard]] std::vector<problem::Setting> with(
        const std::vector<std::string>& settings) const;

    /// Adds to `files` the inputs that these options name.
    void add_inputs(FileRoles& files) const;
    /// Whether the options ask for a run that moves data.
    [[nodiscard]] bool move_data() const {
        return !inputs_.empty() || !outputs_.empty() || !expected_.empty();
    }

    /// Throws InputError if one of these options asks to write a file and run nothing, and an
    /// option that asks for a run was given too. `given`: the latter options, each with whether it
    /// was given.
    void require_run_for(std::initializer_list<std::pair<const char*, bool>> given) const;
    /// Writes the files of --kernels-template, --ports-template and --lowered, and returns whether
    /// one of these options was given, in which case nothing is run. `files`: files that must not
    /// be overwritten. Throws InputError if `problem` is not a design.
    [[nodiscard]] bool write_templates(const problem::Problem& problem, FileRoles files) const;

 private:
    void add_what_runs(CLI::App& command);
    void add_data(CLI::App& command);
    /// Adds the options that write a file and run nothing.
    void add_what_is_written(CLI::App& command);
    /// Name of an option that was given and writes a file in place of a run; nullptr if there is
    /// none.
    [[nodiscard]] const char* template_option() const;

    std::optional<std::string> device_;
    DesignChoice choice_;
    std::optional<std::string> instructions_;
    std::optional<std::string> template_;
    std::optional<std::string> ports_template_;
    std::optional<std::string> lowered_;
    std::vector<std::string> inputs_;    ///< each ARGUMENT=FILE
    std::vector<std::string> outputs_;   ///< each ARGUMENT=FILE
    std::vector<std::string> expected_;  ///< each ARGUMENT=FILE
};

}  // namespace xdnasim::cli
