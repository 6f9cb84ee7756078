#pragma once
// `xdnasim simulate`: runs a problem on a backend and reports the result.

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
    /// Runs the parts one after the other. `schedule`: that of the first part.
    [[nodiscard]] backends::RunResult run_all(backends::Backend& backend,
                                              const schedule::Schedule& schedule,
                                              const problem::Problem& problem,
                                              const std::vector<problem::Problem>& parts,
                                              std::optional<TimelineOutput>& timeline) const;
    /// Writes all files and the summary. `begin`: when the command started.
    void write_results(schedule::Schedule schedule, const problem::Problem& problem,
                       const backends::RunResult& result, std::optional<TimelineOutput>& timeline,
                       std::chrono::steady_clock::time_point begin) const;
    /// Throws InputError if an option that asks for a run is combined with one that writes a file
    /// and runs nothing, if --seed is given and no data moves, and as require_nothing_exact() does.
    void require_run() const;
    /// Throws InputError if --approximate is combined with an option that needs every event or
    /// exact figures.
    void require_nothing_exact() const;
    /// Throws InputError if --approximate is given and the problem has a trace, which needs every
    /// event.
    void require_no_trace(const problem::Problem& problem) const;
    /// Throws InputError for outputs that overwrite another file or cannot be written.
    /// Precondition: their folders exist.
    void require_outputs(const problem::Problem& problem) const;
    /// Throws InputError if an option needs what the backend does not support.
    void require_taken_by(const backends::Backend& backend) const;
    /// Throws InputError if there are several parts and an option or the backend supports only a
    /// single configuration of the array.
    void require_taken_by(const std::vector<problem::Problem>& parts) const;
    /// Throws InputError if --trace is given and the run has no trace.
    void require_trace(const backends::RunResult& result) const;
    /// The value of --approximate as a share; nullopt if it was not given.
    [[nodiscard]] std::optional<double> tolerance() const;
    /// Loads the problem. With --trace it has a trace.
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
    std::optional<std::string> approximate_;  ///< tolerance in percent
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
