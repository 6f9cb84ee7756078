#pragma once
// Options for designs of mlir-aie: short ways of settings that a problem file would hold.

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

    /// `settings`, those of `--set`, behind those of these options.
    [[nodiscard]] std::vector<problem::Setting> with(
        const std::vector<std::string>& settings) const;

    /// Tells `files` what these options name to be read.
    void add_inputs(FileRoles& files) const;
    /// Do they ask for a run that moves data?
    [[nodiscard]] bool move_data() const {
        return !inputs_.empty() || !outputs_.empty() || !expected_.empty();
    }

    /// Throws InputError when an option that asks for a run was `given`, beside one that ends the
    /// command before it.
    void require_run_for(std::initializer_list<std::pair<const char*, bool>> given) const;
    /// Writes the files of --kernels-template, --ports-template and --lowered, which are none of
    /// `files`; true: that is all that was asked for. Throws InputError when `problem` is not a
    /// design.
    [[nodiscard]] bool write_templates(const problem::Problem& problem, FileRoles files) const;

 private:
    void add_what_runs(CLI::App& command);
    void add_data(CLI::App& command);
    /// In place of a run.
    void add_what_is_written(CLI::App& command);
    /// Of those that write a file and run nothing, one that was given; nullptr: none was.
    [[nodiscard]] const char* template_option() const;

    std::optional<std::string> device_;
    DesignChoice choice_;
    std::optional<std::string> instructions_;
    std::optional<std::string> template_;
    std::optional<std::string> ports_template_;
    std::optional<std::string> lowered_;
    std::vector<std::string> inputs_;  ///< ARGUMENT=FILE, as those of the next two
    std::vector<std::string> outputs_;
    std::vector<std::string> expected_;
};

}  // namespace xdnasim::cli
