// `xdnasim compare`: the same problem on several backends, side by side.

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/error.hpp"
#include "base/node.hpp"
#include "cli/commands.hpp"
#include "cli/compare/run_comparison.hpp"
#include "cli/file_roles.hpp"
#include "cli/options/backend_options.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/page_option.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/options/result_option.hpp"
#include "cli/options/verification_options.hpp"
#include "cli/output.hpp"
#include "cli/progress_line.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {
namespace {

class CompareCommand {
 public:
    explicit CompareCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    /// Throws InputError for results that overwrite another file or cannot be written.
    /// Precondition: their folders exist.
    void require_outputs(const problem::Problem& problem) const;
    [[nodiscard]] RunComparison compared(const problem::Problem& problem) const;
    void report(const RunComparison& comparison) const;

    CLI::App* command_;
    std::string problem_;
    std::vector<std::string> settings_;
    std::vector<std::string> backends_;
    BackendOptions backend_options_;
    VerificationOptions verification_;
    std::string tolerance_ = "15";  ///< percent
    ResultOption json_{"--json"};
    PageOption html_;
};

constexpr std::size_t kMinBackends = 2;
constexpr double kMaxPercent = 1000;

void require_several(const std::vector<std::string>& backends) {
    if (backends.size() < kMinBackends)
        throw base::InputError{fmt::format(
            "--backends: {} given. Name two or more, as in systemc,analytic", backends.size())};
    for (auto name = backends.begin(); name != backends.end(); ++name)
        if (std::find(backends.begin(), name, *name) != name)
            throw base::InputError{fmt::format("--backends: '{}' is given twice", *name)};
}

CompareCommand::CompareCommand(CLI::App& app)
    : command_{app.add_subcommand("compare", "Run a problem on several backends, side by side")} {
    add_problem_argument(*command_, problem_);
    add_settings_option(*command_, settings_);
    command_
        ->add_option("--backends", backends_, "Two or more backends; the first is the reference")
        ->required()
        ->delimiter(',')
        ->type_name("NAME,NAME")
        ->check(one_of(backend_names(), check_backend));
    backend_options_.add_to(*command_);
    verification_.add_to(*command_);
    command_
        ->add_option("--tolerance", tolerance_,
                     "Allowed difference from the first backend's time, in percent")
        ->type_name("N")
        ->capture_default_str();
    json_.add_to(*command_, "Write the comparison as JSON");
    html_.add_to(*command_);
}

base::ExitCode CompareCommand::run() const {
    require_several(backends_);
    backend_options_.require_taken_by(backends_);
    verification_.require_data(verification_.wanted());
    const problem::Problem problem = load_problem(problem_, settings_);
    const auto folder = html_.make_folder();
    require_outputs(problem);
    const RunComparison comparison = compared(problem);
    report(comparison);
    if (comparison.passed()) return base::ExitCode::Done;
    write_stderr(fmt::format("xdnasim: {}\n", failure_of(comparison)));
    return base::ExitCode::CheckFailed;
}

void CompareCommand::require_outputs(const problem::Problem& problem) const {
    FileRoles files;
    add_inputs(files, problem_, problem);
    backend_options_.add_inputs(files, backends_, problem_);
    add_outputs(files, problem, verification_.wanted());
    html_.add_role(files);
    json_.add_role(files);
}

RunComparison CompareCommand::compared(const problem::Problem& problem) const {
    const double tolerance =
        base::option_value("--tolerance", tolerance_).as_double(0, kMaxPercent) / 100;
    // Made before the first run, so that an unavailable backend is reported at once.
    std::vector<std::unique_ptr<backends::Backend>> backends;
    for (const std::string& name : backends_)
        backends.push_back(backend_options_.make(name, problem_));
    const schedule::Schedule schedule = problem::map_problem(problem);
    std::vector<backends::RunResult> runs;
    for (const auto& backend : backends) {
        ProgressLine line;
        runs.push_back(backend->run(
            schedule, problem.device,
            {.verify = verification_.wanted(),
             .reconfigure = problem.reconfigure,
             .seed = verification_.seed(),
             .on_progress = [&line](const auto& progress) { line.update(progress); }}));
    }
    RunComparison comparison = compare_runs(std::move(runs), tolerance, schedule, problem.device);
    comparison.problem = problem_ == "-" ? "standard input" : problem_;
    comparison.settings = settings_;
    return comparison;
}

void CompareCommand::report(const RunComparison& comparison) const {
    const std::string json = run_comparison_json(comparison);
    write_result(json_, json, run_comparison_report(comparison));
    html_.write("comparison_report.py", json);
}

}  // namespace

Command add_compare(CLI::App& app) {
    return make_command<CompareCommand>(app);
}

}  // namespace xdnasim::cli
