#pragma once
// The options `--scheduler` and `--points` of commands whose simulations a Dask cluster can run.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

class ClusterOptions {
 public:
    /// `what`: what the cluster runs, such as "points", for the help.
    void add_to(CLI::App& command, const char* what);
    /// Forbids --points together with the options `results`, because --points only prints lines.
    void exclude(CLI::App& command, std::initializer_list<const char*> results);

    /// The scheduler's address; nullopt to run on this machine.
    [[nodiscard]] const std::optional<std::string>& scheduler() const { return scheduler_; }
    /// Whether --points asks for the lines of some points in place of the command's results.
    [[nodiscard]] bool asks_for_points() const { return !points_.empty(); }
    /// The numbers given with --points, at least 0. Throws InputError if one is not such a number.
    [[nodiscard]] std::vector<std::int64_t> points() const;

 private:
    std::optional<std::string> scheduler_;
    std::vector<std::string> points_;
    CLI::Option* points_option_ = nullptr;
};

}  // namespace xdnasim::cli
