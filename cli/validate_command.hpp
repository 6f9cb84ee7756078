#pragma once
// `xdnasim validate`: every measured row that the project knows, simulated and compared.

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "base/error.hpp"
#include "validation/regression.hpp"

namespace xdnasim::cli {

class ValidateCommand {
 public:
    explicit ValidateCommand(CLI::App& app);

    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] base::ExitCode run() const;

 private:
    void require_outputs() const;
    void report(const std::vector<validation::SuiteResult>& suites) const;
    void write_results(const std::vector<validation::SuiteResult>& suites) const;

    CLI::App* command_;
    std::optional<std::string> suite_;
    std::optional<std::string> json_;      ///< path, or "-"
    std::optional<std::string> html_;      ///< folder
    std::optional<std::string> markdown_;  ///< path, or "-"
};

}  // namespace xdnasim::cli
