#include "cli/place/place_design.hpp"

#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/place.hpp"
#include "base/yaml.hpp"
#include "cli/options/problem_options.hpp"
#include "cli/output.hpp"
#include "cli/place/before_after.hpp"
#include "cli/place/design_run.hpp"
#include "cli/place/place_report.hpp"
#include "cli/text_layout.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/placed_design/placeable_design.hpp"
#include "workloads/placement/solution_file.hpp"

namespace xdnasim::cli {
namespace {

using placed_design::PlaceableDesign;
using placement::Solution;

constexpr const char* kDeviceKey = "device";
constexpr std::string_view kDesignKeys = "design.";

/// Keys that are for the run and not for the search.
constexpr std::array kOtherKeys{
    OtherKey{kDeviceKey,
             "a design is placed on a device as it is: name one with --set device=NAME, or "
             "write the value into a device file"},
    OtherKey{"design", "set keys of it, such as design.default_cycles"}};

bool is_of(std::string_view key, std::string_view setting) {
    return setting.starts_with(key) && setting.substr(key.size()).starts_with('=');
}

/// The last VALUE that the settings give to `key`; nullopt if there is none.
std::optional<std::string> value_of(std::string_view key, const DesignRequest& request) {
    std::optional<std::string> value;
    for (const std::string& setting : request.settings)
        if (is_of(key, setting))
            value =
                base::parse_setting(std::string{key}, setting.substr(key.size() + 1)).as_string();
    return value;
}

/// What the user says about a value, and which option says so.
struct Given {
    std::string value;
    std::string option;
};

/// The value of `key` from the settings, else `given`, the value of `option`. Throws InputError if
/// both are set.
std::optional<Given> given_value(std::string_view key, const DesignRequest& request,
                                 const char* option, const std::optional<std::string>& given) {
    const std::optional<std::string> set = value_of(key, request);
    if (set && given)
        throw base::InputError{
            fmt::format("{} and --set {} set the same value. Leave out one of them", option, key)};
    if (set) return Given{*set, fmt::format("{}{}", base::kSetting, key)};
    return given ? std::optional{Given{*given, option}} : std::nullopt;
}

std::optional<Given> device_of(const DesignRequest& request) {
    return given_value(kDeviceKey, request, "--device", request.device);
}

std::optional<std::string> aie_device_of(const DesignRequest& request) {
    const auto given =
        given_value("design.aie_device", request, "--aie-device", request.options.aie_device());
    return given ? std::optional{given->value} : std::nullopt;
}

/// The settings KEY=VALUE for the design, or those for the search; without the device.
std::vector<std::string> settings_of(const DesignRequest& request, bool of_design) {
    std::vector<std::string> settings;
    for (const std::string& setting : request.settings)
        if (setting.starts_with(kDesignKeys) == of_design && !is_of(kDeviceKey, setting))
            settings.push_back(setting);
    return settings;
}

PlaceQuestion question_of(const DesignRequest& request, const PlaceableDesign& design) {
    PlaceQuestion question = request.question;
    require_tying(question);
    // mlir-aie lowers the stream of an object FIFO to a circuit; flows state their kind themselves.
    question.streams = placement::StreamMode::Circuit;
    question.present = design.present();
    return question;
}

void require_outputs(const DesignRequest& request, const problem::Problem& problem) {
    FileRoles files;
    add_inputs(files, request.file, problem);
    add_outputs(files, problem, false);  // outputs go to temporary files and are only compared
    if (request.output && *request.output != "-") files.writes("--output", *request.output);
    if (request.svg) files.writes("--svg", *request.svg);
}

/// Whether the run after is slower by more than 0.1 %, the last digit that the report shows.
bool is_slower(const RunTime& before, const RunTime& after) {
    constexpr std::int64_t kShown = 1000;
    return (after.cycles.count() - before.cycles.count()) * kShown > before.cycles.count();
}

/// A line that says why a design may be slower although its tiles are closer; empty if it is not
/// slower.
std::string slower_line(const PlaceableDesign& design, const Solution& before,
                        const Solution& after, bool slower) {
    if (!slower) return "";
    std::string names;
    for (const auto& [net, fifo] : design.fifos()) {
        const auto at = static_cast<std::size_t>(net);
        const bool shares_now =
            is_stream(before.routes[at].transport) && !is_stream(after.routes[at].transport);
        if (shares_now && design.netlist().net(net).max_depth() == 1)
            names += (names.empty() ? "@" : ", @") + fifo.name;
    }
    return labelled(
        "slower",
        names.empty()
            ? "the search minimises the length of routes and the number of streams, not the time"
            : fmt::format(
                  "{}: their cores now share room for one object and wait for each "
                  "other, whereas the stream had room at both ends; a depth of 2 restores this",
                  names));
}

/// `file`: of the device, if the user names one.
std::vector<problem::Setting> run_settings(const DesignRequest& request,
                                           const std::filesystem::path& file) {
    std::vector<problem::Setting> settings;
    const auto add = [&](const char* key, const std::string& option,
                         const std::optional<std::string>& value) {
        if (value) settings.emplace_back(key, base::option_value(option, *value));
    };
    if (const auto device = device_of(request)) add(kDeviceKey, device->option, file.string());
    add("design.kernels", "--kernels", request.options.kernels_of(request.file));
    add("design.ports", "--ports", request.options.ports_of(request.file));
    add("design.aie_device", "--aie-device", request.options.aie_device());
    add("design.sequence", "--sequence", request.options.sequence());
    for (const std::string& text : settings_of(request, true)) {
        const auto equals = text.find('=');
        settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return settings;
}

/// Runs the re-placed text. If it cannot run, that is not the user's fault, so an InputError
/// becomes an Error (CheckFailed).
RunTime run_placed(DesignRuns& runs, const std::string& file, const std::string& text) {
    try {
        return runs.run(text);
    } catch (const base::InputError& error) {
        throw base::Error{base::ExitCode::CheckFailed,
                          fmt::format("{}: the re-placed design cannot be run. Try another "
                                      "--method or --seed, or --keep: {}",
                                      file, error.what())};
    }
}

void write_outputs(const DesignRequest& request, const PlaceableDesign& design,
                   const placement::Array& array, const Solution& solution, const std::string& text,
                   const std::string& report) {
    if (request.svg) write_file(*request.svg, draw_svg(design.netlist(), array, solution));
    const bool to_stdout = request.output == "-";
    if (to_stdout)
        write_stdout(text);
    else if (request.output)
        write_file(*request.output, text);
    (to_stdout ? write_stderr : write_stdout)(report);
}

}  // namespace

base::ExitCode place_design(const DesignRequest& request) {
    const std::string content = design::load_text(request.file);
    const std::optional<Given> device = device_of(request);
    const design::GivenDevice given{.is_chosen = device.has_value(),
                                    .aie_device = aie_device_of(request)};
    const std::filesystem::path device_file = arch::find_device(
        device ? device->value : design::default_device(content, request.file, given.aie_device));
    const PlaceableDesign design{{content, request.file, given.aie_device},
                                 arch::load_device(device_file),
                                 request.options.kept()};
    const placement::Array array{design.array(),
                                 choices_of(settings_of(request, false), nullptr, kOtherKeys)};
    const PlaceQuestion question = question_of(request, design);
    require_placeable(design.netlist(), array, question.streams);

    DesignRuns runs{run_settings(request, device_file), given, request.file,
                    request.options.verify()};
    require_outputs(request, runs.problem_of(design.text()));
    const RunTime before = runs.run(design.text());
    const Found found = find_placement(question, design.netlist(), array);
    const Solution& placed = found.solutions.front();
    const std::string text = design.text_with(placed, array);
    const RunTime after = run_placed(runs, request.file, text);

    const auto router = placement::make_negotiating_router(array, placement::StreamMode::Circuit);
    const Solution present{design.present(), router->route(design.netlist(), design.present())};
    const BeforeAfter lines{design.netlist(), array, present, placed};
    std::string report = method_line(found.finding) + lines.subject("design", request.file) +
                         lines.placement() + time_lines(before, after) +
                         slower_line(design, present, placed, is_slower(before, after));
    if (request.options.verify()) report += labelled("data", runs.data_text());
    write_outputs(request, design, array, placed, text, report);
    return base::ExitCode::Done;
}

}  // namespace xdnasim::cli
