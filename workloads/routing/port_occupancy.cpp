#include "workloads/routing/port_occupancy.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

#include "workloads/schedule/arbiters.hpp"
#include "workloads/schedule/match_slots.hpp"

namespace xdnasim::routing {

bool go_jointly(const schedule::Flow& a, const schedule::Flow& b) {
    return a.sinks.size() == 1 && schedule::are_joint(a, b);
}

PortOccupancy::PortOccupancy(std::span<const schedule::Flow> flows, const arch::RoutingGraph& graph,
                             std::span<const FlowPair> apart)
    : flows_{flows},
      graph_{graph},
      users_(boost::num_vertices(graph.graph())),
      history_(boost::num_vertices(graph.graph())) {
    for (std::size_t flow = 0; flow < flows.size(); ++flow) {
        const auto first = std::ranges::find_if(flows.first(flow), [&](const schedule::Flow& of) {
            return go_jointly(of, flows[flow]);
        });
        joint_.push_back(static_cast<std::size_t>(first - flows.begin()));
        any_joint_ = any_joint_ || joint_.back() != flow;
    }
    for (const auto& [one, other] : apart)
        apart_.insert(std::minmax(one, other));
}

void PortOccupancy::add(std::size_t flow, Vertex port) {
    users_[port].push_back(flow);
}

void PortOccupancy::lead(std::size_t flow, Vertex from, Vertex to) {
    const arch::Port& master = graph_.port(to);
    const bool in_switch = is_slave(from) && master.side == arch::PortSide::Master;
    if (in_switch && flows_[flow].mode == schedule::FlowMode::Packet)
        ways_[master.tile][{flow, from}].insert(master);
}

void PortOccupancy::remove(std::size_t flow, Vertex port) {
    std::erase(users_[port], flow);
    if (const auto ways = ways_.find(graph_.port(port).tile); ways != ways_.end())
        ways->second.erase({flow, port});
}

bool PortOccupancy::close_round() {
    bool any = false;
    for (Vertex port = 0; port < users_.size(); ++port) {
        if (const int over = overuse(port); over > 0) {
            history_[port] += over;
            any = true;
        }
    }
    return any;
}

int PortOccupancy::overuse(Vertex port, std::optional<std::size_t> newcomer) const {
    int flows = 0;
    int circuits = 0;
    std::uint32_t packet_ids = 0;
    std::vector<std::size_t> counted;
    const auto count = [&](std::size_t index) {
        if (any_joint_) {
            if (std::ranges::find(counted, joint_[index]) != counted.end()) return;
            counted.push_back(joint_[index]);
        }
        const schedule::Flow& flow = flows_[index];
        ++flows;
        if (flow.mode == schedule::FlowMode::Circuit) {
            ++circuits;
        } else {
            packet_ids |= std::uint32_t{1} << flow.packet_id;
        }
    };
    std::ranges::for_each(users_[port], count);
    if (newcomer) count(*newcomer);

    if (circuits > 0) return flows - 1;
    const int ids = std::popcount(packet_ids);
    const int over = flows - ids + missing_rules(port, ids);
    return apart_.empty() ? over : over + intruders(port, newcomer);
}

int PortOccupancy::missing_rules(Vertex port, int ids) const {
    if (!is_slave(port)) return ids > 0 ? missing_arbiters(port, std::nullopt) : 0;
    return ids > switch_of(port).packet_slots ? missing_slots(port, ids_by_way(port)) : 0;
}

bool PortOccupancy::is_slave(Vertex port) const {
    return graph_.port(port).side == arch::PortSide::Slave;
}

const arch::SwitchModel& PortOccupancy::switch_of(Vertex port) const {
    return graph_.device().model(graph_.port(port).tile).stream_switch;
}

const PortOccupancy::Ways& PortOccupancy::ways_in(arch::TileId tile) const {
    static const Ways none;
    const auto found = ways_.find(tile);
    return found == ways_.end() ? none : found->second;
}

PortOccupancy::Ids PortOccupancy::ids_by_way(Vertex slave) const {
    const Ways& ways = ways_in(graph_.port(slave).tile);
    Ids ids;
    for (const std::size_t flow : users_[slave]) {
        const auto way = ways.find({flow, slave});
        if (way != ways.end()) ids[way->second].insert(flows_[flow].packet_id);
    }
    return ids;
}

int PortOccupancy::missing_slots(Vertex slave, const Ids& ids) const {
    std::vector<std::set<int>> ways;
    for (const auto& [way, of_way] : ids)
        ways.push_back(of_way);
    const auto needed = static_cast<int>(schedule::match_slots(ways).size());
    return std::max(needed - switch_of(slave).packet_slots, 0);
}

int PortOccupancy::slots_missing_for(std::size_t flow, Vertex from, Vertex next) const {
    // Up to this number, each flow has a slot of its own.
    if (std::cmp_less(users_[from].size(), switch_of(from).packet_slots)) return 0;
    Ids ids = ids_by_way(from);
    const int before = missing_slots(from, ids);
    ids[{graph_.port(next)}].insert(flows_[flow].packet_id);
    return std::max(missing_slots(from, ids) - before, 0);
}

int PortOccupancy::missing_arbiters(Vertex port, std::optional<Vertex> next) const {
    const arch::SwitchModel& model = switch_of(port);
    const Ways& ways = ways_in(graph_.port(port).tile);
    // Up to this number, each set of masters has an arbiter of its own.
    if (std::cmp_less_equal(ways.size() + (next ? 1 : 0), model.arbiters)) return 0;
    std::set<schedule::Masters> all;
    for (const auto& [from, way] : ways)
        all.insert(way);
    if (next) all.insert({graph_.port(*next)});
    const auto needed = static_cast<int>(schedule::arbiters_for(all, model).size());
    return std::max(needed - model.arbiters, 0);
}

int PortOccupancy::rules_missing_for(std::size_t flow, Vertex from, Vertex next) const {
    const bool in_switch = is_slave(from) && !is_slave(next);
    if (!in_switch || flows_[flow].mode == schedule::FlowMode::Circuit) return 0;
    return slots_missing_for(flow, from, next) + missing_arbiters(next, next) -
           missing_arbiters(next, std::nullopt);
}

int PortOccupancy::intruders(Vertex port, std::optional<std::size_t> newcomer) const {
    std::vector<std::size_t> flows = users_[port];
    if (newcomer) flows.push_back(*newcomer);
    int found = 0;
    for (auto flow = flows.begin(); flow != flows.end(); ++flow)
        found += std::any_of(flows.begin(), flow, [&](std::size_t other) {
            return apart_.contains(std::minmax(*flow, other));
        });
    return found;
}

}  // namespace xdnasim::routing
