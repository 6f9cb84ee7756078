#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "backends/mlir/write_parts.hpp"
#include "base/error.hpp"

namespace xdnasim::mlir {
namespace {

using arch::Port;
using Masters = std::set<Port>;

std::vector<PacketRule> rules_without_selects(const schedule::Schedule& schedule,
                                              arch::TileId tile) {
    std::vector<PacketRule> rules;
    for (std::size_t flow = 0; flow < schedule.flows.size(); ++flow) {
        if (schedule.flows[flow].mode != schedule::FlowMode::Packet) continue;
        std::map<Port, PacketRule> by_slave;
        int position = 0;
        for (const auto& [slave, master] : schedule.routes[flow].connections) {
            const int here = position++;
            if (slave.tile != tile) continue;
            const PacketRule fresh{slave, static_cast<int>(flow), here};
            by_slave.try_emplace(slave, fresh).first->second.masters.insert(master);
        }
        for (auto& [slave, rule] : by_slave)
            rules.push_back(std::move(rule));
    }
    return rules;
}

bool share_a_port(const Masters& a, const Masters& b) {
    return std::ranges::any_of(a, [&](const Port& port) { return b.contains(port); });
}

/// Sets of masters that one arbiter drives.
using Group = std::vector<Masters>;

/// Groups of which no two share a port.
std::vector<Group> groups_of(const std::set<Masters>& all) {
    std::vector<Group> groups;
    for (const Masters& masters : all) {
        Group joined{masters};
        for (auto group = groups.begin(); group != groups.end();) {
            const bool meets = std::ranges::any_of(
                *group, [&](const Masters& other) { return share_a_port(masters, other); });
            if (meets) joined.insert(joined.end(), group->begin(), group->end());
            group = meets ? groups.erase(group) : group + 1;
        }
        groups.push_back(std::move(joined));
    }
    return groups;
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
    std::vector<PacketRule> rules = rules_without_selects(schedule, tile);
    std::set<Masters> all;
    for (const PacketRule& rule : rules)
        all.insert(rule.masters);
    const arch::SwitchModel& model = device.model(tile).stream_switch;
    const std::vector<Group> groups = groups_of(all);
    require_at_most(groups.size(), model.arbiters, "arbiters", tile);
    std::map<Port, std::size_t> rules_of;
    for (const PacketRule& rule : rules)
        ++rules_of[rule.slave];
    for (const auto& [slave, count] : rules_of)
        require_at_most(count, model.packet_slots, "match slots of one port", tile);
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
