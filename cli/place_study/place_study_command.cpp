// `xdnasim place-study`: compares methods of place and route on the benchmark.

#include <algorithm>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/device_file.hpp"
#include "base/error.hpp"
#include "base/node.hpp"
#include "cli/commands.hpp"
#include "cli/file_roles.hpp"
#include "cli/options/cluster_options.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/page_option.hpp"
#include "cli/options/result_option.hpp"
#include "cli/options/side_by_side_options.hpp"
#include "cli/output.hpp"
#include "cli/place_study/place_study.hpp"
#include "cli/progress_line.hpp"
#include "workloads/netlist/suite/suite.hpp"
#include "workloads/placement/search.hpp"

namespace xdnasim::cli {
namespace {

class PlaceStudyCommand {
 public:
    explicit PlaceStudyCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    [[nodiscard]] PlaceStudyOptions study_options() const;
    [[nodiscard]] std::vector<Contestant> contestants() const;
    [[nodiscard]] std::vector<std::string> netlists() const;
    [[nodiscard]] std::vector<std::string> arguments() const;
    void require_outputs() const;

    CLI::App* command_;
    std::string budget_ = "60";
    std::string seeds_ = "5";
    std::string moves_ = "1000000";
    std::string firings_ = "4096";
    std::string every_ = "1";
    std::vector<std::string> methods_;
    std::optional<std::string> only_;
    ClusterOptions cluster_;
    SideBySideOptions side_by_side_;
    ResultOption json_{"--json"};
    PageOption html_;
};

std::vector<std::string> contestant_names(const std::vector<Contestant>& contestants) {
    std::vector<std::string> names;
    for (const Contestant& contestant : contestants)
        names.push_back(contestant.name());
    return names;
}

PlaceStudyCommand::PlaceStudyCommand(CLI::App& app)
    : command_{app.add_subcommand("place-study",
                                  "Compare methods of place and route on the benchmark")} {
    command_->add_option("--methods", methods_, "Methods to compare (default: all)")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("NAMES")
        ->check(one_of(contestant_names(all_contestants())));
    command_
        ->add_option("--budget", budget_,
                     "Processor time for each netlist, method and seed, in seconds")
        ->type_name("N")
        ->capture_default_str();
    command_
        ->add_option(
            "--seeds", seeds_,
            "Number of seeds for each method that draws random numbers; their median counts")
        ->type_name("N")
        ->capture_default_str();
    command_->add_option("--moves", moves_, "Maximum number of moves of the annealing")
        ->type_name("N")
        ->capture_default_str();
    command_
        ->add_option("--firings", firings_,
                     "Number of objects that each shim sends and receives in a run")
        ->type_name("N")
        ->capture_default_str();
    command_->add_option("--only", only_, "Only netlists whose names start with TEXT")
        ->type_name("TEXT");
    command_->add_option("--every", every_, "Use only every Nth netlist")
        ->type_name("N")
        ->capture_default_str();
    side_by_side_.add_to(*command_, "Cases");
    cluster_.add_to(*command_, "cases");
    json_.add_to(*command_, "Write all cases as JSON");
    html_.add_to(*command_);
    cluster_.exclude(*command_, {"--keep", "--json", "--html"});
}

std::vector<Contestant> PlaceStudyCommand::contestants() const {
    std::vector<Contestant> all = all_contestants();
    if (methods_.empty()) return all;
    std::erase_if(all, [&](const Contestant& contestant) {
        return std::ranges::find(methods_, contestant.name()) == methods_.end();
    });
    return all;
}

std::vector<std::string> PlaceStudyCommand::netlists() const {
    std::vector<std::string> all = netlist::suite_names();
    const auto every = base::option_value("--every", every_).as_int(1, std::ssize(all));
    if (only_)
        std::erase_if(all, [&](const std::string& name) { return !name.starts_with(*only_); });
    if (all.empty())
        throw base::InputError{fmt::format(
            "--only: no netlist's name starts with '{}'; `xdnasim netlist` lists all", *only_)};
    std::vector<std::string> some;
    for (std::size_t i = 0; i < all.size(); i += static_cast<std::size_t>(every))
        some.push_back(all[i]);
    return some;
}

PlaceStudyOptions PlaceStudyCommand::study_options() const {
    constexpr std::int64_t kMaxSeeds = 1000;
    constexpr std::int64_t kMaxFirings = 1'000'000;
    PlaceStudyOptions options;
    options.contestants = contestants();
    options.netlists = netlists();
    options.budget =
        base::ProcessorTime{base::option_value("--budget", budget_).as_double(1e-3, 1e6)};
    options.seeds = static_cast<int>(base::option_value("--seeds", seeds_).as_int(1, kMaxSeeds));
    options.moves = base::option_value("--moves", moves_).as_int(1, placement::kMaxMoves);
    options.firings = base::option_value("--firings", firings_).as_int(1, kMaxFirings);
    options.processes = side_by_side_.processes();
    if (side_by_side_.kept()) options.keep = *side_by_side_.kept();
    options.scheduler = cluster_.scheduler();
    options.arguments = arguments();
    return options;
}

std::vector<std::string> PlaceStudyCommand::arguments() const {
    std::vector<std::string> words{"place-study", "--budget", budget_, "--seeds",
                                   seeds_,        "--moves",  moves_,  "--firings",
                                   firings_,      "--every",  every_};
    if (only_) words.insert(words.end(), {"--only", *only_});
    if (!methods_.empty())
        words.insert(words.end(), {"--methods", fmt::format("{}", fmt::join(methods_, ","))});
    return words;
}

void PlaceStudyCommand::require_outputs() const {
    FileRoles files;
    files.reads_folder(arch::devices_folder(), "a device file");
    html_.add_role(files);
    json_.add_role(files);
    side_by_side_.add_outputs(files);
}

base::ExitCode PlaceStudyCommand::run() const {
    const PlaceStudyOptions options = study_options();
    if (cluster_.asks_for_points()) {
        write_stdout(lines_of_cases(options, cluster_.points()));
        return base::ExitCode::Done;
    }
    const auto folder = html_.make_folder();
    require_outputs();
    side_by_side_.keep_through_interruptions();
    std::optional<PlaceStudy> study;
    {
        ProgressLine line;
        std::size_t cases = 0;
        for (const Contestant& contestant : options.contestants)
            cases += options.netlists.size() *
                     static_cast<std::size_t>(contestant.is_random() ? options.seeds : 1);
        study = run_place_study(options, [&](std::size_t done) {
            line.update(PartProgress{"cases", done, cases});
        });
    }
    const PlaceStudySummary summary = summary_of(options, *study);
    const std::string json = json_.is_wanted() || html_.is_wanted()
                                 ? place_study_json(options, *study, summary)
                                 : std::string{};
    write_result(json_, json, place_study_report(options, summary));
    html_.write("place_study_report.py", json);
    return base::ExitCode::Done;
}

}  // namespace

Command add_place_study(CLI::App& app) {
    return make_command<PlaceStudyCommand>(app);
}

}  // namespace xdnasim::cli
