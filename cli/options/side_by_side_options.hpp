#pragma once
// The options `--jobs` and `--keep` of commands that run many simulations in parallel.

#include <algorithm>
#include <optional>
#include <string>
#include <thread>

#include <CLI/CLI.hpp>

#include "cli/file_roles.hpp"

namespace xdnasim::cli {

class SideBySideOptions {
 public:
    /// `what`: what is run in parallel, such as "Rows". `only_with`: a remark for the help on what
    /// --keep requires.
    void add_to(CLI::App& command, const char* what, const char* only_with = "");

    [[nodiscard]] unsigned processes() const { return jobs_; }
    /// Limits runs to one at a time, because they need the machine's NPU. Throws InputError if
    /// --jobs asks for more.
    void run_one_at_a_time();
    /// Path of the file of --keep.
    [[nodiscard]] const std::optional<std::string>& kept() const { return keep_; }
    void add_outputs(FileRoles& files) const;
    /// If --keep was given, makes later interruptions report that finished work is kept.
    void keep_through_interruptions() const;

 private:
    unsigned jobs_ = std::max(std::thread::hardware_concurrency(), 1U);
    const CLI::Option* jobs_option_ = nullptr;
    std::optional<std::string> keep_;
};

}  // namespace xdnasim::cli
