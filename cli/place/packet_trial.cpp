// Whether the packets of a placement can get stuck, found before anybody runs it.

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

namespace xdnasim::cli {

namespace {

/// As many as a run has where nobody says otherwise.
constexpr std::int64_t kObjects = 4096;

/// Runs the netlist with its own objects and with small ones, which come at other times. Throws
/// DeadlockError.
void run_both(const netlist::Netlist& netlist, const arch::Device& device,
              const placement::Solution& solution) {
    for (const netlist::Netlist& each : {netlist, placed::with_objects(netlist, arch::Bytes{4})}) {
        const auto workload = placed::workload_of(each, solution, kObjects);
        static_cast<void>(backends::make_systemc_backend()->run(
            mapping::map_workload(workload, device), device, {}));
    }
}

}  // namespace

PacketTrial try_packets(const netlist::Netlist& netlist, const arch::Device& device,
                        const placement::Solution& solution) {
    if (!has_packets(solution.routes)) return {};
    std::optional<placed::PacketCycle> cycle;
    try {
        const auto workload = placed::workload_of(netlist, solution, kObjects);
        cycle =
            find_packet_cycle(workload->design(), mapping::map_workload(workload, device), device);
        if (cycle) run_both(netlist, device, solution);
    } catch (const base::DeadlockError&) {
        return {.gets_stuck = true, .text = cycle->text};
    } catch (const base::InputError& error) {
        return {.text = fmt::format("this placement cannot be run: {}", error.what())};
    }
    if (!cycle) return {.text = "cannot wait for each other in a cycle"};
    return {.text = fmt::format("runs with {} objects a net of a shim, of their own size and of 4 "
                                "bytes, do not get stuck; with other times they may: {}",
                                base::grouped(kObjects), cycle->text)};
}

std::string packets_line(const PacketTrial& trial) {
    return trial.text.empty() ? "" : labelled("packets", trial.text);
}

void require_progress(const PacketTrial& trial) {
    if (!trial.gets_stuck) return;
    throw base::Error{
        base::ExitCode::CheckFailed,
        fmt::format("the placement is legal, but its packets wait for each other in a cycle and "
                    "get stuck: {}",
                    trial.text)};
}

ChosenSolution choose_solution(const netlist::Netlist& netlist,
                               const std::vector<placement::Solution>& found,
                               const arch::Device& device) {
    std::optional<PacketTrial> first;
    for (const placement::Solution& solution : found) {
        PacketTrial trial = try_packets(netlist, device, solution);
        if (!trial.gets_stuck) return {solution, std::move(trial)};
        if (!first) first = std::move(trial);
    }
    throw base::Error{
        base::ExitCode::CheckFailed,
        fmt::format("{} found, but packets of {} wait for each other in a cycle and get stuck: {}; "
                    "allowed: another --method or --seed, more --moves, fewer packets, or nets "
                    "that hold more objects",
                    found.size() == 1
                        ? std::string{"one legal placement was"}
                        : base::counted(std::ssize(found), "legal placement") + " were",
                    found.size() == 1 ? "it" : "each", first->text)};
}

}  // namespace xdnasim::cli
