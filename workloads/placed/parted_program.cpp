// Programs in which packets that could wait for each other use separate ports, and the handling of
// placements without a program.

#include "base/error.hpp"
#include "workloads/placed/packet_waits.hpp"
#include "workloads/placed/placed_mapping.hpp"

namespace xdnasim::placed {

/// Keeps the nets of each cycle of waits apart, until there is no cycle or no other way.
schedule::Schedule program_of(const PlacedDesign& design, const arch::Device& device) {
    constexpr int kMaxTries = 8;
    NetPairs apart;
    schedule::Schedule schedule = Mapping{design, device, apart}.run();
    if (!has_packets(design.solution.routes)) return schedule;
    for (int tries = 0; tries < kMaxTries; ++tries) {
        const std::optional<PacketCycle> cycle = find_packet_cycle(design, schedule, device);
        if (!cycle) break;
        const std::size_t before = apart.size();
        apart.insert(cycle->apart.begin(), cycle->apart.end());
        if (apart.size() == before) break;
        try {
            schedule = Mapping{design, device, apart}.run();
        } catch (const base::InputError&) {
            break;  // there are not enough ports
        }
    }
    return schedule;
}

namespace {

/// Could the netlist run on some placement? Judged with all nets as streams, which have the most
/// room.
bool may_run(const Netlist& netlist) {
    try {
        static_cast<void>(workload_of(netlist, {{}, placement::Routes(netlist.nets.size())}, 1));
        return true;
    } catch (const base::InputError&) {
        return false;
    }
}

bool is_of_the_device(const placement::Choices& choices) {
    return choices.links == placement::LinkCounts::Device &&
           choices.memory == placement::MemorySide::West;
}

}  // namespace

std::function<std::optional<placement::Doubt>(const placement::Solution&)> doubts_about_runs(
    const Netlist& netlist, const arch::Device& device, const placement::Choices& choices) {
    if (!may_run(netlist)) return [](const placement::Solution&) { return std::nullopt; };
    const bool may_run_as_circuits = is_of_the_device(choices);
    return [&netlist, &device, may_run_as_circuits](
               const placement::Solution& solution) -> std::optional<placement::Doubt> {
        const bool with_packets = has_packets(solution.routes);
        if (!with_packets && !may_run_as_circuits) return std::nullopt;
        try {
            const auto workload = workload_of(netlist, solution, 1);
            const schedule::Schedule schedule = program_of(workload->design(), device);
            if (!with_packets) return std::nullopt;
            const auto cycle = find_packet_cycle(workload->design(), schedule, device);
            if (!cycle) return std::nullopt;
            return placement::Doubt{placement::Doubt::Kind::MayGetStuck, cycle->blocking};
        } catch (const base::InputError&) {
            return placement::Doubt{placement::Doubt::Kind::CannotRun, {}};
        }
    };
}

}  // namespace xdnasim::placed
