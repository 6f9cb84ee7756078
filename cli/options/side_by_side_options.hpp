#pragma once
// `--jobs` and `--keep` of the commands that run many simulations side by side.

#include <algorithm>
#include <optional>
#include <string>
#include <thread>

#include <CLI/CLI.hpp>

#include "cli/file_roles.hpp"

namespace xdnasim::cli {

class SideBySideOptions {
 public:
    /// `what` is run at a time: "Rows". `only_with`: what --keep asks for.
    void add_to(CLI::App& command, const char* what, const char* only_with = "");

    [[nodiscard]] unsigned processes() const { return jobs_; }
    /// What is run needs the machine's NPU, so that only one is run at a time. Throws InputError
    /// when more were asked for.
    void run_one_at_a_time();
    [[nodiscard]] const std::optional<std::string>& kept() const { return keep_; }  ///< path
    void add_outputs(FileRoles& files) const;
    /// From now on an interruption says that what is done is kept, when it is.
    void keep_through_interruptions() const;

 private:
    unsigned jobs_ = std::max(std::thread::hardware_concurrency(), 1U);
    const CLI::Option* jobs_option_ = nullptr;
    std::optional<std::string> keep_;
};

}  // namespace xdnasim::cli
