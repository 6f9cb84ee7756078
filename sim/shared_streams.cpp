#include "sim/shared_streams.hpp"

#include <algorithm>
#include <map>
#include <numeric>

#include <boost/pending/disjoint_sets.hpp>

namespace xdnasim::sim {

std::vector<std::vector<std::size_t>> flows_by_stream(const schedule::Schedule& schedule) {
    const std::size_t count = schedule.flows.size();
    std::vector<std::size_t> rank(count);
    std::vector<std::size_t> parent(count);
    std::iota(parent.begin(), parent.end(), std::size_t{0});
    boost::disjoint_sets sets{rank.data(), parent.data()};

    std::map<arch::Port, std::size_t> first_user;
    const auto use = [&](const arch::Port& port, std::size_t flow) {
        const auto [user, is_first] = first_user.try_emplace(port, flow);
        if (!is_first) sets.union_set(flow, user->second);
    };
    for (std::size_t flow = 0; flow < count; ++flow) {
        for (const schedule::Connection& connection : schedule.routes[flow].connections) {
            use(connection.slave, flow);
            use(connection.master, flow);
        }
        for (const arch::Port& sink : schedule.flows[flow].sinks)
            use(sink, flow);
    }

    std::map<std::size_t, std::size_t> stream_of_set;
    std::vector<std::vector<std::size_t>> streams;
    for (std::size_t flow = 0; flow < count; ++flow) {
        const auto [stream, is_new] =
            stream_of_set.try_emplace(sets.find_set(flow), streams.size());
        if (is_new) streams.emplace_back();
        streams[stream->second].push_back(flow);
    }
    return streams;
}

namespace {

std::vector<arch::Port> ports_out(const schedule::Flow& flow, const schedule::Route& route) {
    std::vector<arch::Port> ports;
    const auto add = [&](const arch::Port& port) {
        if (std::ranges::find(ports, port) == ports.end()) ports.push_back(port);
    };
    for (const schedule::Connection& connection : route.connections)
        add(connection.master);
    for (const arch::Port& sink : flow.sinks)
        add(sink);
    return ports;
}

}  // namespace

std::set<arch::Port> shared_ports(const schedule::Schedule& schedule,
                                  const std::vector<std::size_t>& flows) {
    std::map<arch::Port, int> users;
    for (const std::size_t flow : flows)
        for (const arch::Port& port : ports_out(schedule.flows[flow], schedule.routes[flow]))
            ++users[port];
    std::set<arch::Port> shared;
    for (const auto& [port, count] : users)
        if (count > 1) shared.insert(port);
    return shared;
}

std::vector<arch::Port> ports_among(const std::set<arch::Port>& shared, const schedule::Flow& flow,
                                    const schedule::Route& route) {
    std::vector<arch::Port> ports = ports_out(flow, route);
    std::erase_if(ports, [&](const arch::Port& port) { return !shared.contains(port); });
    return ports;
}

}  // namespace xdnasim::sim
