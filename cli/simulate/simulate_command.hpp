#pragma once
// `xdnasim simulate`: runs a problem on a backend and reports.

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "backends/backend.hpp"
#include "base/error.hpp"
#include "cli/options/backend_options.hpp"
#include "cli/options/design_options.hpp"
#include "cli/options/result_option.hpp"
#include "cli/options/verification_options.hpp"
#include "cli/simulate/activation_files.hpp"
#include "cli/simulate/timeline_output.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {

class SimulateCommand {
 public:
    explicit SimulateCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    [[nodiscard]] bool moves_data() const {
        return verification_.wanted() || activations_.wanted() || design_.move_data();
    }
    [[nodiscard]] backends::RunResult run_on(backends::Backend& backend,
                                             const schedule::Schedule& schedule,
                                             const problem::Problem& problem,
                                             std::vector<events::Listener*> listeners) const;
    /// The parts one after the other; `schedule`: of the first.
    [[nodiscard]] backends::RunResult run_all(backends::Backend& backend,
                                              const schedule::Schedule& schedule,
                                              const problem::Problem& problem,
                                              const std::vector<problem::Problem>& parts,
                                              std::optional<TimelineOutput>& timeline) const;
    /// All files, and the summary. `begin`: of the command.
    void write_results(schedule::Schedule schedule, const problem::Problem& problem,
                       const backends::RunResult& result, std::optional<TimelineOutput>& timeline,
                       std::chrono::steady_clock::time_point begin) const;
    /// Throws InputError when an option that asks for a run stands beside one that ends the command
    /// before it, and for a seed of no data.
    void require_run() const;
    void require_nothing_exact() const;
    /// Throws InputError where the problem has a trace, which needs every event.
    void require_no_trace(const problem::Problem& problem) const;
    /// Once the folders for them exist.
    void require_outputs(const problem::Problem& problem) const;
    void require_taken_by(const backends::Backend& backend) const;
    /// What shows one configuration of the array does not show several.
    void require_taken_by(const std::vector<problem::Problem>& parts) const;
    /// Throws InputError when a trace is to be written and the run has none.
    void require_trace(const backends::RunResult& result) const;
    /// As a share.
    [[nodiscard]] std::optional<double> tolerance() const;
    /// With a trace when one is to be written.
    [[nodiscard]] problem::Problem load() const;
    [[nodiscard]] std::string trace_text(const schedule::Schedule& schedule,
                                         const problem::Problem& problem,
                                         const backends::RunResult& result) const;
    void report(const std::string& summary, const backends::RunResult& result) const;

    CLI::App* command_;
    std::string problem_;
    std::vector<std::string> settings_;
    std::string backend_ = backends::kSystemC;
    bool what_if_ = false;
    bool in_full_ = false;
    bool exact_check_ = false;
    std::optional<std::string> approximate_;  ///< percent
    ResultOption json_{"--json"};
    std::optional<std::string> trace_;
    std::optional<std::string> record_;
    std::optional<std::string> picture_;  ///< path
    BackendOptions backend_options_;
    VerificationOptions verification_;
    ActivationOptions activations_;
    TimelineOptions timeline_;
    DesignOptions design_;
};

}  // namespace xdnasim::cli
