#include "cli/simulate/simulate_command.hpp"

#include <optional>
#include <utility>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "backends/what_if.hpp"
#include "base/node.hpp"
#include "base/wall_time.hpp"
#include "cli/commands.hpp"
#include "cli/file_roles.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/output.hpp"
#include "cli/progress_line.hpp"
#include "cli/result_folder.hpp"
#include "cli/simulate/exact_check.hpp"
#include "cli/simulate/picture_output.hpp"
#include "cli/simulate/recording_output.hpp"
#include "cli/simulate/result_json.hpp"
#include "cli/simulate/run_parts.hpp"
#include "cli/simulate/summary.hpp"
#include "cli/simulate/trace_output.hpp"
#include "cli/text_layout.hpp"

namespace xdnasim::cli {
namespace {

arch::Bytes peak_memory() {
    constexpr std::int64_t kKibibyte = 1024;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return arch::Bytes{usage.ru_maxrss * kKibibyte};
}

/// Folders for the results of a run, created before the run begins.
class ResultFolders {
 public:
    ResultFolders(const std::optional<std::string>& record,
                  const std::optional<std::string>& activations) {
        if (record) record_.emplace("--record", *record);
        if (activations) activations_.emplace("--activations", *activations);
    }

 private:
    std::optional<ResultFolder> record_;
    std::optional<ResultFolder> activations_;
};

}  // namespace

SimulateCommand::SimulateCommand(CLI::App& app)
    : command_{app.add_subcommand("simulate", "Run a problem; report how long it takes and why")} {
    add_problem_argument(*command_, problem_);
    add_settings_option(*command_, settings_);
    design_.add_to(*command_);
    command_->add_option("--backend", backend_, "Backend to run the problem on")
        ->type_name("NAME")
        ->capture_default_str()
        ->check(one_of(backend_names(), check_backend));
    backend_options_.add_to(*command_);
    verification_.add_to(*command_);
    activations_.add_to(*command_);
    CLI::Option* const in_full =
        command_->add_flag("--in-full", in_full_, "Simulate repeats instead of skipping them");
    CLI::Option* const exact_check =
        command_
            ->add_flag("--exact-check", exact_check_,
                       "Run again without skipping repeats, and compare all figures")
            ->excludes(in_full);
    command_
        ->add_option("--approximate", approximate_,
                     "Also skip stretches that repeat to within PERCENT of their time: faster "
                     "where little repeats exactly, and the summary bounds the error")
        ->type_name("PERCENT")
        ->excludes(in_full)
        ->excludes(exact_check);
    command_->add_flag("--what-if", what_if_,
                       "Run again with each limit relaxed, and rank the savings");
    json_.add_to(*command_, "Write the result as JSON");
    command_
        ->add_option("--trace", trace_,
                     "Write the words of the NPU's trace units, and FILE.json, which decodes them")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    command_->add_option("--record", record_, "Write the run for --backend replay")
        ->type_name("DIR")
        ->check(of_kind(ValueKind::Folder));
    command_
        ->add_option("--picture", picture_,
                     "Draw the array with its streams: .svg, or .html for a page that also shows "
                     "the summary and where the time goes")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    timeline_.add_to(*command_);
}

base::ExitCode SimulateCommand::run() const {
    const auto begin = std::chrono::steady_clock::now();
    require_run();
    backend_options_.require_taken_by({&backend_, 1});
    const auto backend = backend_options_.make(backend_, problem_);
    require_taken_by(*backend);
    const problem::Problem problem = load();
    require_no_trace(problem);
    FileRoles inputs;
    design_.add_inputs(inputs);
    add_inputs(inputs, problem_, problem);
    if (design_.write_templates(problem, inputs)) return base::ExitCode::Done;
    activations_.require_taken_by(*problem.workload, *backend);
    const ResultFolders folders{record_, activations_.folder()};
    require_outputs(problem);

    const std::vector<problem::Problem> parts = parts_of(problem);
    require_taken_by(parts);
    schedule::Schedule schedule = problem::map_problem(parts.front());
    std::optional<TimelineOutput> timeline;
    if (timeline_.wanted()) timeline.emplace(timeline_, problem.device);
    backends::RunResult result = run_all(*backend, schedule, problem, parts, timeline);
    if (result.verification) activations_.finish(*problem.workload, *result.verification);
    require_trace(result);
    write_results(std::move(schedule), problem, result, timeline, begin);
    if (!result.verification || result.verification->passed) return base::ExitCode::Done;
    write_stderr(fmt::format("xdnasim: verification failed: {}\n", result.verification->message));
    return base::ExitCode::CheckFailed;
}

backends::RunResult SimulateCommand::run_all(backends::Backend& backend,
                                             const schedule::Schedule& schedule,
                                             const problem::Problem& problem,
                                             const std::vector<problem::Problem>& parts,
                                             std::optional<TimelineOutput>& timeline) const {
    if (parts.size() > 1)
        return run_parts(problem, parts, [&](const problem::Problem& part) {
            return run_on(backend, problem::map_problem(part), part, {});
        });
    std::vector<events::Listener*> listeners;
    if (timeline) listeners.push_back(&timeline->listener());
    return run_on(backend, schedule, problem, std::move(listeners));
}

void SimulateCommand::write_results(schedule::Schedule schedule, const problem::Problem& problem,
                                    const backends::RunResult& result,
                                    std::optional<TimelineOutput>& timeline,
                                    std::chrono::steady_clock::time_point begin) const {
    // Written first, since writing to a device or pipe may fail: then no file must have appeared.
    if (json_.is_device()) json_.write(result_json(result));
    const int width = text_width(json_.is_stdout() ? STDERR_FILENO : STDOUT_FILENO);
    const std::string timeline_text =
        timeline ? timeline->finish(result.cycles.value(), width) : "";

    if (record_) write_recording(*record_, schedule, problem.device, result, verification_.seed());

    schedule.workload = problem.workload;  // the whole workload in place of its first part
    const std::string text =
        summary(schedule, problem.device, result, {base::seconds_since(begin), peak_memory()});
    if (picture_) write_picture(*picture_, schedule, problem.device, result, text);
    report(text + trace_text(schedule, problem, result) + timeline_text, result);
}

problem::Problem SimulateCommand::load() const {
    problem::Problem problem = load_problem(problem_, design_.with(settings_));
    if (trace_ && !problem.trace && !problem.workload->has_own_trace())
        problem.trace = tracing::TraceRequest{};
    return problem;
}

std::optional<double> SimulateCommand::tolerance() const {
    if (!approximate_) return std::nullopt;
    // With more than 10 %, parts of the run that do different work would count as repeats.
    constexpr double kLeast = 0.001;
    constexpr double kMost = 10;
    return base::option_value("--approximate", *approximate_).as_double(kLeast, kMost) / kPercent;
}

std::string SimulateCommand::trace_text(const schedule::Schedule& schedule,
                                        const problem::Problem& problem,
                                        const backends::RunResult& result) const {
    if (!result.trace) return "";
    if (trace_) write_trace(*trace_, schedule, problem.device, *result.trace);
    return trace_lines(trace_.value_or(""), schedule, *result.trace);
}

backends::RunResult SimulateCommand::run_on(backends::Backend& backend,
                                            const schedule::Schedule& schedule,
                                            const problem::Problem& problem,
                                            std::vector<events::Listener*> listeners) const {
    ProgressLine line;
    backends::RunOptions options{
        .verify = moves_data(),
        .reconfigure = problem.reconfigure,
        .seed = verification_.seed(),
        .in_full = in_full_,
        .approximate = tolerance(),
        .on_progress = [&line](const auto& progress) { line.update(progress); },
        .listeners = std::move(listeners)};
    backends::RunResult result = backend.run(schedule, problem.device, options);
    if (exact_check_) {
        options.in_full = true;
        options.listeners.clear();
        result.equal_figures =
            require_equal(result, backend.run(schedule, problem.device, options));
        options.in_full = in_full_;
    }
    if (what_if_) {
        result.what_if = backends::what_if(backend, schedule, problem.device, options, result);
        backends::judge_by_what_if(result);
    }
    return result;
}

void SimulateCommand::report(const std::string& summary, const backends::RunResult& result) const {
    if (json_.is_device()) return write_stdout(summary);
    write_result(json_, json_.is_wanted() ? result_json(result) : std::string{}, summary);
}

Command add_simulate(CLI::App& app) {
    return make_command<SimulateCommand>(app);
}

}  // namespace xdnasim::cli
