// `xdnasim optimise`: searches for the best design for a problem.

#include <chrono>
#include <csignal>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/node.hpp"
#include "base/wall_time.hpp"
#include "cli/commands.hpp"
#include "cli/file_roles.hpp"
#include "cli/interruption.hpp"
#include "cli/optimise/optimisation.hpp"
#include "cli/optimise/optimise_network.hpp"
#include "cli/optimise/optimise_packs.hpp"
#include "cli/optimise/question.hpp"
#include "cli/optimise/search_gemm.hpp"
#include "cli/optimise/search_options.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/page_option.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/options/result_option.hpp"
#include "cli/output.hpp"
#include "cli/progress_line.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/gemm/packs/pack_workload.hpp"

namespace xdnasim::cli {
namespace {

using search::Objective;

class OptimiseCommand {
 public:
    explicit OptimiseCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    void add_search_options();
    void require_outputs(const problem::Problem& problem) const;
    /// `operations`: the number of operations from which TOPS are calculated, for --min-tops.
    [[nodiscard]] search::Constraints constraints(double operations) const;
    void refuse_dram(Objective objective, const char* what) const;
    void report(const Optimisation& found, const problem::Problem& problem) const;
    [[nodiscard]] base::ExitCode run_packs(const problem::Problem& problem,
                                           SearchOptions options) const;
    [[nodiscard]] base::ExitCode run_network(const problem::Problem& problem,
                                             const network::NetworkWorkload& network,
                                             SearchOptions options) const;

