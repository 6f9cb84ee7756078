#pragma once
// `xdnasim compare`: the same problem on several backends, side by side.

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "cli/backend_choice.hpp"
#include "cli/run_comparison.hpp"
#include "cli/verification_options.hpp"

namespace xdnasim::cli {

class CompareCommand {
 public:
    explicit CompareCommand(CLI::App& app);

    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] base::ExitCode run() const;

 private:
    void require_outputs() const;
    [[nodiscard]] RunComparison compared() const;
    void report(const RunComparison& comparison) const;

    CLI::App* command_;
    std::string problem_;
    std::vector<std::string> settings_;
    std::vector<std::string> backends_;
    BackendOptions backend_options_;
    VerificationOptions verification_;
    std::string tolerance_ = "15";     ///< percent
    std::optional<std::string> json_;  ///< path, or "-"
    std::optional<std::string> html_;  ///< folder
};

}  // namespace xdnasim::cli
