#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "backends/mlir/conventions.hpp"
#include "backends/mlir/write_parts.hpp"
#include "base/error.hpp"
#include "workloads/schedule/arbiters.hpp"
#include "workloads/schedule/match_slots.hpp"

namespace xdnasim::mlir {
namespace {

using arch::Port;
using schedule::Masters;

/// A flow that enters a switch at a slave port, and the master ports at which it leaves.
struct Arrival {
    Passing passing;
    int packet_id = 0;
    Masters masters{};
};

std::map<Port, std::vector<Arrival>> arrivals_at(const schedule::Schedule& schedule,
                                                 arch::TileId tile) {
    std::map<Port, std::vector<Arrival>> arrivals;
    for (std::size_t number = 0; number < schedule.flows.size(); ++number) {
        const schedule::Flow& flow = schedule.flows[number];
        if (flow.mode != schedule::FlowMode::Packet) continue;
        std::map<Port, Arrival> by_slave;
        int position = 0;
        for (const auto& [slave, master] : schedule.routes[number].connections) {
            const Passing passing{static_cast<int>(number), position++};
            if (slave.tile != tile) continue;
            by_slave.try_emplace(slave, Arrival{passing, flow.packet_id})
                .first->second.masters.insert(master);
        }
        for (auto& [slave, arrival] : by_slave)
            arrivals[slave].push_back(std::move(arrival));
    }
    return arrivals;
}

/// Returns match slots for `ways`, the ids of each set of masters: one slot per id if the port has
/// enough slots, else ids with the same masters share slots.
std::vector<schedule::MatchSlot> slots_of(const std::vector<std::set<int>>& ways, int slots) {
    std::vector<schedule::MatchSlot> each;
    for (std::size_t way = 0; way < ways.size(); ++way)
        for (const int id : ways[way])
            each.push_back({.way = way, .mask = kWholePacketId, .value = id});
    return std::cmp_less_equal(each.size(), slots) ? each : schedule::match_slots(ways);
}

std::vector<PacketRule> rules_of(const Port& slave, const std::vector<Arrival>& arrivals,
                                 int slots) {
    std::vector<Masters> masters;
    std::vector<std::set<int>> ways;
    for (const Arrival& arrival : arrivals) {
        const auto way = std::ranges::find(masters, arrival.masters) - masters.begin();
        if (way == std::ssize(masters)) {
            masters.push_back(arrival.masters);
            ways.emplace_back();
        }
        ways[static_cast<std::size_t>(way)].insert(arrival.packet_id);
    }
    std::vector<PacketRule> rules;
    for (const schedule::MatchSlot& slot : slots_of(ways, slots)) {
        PacketRule rule{slave, slot.mask, slot.value, masters[slot.way]};
        for (const Arrival& arrival : arrivals)
            if (slot.takes(arrival.packet_id)) rule.flows.push_back(arrival.passing);
        rules.push_back(std::move(rule));
    }
    return rules;
}

void require_at_most(std::size_t count, int allowed, const char* what, arch::TileId tile) {
    if (count <= static_cast<std::size_t>(allowed)) return;
    throw base::InputError{
        fmt::format("the packet flows through the switch of {} need {} {}; it has {}",
                    to_string(tile), count, what, allowed)};
}

}  // namespace

std::vector<PacketRule> packet_rules(const schedule::Schedule& schedule, const arch::Device& device,
                                     arch::TileId tile) {
    const arch::SwitchModel& model = device.model(tile).stream_switch;
    std::vector<PacketRule> rules;
    for (const auto& [slave, arrivals] : arrivals_at(schedule, tile)) {
        const std::vector<PacketRule> of_port = rules_of(slave, arrivals, model.packet_slots);
        require_at_most(of_port.size(), model.packet_slots, "match slots of one port", tile);
        rules.insert(rules.end(), of_port.begin(), of_port.end());
    }
    std::ranges::stable_sort(rules, {}, [](const PacketRule& rule) { return rule.flows[0].flow; });
    std::set<Masters> all;
    for (const PacketRule& rule : rules)
        all.insert(rule.masters);
    const std::vector<schedule::Arbiter> groups = schedule::arbiters_for(all, model);
    require_at_most(groups.size(), model.arbiters, "arbiters", tile);
    std::map<Masters, ArbiterSelect> selects;
    for (std::size_t arbiter = 0; arbiter < groups.size(); ++arbiter) {
        require_at_most(groups[arbiter].size(), model.msels, "selects of one arbiter", tile);
        int select = 0;
        for (const Masters& masters : groups[arbiter])
            selects[masters] = {static_cast<int>(arbiter), select++};
    }
    for (PacketRule& rule : rules)
        rule.select = selects.at(rule.masters);
    return rules;
}

}  // namespace xdnasim::mlir
