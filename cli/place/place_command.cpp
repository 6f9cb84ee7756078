// `xdnasim place`: places a netlist onto an array, or moves a design of mlir-aie or the workload of
// a problem file to other tiles.

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/node.hpp"
#include "base/spelling.hpp"
#include "cli/commands.hpp"
#include "cli/options/design_options.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/place/place_design.hpp"
#include "cli/place/place_netlist.hpp"
#include "cli/place/place_problem.hpp"
#include "workloads/placed_schedule/placement_section.hpp"
#include "workloads/placement/placer.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::cli {
namespace {

using placement::Method;
using placement::StreamMode;

constexpr std::array kSingleModes{StreamMode::Circuit, StreamMode::Packet};

class PlaceCommand {
 public:
    explicit PlaceCommand(CLI::App& app);

    [[nodiscard]] CLI::App* options() const { return command_; }
    [[nodiscard]] base::ExitCode run() const;

 private:
    void add_search();
    void add_outputs();
    /// Throws InputError if an option for netlists was given. `what`: what is placed instead, and
    /// `allowed`: its options, for the message.
    void refuse_netlists_options(const char* what, const char* allowed) const;
    void refuse_options_without_effect(const PlaceQuestion& asked) const;
    [[nodiscard]] NetlistRequest netlist_request() const;
    [[nodiscard]] DesignRequest design_request() const;
    [[nodiscard]] ProblemRequest problem_request() const;
    [[nodiscard]] PlaceQuestion question() const;

    CLI::App* command_;
    std::string netlist_;
    std::string method_ = to_string(Method::AnnealingPath);
    std::string seed_ = "1";
    std::string moves_ = "1000000";
    std::string router_ = to_string(placement::RouterKind::Negotiated);
    std::optional<std::string> budget_, program_budget_, single_mode_, device_;
    std::optional<std::string> output_, svg_, plot_, check_;
    std::vector<std::string> settings_;
    PlaceDesignOptions design_;
};

PlaceCommand::PlaceCommand(CLI::App& app)
    : command_{app.add_subcommand("place",
                                  "Place and route a netlist, or re-place a design or workload")} {
    command_
        ->add_option("NETLIST", netlist_, "Netlist (JSON), design (MLIR) or problem file (YAML)")
        ->type_name("")
        ->required()
        ->check(of_kind(ValueKind::File));
    add_search();
    command_->add_option("--device", device_, "Device to place on (default: the netlist's device)")
        ->type_name("NAME")
        ->check(of_kind(ValueKind::Device));
    command_
        ->add_option(
            "--check", check_,
            "Check this result for the netlist instead of searching, and name every breach")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    command_
        ->add_option("--set", settings_,
                     "Choose what the paper leaves open, such as links=paper or weights.packet=2 "
                     "(see docs/place.md), or replace a value of a problem file; repeatable")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE")
        ->check(check_setting);
    design_.add_to(*command_);
    add_outputs();
}

void PlaceCommand::add_search() {
    command_
        ->add_option("--method", method_,
                     "naive or snake: in netlist order; sa: simulated annealing that estimates "
                     "congestion from shortest paths, sa-channel: from channels, sa-bb: not at "
                     "all, sa-router: annealing on routed costs; lsmo: annealing, then integer "
                     "programs around its result; joint: one integer program")
        ->type_name("NAME")
        ->capture_default_str()
        ->check(one_of(names_of(placement::kMethods)));
    command_
        ->add_option("--seed", seed_,
                     "Seed of the random numbers; the same seed gives the same result")
        ->type_name("N")
        ->capture_default_str();
    command_
        ->add_option("--moves", moves_, "Number of moves of the annealing, over all of its runs")
        ->type_name("N")
        ->capture_default_str();
    command_
        ->add_option("--budget", budget_,
                     "Stop after this many seconds, with the best result so far")
        ->type_name("N");
    command_
        ->add_option(
            "--router", router_,
            "How placements are routed: by negotiated congestion, or exactly by an integer program")
        ->type_name("NAME")
        ->capture_default_str()
        ->check(one_of(names_of(placement::kRouterKinds)));
    command_
        ->add_option("--program-budget", program_budget_,
                     "Processor time of each integer program, in seconds (default: 1 for routes, "
                     "10 for lsmo, none for joint)")
        ->type_name("N");
    command_
        ->add_option("--single-mode", single_mode_,
                     "Make all streams circuits, or all packets (default: packets only where "
                     "channels are short)")
        ->type_name("NAME")
        ->check(one_of(names_of(kSingleModes)));
}

void PlaceCommand::add_outputs() {
    command_
        ->add_option("-o,--output", output_,
                     "Write the result: JSON for a netlist, MLIR for a design, YAML for a problem "
                     "file; - is standard output")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::FileOrStdout));
    command_->add_option("--svg", svg_, "Draw the placed and routed array")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
    command_->add_option("--plot", plot_, "Draw the cost over the moves (png, svg or pdf)")
        ->type_name("FILE")
        ->check(of_kind(ValueKind::File));
}