    CLI::App* command_;
    std::string problem_;
    std::vector<std::string> settings_;
    std::vector<std::string> free_;
    std::vector<std::string> sizes_;
    std::string strategy_ = to_string(kStrategies.front());
    std::string objective_ = to_string(Objective::Time);
    std::string max_trials_ = "100";
    std::optional<std::string> time_limit_, max_time_, min_tops_, max_dram_, max_cores_;
    ResultOption json_{"--json"};
    PageOption html_;
    std::optional<std::string> write_;
};

OptimiseCommand::OptimiseCommand(CLI::App& app)
    : command_{app.add_subcommand("optimise",
                                  "Find the best design for a GEMM or a network, and say why")} {
    add_problem_argument(*command_, problem_, "Problem file (YAML) of a GEMM or a network");
    add_settings_option(*command_, settings_);
    command_
        ->add_option("--free", free_,
                     "Keys of gemm to search although the problem gives them; keys that it leaves "
                     "out are always searched")
        ->delimiter(',')
        ->type_name("KEY,KEY")
        ->check(one_of(names_of(search::kGemmKeys)));
    command_
        ->add_option("--sizes", sizes_,
                     "One design for several sizes, each with its number of consecutive calls, "
                     "such as 512x1024x1024*12; replaces gemm.size")
        ->delimiter(',')
        ->type_name("MxKxN*CALLS");
    add_search_options();
    command_->add_option("--write", write_, "Write the problem with the best design")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    json_.add_to(*command_, "Write what was found as JSON");
    html_.add_to(*command_);
}

void OptimiseCommand::add_search_options() {
    command_
        ->add_option("--objective", objective_, "What to minimise; the least time is the most TOPS")
        ->type_name("NAME")
        ->capture_default_str()
        ->check(one_of(names_of(search::kObjectives)));
    command_
        ->add_option("--strategy", strategy_,
                     "exhaustive: closed forms for all designs, then simulations of the best; "
                     "taka: the procedure of Taka et al., step by step")
        ->type_name("NAME")
        ->capture_default_str()
        ->check(one_of(names_of(kStrategies)));
    command_->add_option("--max-time", max_time_, "Maximum run time of a design, in us")
        ->type_name("N");
    command_->add_option("--min-tops", min_tops_, "Minimum TOPS of a design")->type_name("N");
    command_->add_option("--max-dram", max_dram_, "Maximum DRAM traffic of a design, in bytes")
        ->type_name("N");
    command_->add_option("--max-cores", max_cores_, "Maximum number of cores of a design")
        ->type_name("N");
    command_->add_option("--max-trials", max_trials_, "Maximum number of designs to simulate")
        ->type_name("N")
        ->capture_default_str();
    command_
        ->add_option("--time-limit", time_limit_, "Start no new simulation after this many seconds")
        ->type_name("N");
}

/// Throws InputError if the problem asks for reconfiguration or a trace: runs of a search begin on
/// a configured array and are not traced.
void require_plain_runs(const problem::Problem& problem) {
    const base::Node* reconfigure = problem.file.find("reconfigure");
    if (problem.reconfigure && reconfigure != nullptr)
        reconfigure->fail(
            "reconfigure: `optimise` does not count the loading of a design; allowed: false");
    if (const base::Node* trace = problem.file.find("trace"))
        trace->fail("trace: `optimise` does not trace its runs. Leave it out");
}

void OptimiseCommand::require_outputs(const problem::Problem& problem) const {
    FileRoles files;
    add_inputs(files, problem_, problem);
    html_.add_role(files);
    json_.add_role(files);
    if (write_) files.writes("--write", *write_);
}

double operations_of(const search::GemmQuestion& question) {
    double operations = 0;
    for (const search::SizedCalls& sized : question.sizes)
        operations += arch::kOperationsPerMac * static_cast<double>(sized.size.m) *
                      static_cast<double>(sized.size.k) * static_cast<double>(sized.size.n) *
                      static_cast<double>(sized.calls);
    return operations;
}

search::Constraints OptimiseCommand::constraints(double operations) const {
    constexpr double kMax = 1e12;
    constexpr double kMin = 1e-6;
    search::Constraints constraints{.operations = operations};
    if (max_time_)
        constraints.max_time = arch::from_microseconds(
            base::option_value("--max-time", *max_time_).as_double(kMin, kMax));
    if (min_tops_)
        constraints.min_tops = base::option_value("--min-tops", *min_tops_).as_double(kMin, kMax);
    if (max_dram_)
        constraints.max_dram = arch::Bytes{
            base::option_value("--max-dram", *max_dram_).as_int(1, std::int64_t{1} << 60)};
    if (max_cores_)
        constraints.max_cores =
            static_cast<int>(base::option_value("--max-cores", *max_cores_).as_int(1, 1 << 20));
    return constraints;
}

base::ExitCode OptimiseCommand::run() const {
    if (!sizes_.empty())
        for (const std::string& setting : settings_)
            if (setting.starts_with("gemm.size"))
                throw base::InputError{fmt::format(
                    "--sizes: '--set {}' sets the same values. Leave out one of them", setting)};
    const problem::Problem problem = load_open_problem(problem_, settings_, free_);
    require_own_placement(problem, "optimise");
    require_plain_runs(problem);
    const auto folder = html_.make_folder();
    require_outputs(problem);
    constexpr std::int64_t kMaxTrials = 100'000;
    std::optional<RequestedEnd> end{std::in_place};
    ProgressLine line;
    const auto begin = std::chrono::steady_clock::now();
    const double seconds =
        time_limit_ ? base::option_value("--time-limit", *time_limit_).as_double(1e-3, 1e6)
                    : std::numeric_limits<double>::infinity();
    SearchOptions options{
        .strategy = named(kStrategies, strategy_),
        .objective = named(search::kObjectives, objective_),
        .max_trials = static_cast<std::size_t>(
            base::option_value("--max-trials", max_trials_).as_int(1, kMaxTrials)),
        .processes = std::max(std::thread::hardware_concurrency(), 1U),
        .may_go_on = [&] { return !end->asked_for() && base::seconds_since(begin) < seconds; },
        .on_no_design =
            [&] {
                if (end->asked_for()) ::raise(SIGINT);  // a second SIGINT, which ends the command
            },
        .on_progress =
            [&](const char* what, std::size_t done, std::size_t of) {
                line.update(PartProgress{what, done, of});
            }};
    if (const auto* network = dynamic_cast<const network::NetworkWorkload*>(problem.workload.get()))
        return run_network(problem, *network, std::move(options));
    if (gemm::packs::design_of(problem.workload.get()) != nullptr)
        return run_packs(problem, std::move(options));
    Optimisation all{.problem = problem_ == "-" ? "standard input" : problem_,
                     .settings = settings_,
                     .device = &problem.device,
                     .question = question_of(problem, free_, sizes_)};
    all.options = std::move(options);
    all.options.constraints = constraints(operations_of(all.question));
    all.found = search_gemm(all.question, problem.device, all.options);
    if (all.question.sizes.size() > 1 && all.options.may_go_on()) all.sizes = compare_sizes(all);
    explain_best(all);
    if (all.options.may_go_on()) all.front = front_of(all);
    if (json_.is_wanted() || html_.is_wanted()) all.depths = depths_of(all);
    end.reset();  // Ctrl-C while the page is drawn ends the command
    report(all, problem);
    return base::ExitCode::Done;
}

/// Throws InputError if an option is about DRAM: networks and GEMMs on packs exchange their data
/// with the programmable logic.
void OptimiseCommand::refuse_dram(Objective objective, const char* what) const {
    if (objective != Objective::Dram && !max_dram_) return;
    throw base::InputError{fmt::format("{}: {} moves nothing in DRAM",
                                       max_dram_ ? "--max-dram" : "--objective dram", what)};
}

base::ExitCode OptimiseCommand::run_network(const problem::Problem& problem,
                                            const network::NetworkWorkload& network,
                                            SearchOptions options) const {
    const auto refuse = [](const char* option) {
        throw base::InputError{
            fmt::format("{} applies only to GEMMs; this problem is a network", option)};
    };
    if (!free_.empty()) refuse("--free");
    if (!sizes_.empty()) refuse("--sizes");
    if (html_.is_wanted()) refuse("--html");
    if (min_tops_) refuse("--min-tops");
    if (options.strategy != StrategyName::Exhaustive) refuse("--strategy taka");
    refuse_dram(options.objective, "a network");
    options.constraints = constraints(0);
    const NetworkOptimisation found = optimise_network(network, problem.device, options);
    if (write_)
        write_file(*write_,
                   problem_with(found_anywhere(problem), found.trials.front().design, "network"));
    write_result(json_, json_.is_wanted() ? network_json(found, problem.device) : std::string{},
                 network_report(found, problem.device));
    return base::ExitCode::Done;
}

base::ExitCode OptimiseCommand::run_packs(const problem::Problem& problem,
                                          SearchOptions options) const {
    const auto refuse = [](const char* option) {
        throw base::InputError{fmt::format(
            "{} applies only to GEMMs with mapping: whole-array; this problem has mapping: packs",
            option)};
    };
    if (!free_.empty()) refuse("--free");
    if (!sizes_.empty()) refuse("--sizes");
    if (html_.is_wanted()) refuse("--html");
    if (options.strategy != StrategyName::Exhaustive) refuse("--strategy taka");
    refuse_dram(options.objective, "a GEMM on packs");
    // Designs multiply matrices of different sizes, so that only rates can be compared.
    if (max_time_) refuse("--max-time");
    options.constraints = constraints(search::kPackOperations);
    const PackOptimisation found =
        optimise_packs(gemm::packs::read_open(*problem.file.find("gemm")), problem.device, options);
    if (write_)
        write_file(*write_, problem_with(found_anywhere(problem), found.trials.front().design));
    write_result(json_, json_.is_wanted() ? packs_json(found, problem.device) : std::string{},
                 packs_report(found, problem.device));
    return base::ExitCode::Done;
}

void OptimiseCommand::report(const Optimisation& found, const problem::Problem& problem) const {
    if (write_) write_file(*write_, problem_with(found_anywhere(problem), found.best().design));
    const std::string json =
        json_.is_wanted() || html_.is_wanted() ? optimisation_json(found) : std::string{};
    write_result(json_, json, optimisation_report(found));
    html_.write("optimise_report.py", json);
}

}  // namespace

Command add_optimise(CLI::App& app) {
    return make_command<OptimiseCommand>(app);
}

}  // namespace xdnasim::cli
