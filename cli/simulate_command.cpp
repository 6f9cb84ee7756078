#include "xdnasim/cli/simulate_command.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include "xdnasim/arch/spelling.hpp"
#include "xdnasim/backends/systemc/systemc_backend.hpp"
#include "xdnasim/cli/output.hpp"
#include "xdnasim/cli/progress_line.hpp"
#include "xdnasim/cli/result_json.hpp"
#include "xdnasim/cli/summary.hpp"
#include "xdnasim/workloads/problem/problem.hpp"

namespace xdnasim::cli {
namespace {

const std::array<std::string, 4> kBackends{"systemc", "analytic", "xrt", "replay"};

std::optional<std::uint64_t> parse_seed(const std::string& text) {
    std::uint64_t seed = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, seed);
    if (error != std::errc{} || stop != end) return std::nullopt;
    return seed;
}

// Checks of CLI11: an empty string means that the value is right.
std::string check_seed(const std::string& text) {
    if (parse_seed(text)) return {};
    return fmt::format("'{}' is no seed; allowed: 0 to {}", text, UINT64_MAX);
}

std::string check_setting(const std::string& text) {
    const auto equals = text.find('=');
    if (equals != std::string::npos && equals > 0) return {};
    return fmt::format("'{}' is no KEY=VALUE; an example: gemm.size.m=4032", text);
}

std::string check_backend(const std::string& text) {
    if (std::find(kBackends.begin(), kBackends.end(), text) != kBackends.end()) return {};
    return fmt::format("there is no backend '{}'; allowed: {}{}", text, fmt::join(kBackends, ", "),
                       arch::suggestion(text, kBackends));
}

std::vector<problem::Setting> split(const std::vector<std::string>& settings) {
    std::vector<problem::Setting> result;
    for (const std::string& text : settings) {
        const auto equals = text.find('=');
        result.push_back({text.substr(0, equals), text.substr(equals + 1)});
    }
    return result;
}

std::unique_ptr<backends::Backend> make_backend(const std::string& name) {
    if (name == "systemc") return backends::make_systemc_backend();
    throw arch::Error{
        arch::ExitCode::Unavailable,
        fmt::format("the backend '{}' is not available in this build; available: systemc", name)};
}

/// Throws InputError when the result would take the place of the problem that it is of.
void require_other_file(const char* option, const std::string& problem, const std::string& result) {
    std::error_code ignored;  // one of them is missing or out of reach: not the same
    if (!std::filesystem::equivalent(problem, result, ignored)) return;
    throw arch::InputError{
        fmt::format("{}: '{}' is the problem file; allowed: another file, or -", option, result)};
}

/// Neither need exist.
bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code ignored;
    return std::filesystem::weakly_canonical(a, ignored) ==
           std::filesystem::weakly_canonical(b, ignored);
}

arch::Bytes peak_memory() {
    constexpr std::int64_t kKibibyte = 1024;
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return arch::Bytes{usage.ru_maxrss * kKibibyte};
}

}  // namespace

SimulateCommand::SimulateCommand(CLI::App& app)
    : command_{app.add_subcommand("simulate", "Run a problem; report its time and why")} {
    command_->add_option("PROBLEM", problem_, "Problem file (YAML)")->required()->type_name("");
    command_->add_option("--set", settings_, "Replace a value of the problem file; repeatable")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE")
        ->check(check_setting);
    command_->add_option("--backend", backend_, "systemc, analytic, xrt or replay")
        ->type_name("NAME")
        ->capture_default_str()
        ->check(check_backend);
    command_->add_flag("--verify", verify_, "Move the real bytes and check the result");
    command_->add_option("--seed", seed_, "Seed of the input data for --verify")
        ->type_name("N")
        ->capture_default_str()
        ->check(check_seed);
    command_->add_option("--json", json_, "Write the result as JSON; - is standard output")
        ->type_name("FILE");
    timeline_.add_to(*command_);
}

void SimulateCommand::require_outputs() const {
    if (json_ && !json_to_stdout()) {
        require_other_file("--json", problem_, *json_);
        require_writable(*json_);
    }
    if (!timeline_.wanted()) return;
    static_cast<void>(timeline_.window());
    if (timeline_.is_text()) return;
    require_other_file("--timeline", problem_, timeline_.file());
    if (json_ && !json_to_stdout() && is_same_file(*json_, timeline_.file()))
        throw arch::InputError{
            fmt::format("--timeline: '{}' is also the file of --json", timeline_.file())};
    require_writable(timeline_.file());
}

arch::ExitCode SimulateCommand::run() const {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const auto backend = make_backend(backend_);
    require_outputs();

    const problem::Problem problem = problem::load_problem(problem_, split(settings_));
    const schedule::Schedule schedule = problem::map_problem(problem);
    std::optional<TimelineOutput> timeline;
    std::vector<events::Listener*> listeners;
    if (timeline_.wanted())
        listeners.push_back(&timeline.emplace(timeline_, problem.device).listener());
    const backends::RunResult result = run_on(*backend, schedule, problem, std::move(listeners));
    const std::string timeline_text = timeline ? timeline->finish(result.cycles) : "";

    const std::chrono::duration<double> wall = Clock::now() - begin;
    report(summary(schedule, problem.device, result, {wall.count(), peak_memory()}) + timeline_text,
           result);
    if (!result.verification || result.verification->passed) return arch::ExitCode::Done;
    write_stderr(fmt::format("xdnasim: verification failed: {}\n", result.verification->message));
    return arch::ExitCode::CheckFailed;
}

backends::RunResult SimulateCommand::run_on(backends::Backend& backend,
                                            const schedule::Schedule& schedule,
                                            const problem::Problem& problem,
                                            std::vector<events::Listener*> listeners) const {
    ProgressLine line;
    return backend.run(schedule, problem.device,
                       {.verify = verify_,
                        .reconfigure = problem.reconfigure,
                        .seed = parse_seed(seed_).value(),
                        .on_progress = [&line](const auto& progress) { line.update(progress); },
                        .listeners = std::move(listeners)});
}

void SimulateCommand::report(const std::string& summary, const backends::RunResult& result) const {
    if (json_to_stdout()) {
        write_stdout(result_json(result));
        write_stderr(summary);
        return;
    }
    if (json_) write_file(*json_, result_json(result));
    write_stdout(summary);
}

}  // namespace xdnasim::cli