PlaceQuestion PlaceCommand::question() const {
    constexpr double kMinSeconds = 1e-3;
    constexpr double kMaxSeconds = 1e9;
    PlaceQuestion asked;
    asked.method = named(placement::kMethods, method_);
    asked.router = named(placement::kRouterKinds, router_);
    if (single_mode_) asked.streams = named(kSingleModes, *single_mode_);
    asked.seed = base::option_value("--seed", seed_).as_natural();
    asked.max_moves = base::option_value("--moves", moves_).as_int(1, placement::kMaxMoves);
    if (budget_)
        asked.seconds =
            base::option_value("--budget", *budget_).as_double(kMinSeconds, kMaxSeconds);
    if (program_budget_)
        asked.program_seconds = base::option_value("--program-budget", *program_budget_)
                                    .as_double(kMinSeconds, kMaxSeconds);
    refuse_options_without_effect(asked);
    return asked;
}

void PlaceCommand::refuse_options_without_effect(const PlaceQuestion& asked) const {
    const auto refuse_unless = [&](const char* option, const auto& takes, const char* or_else) {
        if (command_->count(option) == 0 || takes(asked.method)) return;
        std::vector<std::string> methods;
        for (const Method method : placement::kMethods)
            if (takes(method)) methods.push_back(to_string(method));
        throw base::InputError{
            fmt::format("{} has no effect with --method {}; allowed with it: {}{}", option, method_,
                        fmt::join(methods, ", "), or_else)};
    };
    for (const char* const option : {"--seed", "--moves", "--plot"})
        refuse_unless(option, placement::is_random, "");
    if (asked.router == placement::RouterKind::Exact) return;
    constexpr const char* kOrExact = ", or --router exact";
    refuse_unless("--budget", placement::takes_time, kOrExact);
    refuse_unless("--program-budget", placement::solves_programs, kOrExact);
}

base::ExitCode PlaceCommand::run() const {
    if (svg_ && !svg_->ends_with(".svg"))
        throw base::InputError{
            fmt::format("--svg: {} does not end in .svg", base::in_quotes(*svg_))};
    if (netlist_ == kStandardInput)
        throw base::InputError{"'-' is not a file here; write ./- for a file of that name"};
    switch (problem::kind_of(netlist_)) {
        case problem::FileKind::Design:
            return place_design(design_request());
        case problem::FileKind::Problem:
            return place_problem(problem_request());
        case problem::FileKind::Netlist:
            break;
    }
    return place_netlist(netlist_request());
}

NetlistRequest PlaceCommand::netlist_request() const {
    design_.require_none_for(netlist_);
    if (design_.verify())
        throw base::InputError{
            "--verify applies only to designs (MLIR) and problem files (YAML). Run a placed "
            "netlist with `simulate RESULT --verify`"};
    std::vector<std::string> of_search;
    for (const char* const option : {"--output", "--plot", "--method", "--seed", "--moves",
                                     "--budget", "--router", "--program-budget", "--single-mode"})
        if (command_->count(option) > 0) of_search.emplace_back(option);
    return {.file = netlist_,
            .question = [this] { return question(); },
            .of_search = std::move(of_search),
            .settings = settings_,
            .device = device_,
            .check = check_,
            .output = output_,
            .svg = svg_,
            .plot = plot_};
}

void PlaceCommand::refuse_netlists_options(const char* what, const char* allowed) const {
    for (const char* const option : {"--check", "--plot", "--single-mode", "--program-budget"})
        if (command_->count(option) > 0)
            throw base::InputError{fmt::format("{} applies only to netlists; allowed for {}: {}",
                                               option, what, allowed)};
}

DesignRequest PlaceCommand::design_request() const {
    refuse_netlists_options(
        "a design",
        "-o, --svg, --method, --seed, --moves, --budget, --set, --device, --keep, --kernels, "
        "--ports, --aie-device, --sequence, --verify");
    return {.file = netlist_,
            .question = question(),
            .settings = settings_,
            .device = device_,
            .output = output_,
            .svg = svg_,
            .options = design_};
}

ProblemRequest PlaceCommand::problem_request() const {
    constexpr const char* kAllowed =
        "-o, --svg, --method, --seed, --moves, --budget, --set, --verify";
    refuse_netlists_options("a problem file", kAllowed);
    design_.require_none_for(netlist_);
    if (device_)
        throw base::InputError{fmt::format(
            "--device: the problem file names the device. Use --set device={}", *device_)};
    // The section `placement` that is written allows only seeds up to kMaxSeed.
    static_cast<void>(base::option_value("--seed", seed_).as_natural(placement::kMaxSeed));
    return {.file = netlist_,
            .question = question(),
            .settings = settings_,
            .output = output_,
            .svg = svg_,
            .verify = design_.verify()};
}

}  // namespace

Command add_place(CLI::App& app) {
    return make_command<PlaceCommand>(app);
}

}  // namespace xdnasim::cli
