#include "cli/place/place_netlist.hpp"

#include <filesystem>

#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/json.hpp"
#include "base/node.hpp"
#include "cli/file_roles.hpp"
#include "cli/options/option_values.hpp"
#include "cli/output.hpp"
#include "cli/picture.hpp"
#include "cli/place/place_report.hpp"
#include "cli/text_layout.hpp"
#include "workloads/netlist/netlist_file.hpp"
#include "workloads/placed/packet_waits.hpp"
#include "workloads/placement/legality.hpp"
#include "workloads/placement/solution_file.hpp"

namespace xdnasim::cli {
namespace {

std::filesystem::path file_of_device(const NetlistRequest& request,
                                     const netlist::Netlist& netlist) {
    if (request.device) return file_of_device_option(*request.device);
    try {
        return arch::find_device(placement::device_of(netlist.device));
    } catch (const base::InputError& error) {
        base::fail_at(netlist.device_place, error.what());
    }
}

void require_outputs(const NetlistRequest& request, const std::filesystem::path& device) {
    FileRoles files;
    files.reads(request.file, "the netlist");
    files.reads_device(device);
    if (request.check) files.reads(*request.check, "the result to check");
    if (request.output && *request.output != "-") files.writes("--output", *request.output);
    if (request.svg) files.writes("--svg", *request.svg);
    if (!request.plot) return;
    require_picture(*request.plot);
    files.writes("--plot", *request.plot);
}

base::ExitCode judge(const NetlistRequest& request, const netlist::Netlist& netlist,
                     const arch::Device& device) {
    if (!request.of_search.empty())
        throw base::InputError{fmt::format(
            "{}: --check does not search. Combine it only with --svg, --device and --set",
            request.of_search.front())};
    const base::Node result = base::load_json(*request.check);
    const placement::Array array{device, choices_of(request.settings, result.find("choices"))};
    const placement::Solution solution = read_solution(result, netlist, array);
    const std::vector<placement::Breach> found = breaches(netlist, array, solution);
    std::string report = solution_lines(netlist, array, solution);
    for (const placement::Breach& breach : found)
        report += labelled("breach", breach.text());
    const RunTrial trial = found.empty() ? try_run(netlist, device, solution) : RunTrial{};
    require_progress(trial);
    report += trial_lines(trial);
    if (request.svg) write_file(*request.svg, draw_svg(netlist, array, solution));
    write_stdout(report);
    if (found.empty()) return base::ExitCode::Done;
    throw base::Error{
        base::ExitCode::CheckFailed,
        fmt::format("not legal: {}",
                    found.size() == 1 ? "1 breach" : fmt::format("{} breaches", found.size()))};
}

void write_outputs(const NetlistRequest& request, const netlist::Netlist& netlist,
                   const placement::Array& array, const ChosenSolution& chosen,
                   const placement::Finding& finding) {
    const placement::Solution& solution = chosen.solution;
    const std::string report = method_line(finding) + solution_lines(netlist, array, solution) +
                               trial_lines(chosen.trial) +
                               solver_lines(finding, cost_of(netlist, array, solution).total());
    const bool to_stdout = request.output == "-";
    if (request.svg) write_file(*request.svg, draw_svg(netlist, array, solution));
    if (request.plot) draw("placement_cost.py", history_json(netlist, finding), *request.plot);
    if (request.output) {
        const std::string json = solution_json(netlist, array, solution, finding);
        if (to_stdout)
            write_stdout(json);
        else
            write_file(*request.output, json);
    }
    (to_stdout ? write_stderr : write_stdout)(report);
}

/// Throws InputError if the file is a result of `place`, which contains a netlist but is none.
void refuse_result(const std::string& file) {
    const base::Node root = base::load_json(file);
    if (root.is_map() && root.find("nodes") == nullptr && root.find("tiles") != nullptr)
        root.fail(
            "this netlist is placed already. Run it with `simulate`, or place the netlist that it "
            "was made of");
}

}  // namespace

base::ExitCode place_netlist(const NetlistRequest& request) {
    refuse_result(request.file);
    const netlist::Netlist netlist = netlist::load_netlist(request.file);
    const std::filesystem::path file = file_of_device(request, netlist);
    const arch::Device device = arch::load_device(file);
    require_outputs(request, file);
    if (request.check) return judge(request, netlist, device);
    const placement::Array array{device, choices_of(request.settings)};
    PlaceQuestion asked = request.question();
    require_placeable(netlist, array, asked.streams);
    asked.doubts = placed::doubts_about_runs(netlist, device, array.choices());
    const Found found = find_placement(asked, netlist, array);
    write_outputs(request, netlist, array, choose_solution(netlist, found.solutions, device),
                  found.finding);
    return base::ExitCode::Done;
}

}  // namespace xdnasim::cli
