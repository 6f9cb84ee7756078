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
#include "workloads/placed/placed_workload.hpp"

namespace xdnasim::cli {

PacketTrial try_packets(const netlist::Netlist& netlist, const arch::Device& device,
                        const placement::Solution& solution) {
    constexpr std::int64_t kObjects = 256;
    if (!has_packets(solution.routes)) return {};
    std::optional<placed::PacketCycle> cycle;
    try {
        const auto workload = placed::workload_of(netlist, solution, kObjects);
        const schedule::Schedule schedule = mapping::map_workload(workload, device);
        cycle = find_packet_cycle(workload->design(), schedule, device);
        if (cycle) static_cast<void>(backends::make_systemc_backend()->run(schedule, device, {}));
    } catch (const base::DeadlockError&) {
        return {.gets_stuck = true, .text = cycle->text};
    } catch (const base::InputError& error) {
        return {.text = fmt::format("this placement cannot be run: {}", error.what())};
    }
    if (!cycle) return {.text = "cannot wait for each other in a cycle"};
    return {.text = fmt::format("a run with {} objects a net of a shim does not get stuck; with "
                                "other times it may: {}",
                                kObjects, cycle->text)};
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
