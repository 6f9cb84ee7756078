#pragma once
// Options for designs of mlir-aie: short ways of settings that a problem file would hold.

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "cli/file_roles.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {

class DesignOptions {
 public:
    void add_to(CLI::App& command);

    /// `settings`, those of `--set`, behind those of these options.
    [[nodiscard]] std::vector<std::string> with(const std::vector<std::string>& settings) const;

    /// Tells `files` what these options name to be read.
    void add_inputs(FileRoles& files) const;

    /// Writes the file of --kernels-template, which is none of `files`; true: that is all that was
    /// asked for. Throws InputError when `problem` is not a design.
    [[nodiscard]] bool write_template(const problem::Problem& problem, FileRoles files) const;

 private:
    std::optional<std::string> device_;
    std::optional<std::string> kernels_;
    std::optional<std::string> instructions_;
    std::optional<std::string> aie_device_;
    std::optional<std::string> template_;
};

}  // namespace xdnasim::cli
