// Whether the packets of a placement can get stuck, found before anybody runs it.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "cli/place/place_report.hpp"
#include "cli/text_layout.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/placed/packet_waits.hpp"
#include "workloads/placed/placed_workload.hpp"

namespace xdnasim::cli {
namespace {

bool has_packets(const placement::Solution& solution) {
    return std::ranges::any_of(solution.routes, [](const placement::NetRoute& route) {
        return route.transport == placement::Transport::Packet;
    });
}

}  // namespace

std::string packets_line(const netlist::Netlist& netlist, const arch::Device& device,
                         const placement::Solution& solution) {
    constexpr std::int64_t kObjects = 256;
    if (!has_packets(solution)) return {};
    std::optional<std::string> cycle;
    try {
        const auto workload = placed::workload_of(netlist, solution, kObjects);
        const schedule::Schedule schedule = mapping::map_workload(workload, device);
        cycle = placed::find_packet_cycle(workload->design(), schedule, device);
        if (cycle) static_cast<void>(backends::make_systemc_backend()->run(schedule, device, {}));
    } catch (const base::DeadlockError&) {
        throw base::Error{
            base::ExitCode::CheckFailed,
            fmt::format(
                "the placement is legal, but its packets wait for each other in a cycle and "
                "get stuck: {}; allowed: another --method or --seed, fewer packets, or nets "
                "that hold more objects",
                *cycle)};
    } catch (const base::InputError& error) {
        return labelled("packets", fmt::format("this placement cannot be run: {}", error.what()));
    }
    if (!cycle) return labelled("packets", "cannot wait for each other in a cycle");
    return labelled("packets", fmt::format("a run with {} objects a net of a shim does not get "
                                           "stuck; with other times it may: {}",
                                           kObjects, *cycle));
}

}  // namespace xdnasim::cli
