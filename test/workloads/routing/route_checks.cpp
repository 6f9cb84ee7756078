#include "test/workloads/routing/route_checks.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "arch/routing_graph.hpp"

namespace xdnasim::routing {

namespace {

using arch::Device;
using arch::Port;
using schedule::Flow;
using schedule::FlowMode;
using schedule::Route;

void expect_tree(const Flow& flow, const Route& route, const Device& device) {
    std::map<Port, int> hops_to{{arch::switch_port(device, flow.source), 0}};
    std::set<Port> leaves;
    for (const auto& [slave, master] : route.connections) {
        EXPECT_TRUE(arch::can_connect(device, slave, master))
            << flow.name << ": " << to_string(slave) << " to " << to_string(master);
        ASSERT_TRUE(hops_to.contains(slave)) << flow.name << ": nothing feeds " << to_string(slave);
        const int hops = hops_to[slave] + 1;
        EXPECT_TRUE(hops_to.emplace(master, hops).second)
            << flow.name << ": two slaves drive " << to_string(master);
        leaves.erase(slave);
        if (const auto next = arch::wired_to(device, master)) {
            EXPECT_TRUE(hops_to.emplace(*next, hops).second);
            leaves.insert(*next);
        } else {
            leaves.insert(master);
        }
    }
    ASSERT_EQ(route.hops.size(), flow.sinks.size());
    std::set<Port> sinks;
    for (std::size_t i = 0; i < flow.sinks.size(); ++i) {
        const Port sink = arch::switch_port(device, flow.sinks[i]);
        sinks.insert(sink);
        EXPECT_EQ(route.hops[i], hops_to[sink]) << flow.name << " at " << to_string(sink);
    }
    EXPECT_EQ(leaves, sinks) << flow.name << " leads elsewhere than to its sinks";
}

/// A flow through a port, and the ports to which it continues from there.
struct User {
    const Flow* flow;
    std::set<Port> next;
};

/// Least number of match slots for the ids `left`. A slot takes all ids that agree in the bits of
/// its mask, and must take none of `others`. Tries all masks for the slot of the lowest id.
int least_slots(const std::set<int>& left, const std::set<int>& others) {
    if (left.empty()) return 0;
    int least = static_cast<int>(left.size());
    for (int mask = 0; mask <= arch::kMaxPacketId; ++mask) {
        const auto takes = [&](int id) { return (id & mask) == (*left.begin() & mask); };
        if (std::ranges::any_of(others, takes)) continue;
        std::set<int> rest;
        std::ranges::copy_if(left, std::inserter(rest, rest.end()), std::not_fn(takes));
        if (rest.size() + 1 < left.size()) least = std::min(least, 1 + least_slots(rest, others));
    }
    return least;
}

int least_slots(const std::vector<User>& users) {
    std::map<std::set<Port>, std::set<int>> ids;
    for (const auto& [flow, next] : users)
        ids[next].insert(flow->packet_id);
    int slots = 0;
    for (const auto& [way, of_way] : ids) {
        std::set<int> others;
        for (const auto& [other, of_other] : ids)
            if (other != way) others.insert(of_other.begin(), of_other.end());
        slots += least_slots(of_way, others);
    }
    return slots;
}

void expect_shareable(const Port& port, const std::vector<User>& users, const Device& device) {
    if (users.size() == 1) return;
    std::set<int> ids;
    for (const auto& [flow, next] : users) {
        EXPECT_EQ(flow->mode, FlowMode::Packet) << flow->name << " shares " << to_string(port);
        if (ids.insert(flow->packet_id).second) continue;
        // Flows with the same id may share the port only if they have the same sinks and the same
        // way from here.
        for (const User& other : users) {
            if (other.flow->packet_id != flow->packet_id) continue;
            EXPECT_EQ(other.flow->sinks, flow->sinks) << "same id on " << to_string(port);
            EXPECT_EQ(other.next, next) << "one id goes two ways from " << to_string(port);
        }
    }
    if (port.side == arch::PortSide::Master) return;
    EXPECT_LE(least_slots(users), device.model(port.tile).stream_switch.packet_slots)
        << to_string(port);
}

}  // namespace

void expect_legal(std::span<const Flow> flows, std::span<const Route> routes,
                  const Device& device) {
    ASSERT_EQ(routes.size(), flows.size());
    std::map<Port, std::vector<User>> users;
    for (std::size_t i = 0; i < flows.size(); ++i) {
        expect_tree(flows[i], routes[i], device);
        std::map<Port, std::set<Port>> ports;
        for (const auto& [slave, master] : routes[i].connections) {
            ports[slave].insert(master);
            ports[master];
        }
        for (const auto& [port, next] : ports)
            users[port].push_back({&flows[i], next});
    }
    for (const auto& [port, flows_on_it] : users)
        expect_shareable(port, flows_on_it, device);
}

}  // namespace xdnasim::routing
