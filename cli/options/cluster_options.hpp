#pragma once
// `--scheduler` and `--points` of the commands whose simulations a Dask cluster can run.

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace xdnasim::cli {

class ClusterOptions {
 public:
    /// `what` the cluster runs: "points".
    void add_to(CLI::App& command, const char* what);
    /// Options of the command that --points goes without, because it only prints lines.
    void exclude(CLI::App& command, std::initializer_list<const char*> results);

    /// Its address; nullopt: what is run is run here.
    [[nodiscard]] const std::optional<std::string>& scheduler() const { return scheduler_; }
    /// Are only some asked for, in place of the command's results?
    [[nodiscard]] bool asks_for_points() const { return !points_.empty(); }
    /// Numbers from 0 on. Throws InputError when one of them is none.
    [[nodiscard]] std::vector<std::int64_t> points() const;

 private:
    std::optional<std::string> scheduler_;
    std::vector<std::string> points_;
    CLI::Option* points_option_ = nullptr;
};

}  // namespace xdnasim::cli
