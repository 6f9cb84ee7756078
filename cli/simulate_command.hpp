#pragma once
// `xdnasim simulate`: runs a problem on a backend and reports.

#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "backends/backend.hpp"
#include "base/error.hpp"
#include "cli/backend_choice.hpp"
#include "cli/timeline_output.hpp"
#include "cli/verification_options.hpp"

namespace xdnasim::problem {
struct Problem;
}

namespace xdnasim::cli {

class SimulateCommand {
 public:
    explicit SimulateCommand(CLI::App& app);

    [[nodiscard]] bool chosen() const { return command_->parsed(); }
    [[nodiscard]] base::ExitCode run() const;

 private:
    [[nodiscard]] bool json_to_stdout() const { return json_ == "-"; }
    [[nodiscard]] backends::RunResult run_on(backends::Backend& backend,
                                             const schedule::Schedule& schedule,
                                             const problem::Problem& problem,
                                             std::vector<events::Listener*> listeners) const;
    void require_outputs() const;
    /// With a trace when one is to be written.
    [[nodiscard]] problem::Problem load() const;
    [[nodiscard]] std::string trace_text(const schedule::Schedule& schedule,
                                         const problem::Problem& problem,
                                         const backends::RunResult& result) const;
    void report(const std::string& summary, const backends::RunResult& result) const;

    CLI::App* command_;
    std::string problem_;
    std::vector<std::string> settings_;
    std::string backend_ = "systemc";
    std::optional<std::string> json_;  ///< path, or "-"
    std::optional<std::string> trace_;
    std::optional<std::string> record_;
    BackendOptions backend_options_;
    VerificationOptions verification_;
    TimelineOptions timeline_;
};

}  // namespace xdnasim::cli
