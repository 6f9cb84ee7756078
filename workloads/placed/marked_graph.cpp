#include "workloads/placed/marked_graph.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace xdnasim::placed {

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max() / 4;

/// Objects that fit into the FIFOs of the switches and of the sink's DMA, including partial ones.
std::vector<std::int64_t> objects_on_way(const PlacedDesign& design,
                                         const schedule::Schedule& schedule,
                                         const arch::Device& device) {
    std::vector<std::int64_t> objects(design.netlist.nets.size(), 0);
    std::size_t flow = 0;
    for (NetId id = 0; id < design.netlist.net_count(); ++id) {
        if (!is_stream(design.solution.routes[static_cast<std::size_t>(id)].transport)) continue;
        const std::vector<int>& hops = schedule.routes[flow++].hops;
        const std::int64_t beats =
            device.timing.ingress_fifo_beats +
            device.timing.switch_beats * device.timing.latency_of(std::ranges::max(hops)).count();
        const std::int64_t object = design.netlist.net(id).object.count();
        objects[static_cast<std::size_t>(id)] =
            (beats * device.stream_width.count() + object - 1) / object;
    }
    return objects;
}

}  // namespace

MarkedGraph::MarkedGraph(const PlacedDesign& design, const schedule::Schedule& schedule,
                         const arch::Device& device)
    : netlist_{design.netlist},
      on_way_{objects_on_way(design, schedule, device)},
      bounds_(netlist_.cores.size() + netlist_.nets.size()),
      supplies_(netlist_.nets.size()),
      rooms_(netlist_.nets.size()) {
    for (NetId id = 0; id < netlist_.net_count(); ++id)
        add_net(id, design.solution.routes[static_cast<std::size_t>(id)]);
    for (const Link& link : netlist_.links)
        add_link(link);
}

std::vector<std::int64_t> MarkedGraph::counts_without(NetId stuck) const {
    std::vector<std::int64_t> counts(bounds_.size(), kNever);
    using Entry = std::pair<std::int64_t, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    counts[carried(stuck)] = 0;
    queue.emplace(0, carried(stuck));
    while (!queue.empty()) {
        const auto [count, from] = queue.top();
        queue.pop();
        if (count > counts[from]) continue;
        for (const Bound& bound : bounds_[from]) {
            const std::int64_t most = count + bound.tokens;
            if (most >= counts[bound.to]) continue;
            counts[bound.to] = most;
            queue.emplace(most, bound.to);
        }
    }
    return counts;
}

bool MarkedGraph::blocks(NetId net, const std::vector<std::int64_t>& counts) const {
    const std::int64_t room = least(rooms_[static_cast<std::size_t>(net)], counts);
    return room != kNever && least(supplies_[static_cast<std::size_t>(net)], counts) > room;
}

std::int64_t MarkedGraph::least(const std::vector<Bound>& by,
                                const std::vector<std::int64_t>& counts) {
    std::int64_t least = kNever;
    for (const Bound& bound : by)
        if (counts[bound.to] != kNever) least = std::min(least, counts[bound.to] + bound.tokens);
    return least;
}

void MarkedGraph::add_room(NetId net, std::size_t from, std::int64_t tokens) {
    rooms_[static_cast<std::size_t>(net)].push_back({from, tokens});
    bound(carried(net), from, tokens + on_way_[static_cast<std::size_t>(net)]);
}

void MarkedGraph::add_net(NetId id, const placement::NetRoute& route) {
    const Net& net = netlist_.net(id);
    const auto source = static_cast<std::size_t>(net.source);
    const std::size_t way = carried(id);
    const bool shared = !is_stream(route.transport);
    if (is_core(net.source)) {
        bound(way, source, net.initial_tokens);
        bound(source, way, std::max((shared ? 0 : net.depths.front()) - net.initial_tokens, 0));
        supplies_[static_cast<std::size_t>(id)].push_back({source, net.initial_tokens});
    }
    for (std::size_t i = 0; i < net.sinks.size(); ++i) {
        if (!is_core(net.sinks[i])) continue;
        const auto sink = static_cast<std::size_t>(net.sinks[i]);
        bound(sink, way, 0);
        add_room(id, sink, shared ? net.max_depth() : net.sink_depth(i));
    }
}

/// Adds the bounds of a link: all parts of an object pass through one set of buffers.
void MarkedGraph::add_link(const Link& link) {
    const int depth = netlist_.link_depth(link);
    for (const NetId in : link.in)
        for (const NetId out : link.out) {
            const int tokens = netlist_.net(out).initial_tokens;
            bound(carried(out), carried(in), tokens);
            add_room(in, carried(out), std::max(depth - tokens, 0));
            supplies_[static_cast<std::size_t>(out)].push_back({carried(in), tokens});
        }
}

}  // namespace xdnasim::placed
