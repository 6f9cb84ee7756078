#pragma once
// `xdnasim trace compare`: a measured recording against a simulated one.

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "traces/comparison/comparison.hpp"
#include "traces/comparison/windows.hpp"

namespace xdnasim::cli {

class TraceCompareCommand {
 public:
    /// Adds itself to `trace`.
    explicit TraceCompareCommand(CLI::App& trace);

    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] base::ExitCode run() const;

 private:
    void add_inputs();
    void add_outputs();
    void add_tolerances();
    void require_outputs() const;
    [[nodiscard]] std::vector<comparison::Window> own_windows(
        const comparison::Recorded& measured) const;
    void write(const comparison::Comparison& comparison, const std::string& json) const;

    CLI::App* command_;
    std::string measured_;
    std::string simulated_;
    std::optional<std::string> config_;
    std::optional<std::string> simulated_config_;
    std::string align_ = "first-event";
    comparison::Tolerances tolerances_;
    std::optional<std::string> json_;  ///< path, or "-"
    std::optional<std::string> html_;  ///< folder
    std::vector<std::string> windows_;
};

}  // namespace xdnasim::cli
