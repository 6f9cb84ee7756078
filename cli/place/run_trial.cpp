// The check of a placement, before it is written: whether it can be run, and whether its packets
// can get stuck.

#include <cstdint>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "base/number_format.hpp"
#include "cli/place/place_report.hpp"
#include "cli/text_layout.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/placed/packet_waits.hpp"
#include "workloads/placed/placed_parts.hpp"
#include "workloads/placed/placed_workload.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::cli {

namespace {

/// Objects per shim net, the default of a run.
constexpr std::int64_t kObjects = 4096;

/// Runs the netlist with objects of its own size and of 4 bytes, for which the timing differs.
/// Throws DeadlockError.
void run_both(const netlist::Netlist& netlist, const arch::Device& device,
              const placement::Solution& solution) {
    for (const netlist::Netlist& each : {netlist, placed::with_objects(netlist, arch::Bytes{4})}) {
        const auto workload = placed::workload_of(each, solution, kObjects);
        static_cast<void>(backends::make_systemc_backend()->run(
            mapping::map_workload(workload, device), device, {}));
    }
}

}  // namespace

RunTrial try_run(const netlist::Netlist& netlist, const arch::Device& device,
                 const placement::Solution& solution) {
    std::optional<placed::PacketCycle> cycle;
    try {
        const auto workload = placed::workload_of(netlist, solution, kObjects);
        const schedule::Schedule schedule = mapping::map_workload(workload, device);
        if (!has_packets(solution.routes)) return {};
        cycle = find_packet_cycle(workload->design(), schedule, device);
        if (cycle) run_both(netlist, device, solution);
    } catch (const base::DeadlockError&) {
        return {.gets_stuck = true, .packets = cycle->text};
    } catch (const base::InputError& error) {
        return {.obstacle = error.what()};
    }
    if (!cycle) return {.packets = "cannot wait for each other in a cycle"};
    return {.packets =
                fmt::format("no deadlock in simulated runs of {} objects per shim net (original "
                            "size and 4 bytes), but different timing could cause one: {}",
                            base::grouped(kObjects), cycle->text)};
}

std::string trial_lines(const RunTrial& trial) {
    if (!trial.obstacle.empty())
        return labelled("run", "this placement cannot be run: " + trial.obstacle);
    return trial.packets.empty() ? "" : labelled("packets", trial.packets);
}

void require_progress(const RunTrial& trial) {
    if (!trial.gets_stuck) return;
    throw base::Error{
        base::ExitCode::CheckFailed,
        fmt::format("the placement is legal, but its packets wait for each other in a cycle and "
                    "get stuck: {}",
                    trial.packets)};
}

ChosenSolution choose_solution(const netlist::Netlist& netlist,
                               const std::vector<placement::Solution>& found,
                               const arch::Device& device) {
    std::optional<ChosenSolution> without_program;
    std::optional<RunTrial> first_stuck;
    for (const placement::Solution& solution : found) {
        RunTrial trial = try_run(netlist, device, solution);
        if (trial.gets_stuck) {
            if (!first_stuck) first_stuck = std::move(trial);
            continue;
        }
        if (trial.obstacle.empty()) return {solution, std::move(trial)};
        if (!without_program) without_program = ChosenSolution{solution, std::move(trial)};
    }
    if (without_program) return *without_program;
    throw base::Error{
        base::ExitCode::CheckFailed,
        fmt::format("{} found, but packets of {} wait for each other in a cycle and get stuck: {}. "
                    "Try another --method or --seed, more --moves, fewer packets, or nets that "
                    "hold more objects",
                    found.size() == 1
                        ? std::string{"one legal placement was"}
                        : base::counted(std::ssize(found), "legal placement") + " were",
                    found.size() == 1 ? "it" : "each", first_stuck->packets)};
}

}  // namespace xdnasim::cli
