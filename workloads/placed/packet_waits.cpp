#include "workloads/placed/packet_waits.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "workloads/placed/placed_mapping.hpp"

namespace xdnasim::placed {

using arch::Port;
using arch::TileKind;

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max() / 4;

/// `to` happens at most `tokens` times more often than `from`.
struct Bound {
    std::size_t to = 0;
    std::int64_t tokens = 0;
};

/// What happens in a netlist: core c fires (c), net n is carried to its sinks (cores + n).
class MarkedGraph {
 public:
    /// `on_way`: objects of each net that find room in the FIFOs of its stream.
    MarkedGraph(const PlacedDesign& design, const std::vector<std::int64_t>& on_way)
        : netlist_{design.netlist},
          on_way_{on_way},
          bounds_(netlist_.cores.size() + netlist_.nets.size()),
          supplies_(netlist_.nets.size()),
          rooms_(netlist_.nets.size()) {
        for (NetId id = 0; id < netlist_.net_count(); ++id)
            add_net(id, design.solution.routes[static_cast<std::size_t>(id)]);
        for (const Link& link : netlist_.links)
            add_link(link);
    }

    /// How often everything happens when `stuck` is not carried any more.
    [[nodiscard]] std::vector<std::int64_t> counts_without(NetId stuck) const {
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

    /// Whether the net's source has objects that its sinks have no buffer for.
    [[nodiscard]] bool blocks(NetId net, const std::vector<std::int64_t>& counts) const {
        const std::int64_t room = least(rooms_[static_cast<std::size_t>(net)], counts);
        return room != kNever && least(supplies_[static_cast<std::size_t>(net)], counts) > room;
    }

 private:
    [[nodiscard]] std::size_t carried(NetId net) const {
        return netlist_.cores.size() + static_cast<std::size_t>(net);
    }
    [[nodiscard]] static std::int64_t least(const std::vector<Bound>& by,
                                            const std::vector<std::int64_t>& counts) {
        std::int64_t least = kNever;
        for (const Bound& bound : by)
            if (counts[bound.to] != kNever)
                least = std::min(least, counts[bound.to] + bound.tokens);
        return least;
    }
    /// Room at an end of a net for so many objects more than `from` happens; its stream holds some,
    /// too.
    void add_room(NetId net, std::size_t from, std::int64_t tokens) {
        rooms_[static_cast<std::size_t>(net)].push_back({from, tokens});
        bound(carried(net), from, tokens + on_way_[static_cast<std::size_t>(net)]);
    }
    void bound(std::size_t to, std::size_t from, std::int64_t tokens) {
        bounds_[from].push_back({to, tokens});
    }
    [[nodiscard]] bool is_core(CoreId core) const {
        return netlist_.kind(core) == TileKind::CompTile;
    }

    void add_net(NetId id, const placement::NetRoute& route) {
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

    /// All parts of an object pass through one set of buffers.
    void add_link(const Link& link) {
        const int depth = netlist_.link_depth(link);
        for (const NetId in : link.in)
            for (const NetId out : link.out) {
                const int tokens = netlist_.net(out).initial_tokens;
                bound(carried(out), carried(in), tokens);
                add_room(in, carried(out), std::max(depth - tokens, 0));
                supplies_[static_cast<std::size_t>(out)].push_back({carried(in), tokens});
            }
    }

    const Netlist& netlist_;
    const std::vector<std::int64_t>& on_way_;
    std::vector<std::vector<Bound>> bounds_;    ///< by what bounds
    std::vector<std::vector<Bound>> supplies_;  ///< by net: what gives it objects; none: a shim
    std::vector<std::vector<Bound>> rooms_;     ///< by net: what makes room for it; none: a shim
};

/// Objects that find room in the FIFOs of the switches and of the sink's DMA, begun ones too.
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
            device.timing.switch_beats *
                (device.timing.switch_hop * std::int64_t{std::ranges::max(hops)}).count();
        const std::int64_t object = design.netlist.net(id).object.count();
        objects[static_cast<std::size_t>(id)] =
            (beats * device.stream_width.count() + object - 1) / object;
    }
    return objects;
}

/// Why a net is stuck when another is.
struct HeldUp {
    NetId by = 0;
    Port port{};
    std::optional<NetId> behind{};  ///< whose packets have no room; nullopt: those of `by`
};

class PacketWaits {
 public:
    PacketWaits(const PlacedDesign& design, const schedule::Schedule& schedule,
                const arch::Device& device)
        : netlist_{design.netlist},
          on_way_{objects_on_way(design, schedule, device)},
          graph_{design, on_way_},
          waits_(design.netlist.nets.size()) {
        find_ports(design, schedule);
        for (const auto& [port, nets] : users_)
            if (nets.size() > 1) sharing_.insert(nets.begin(), nets.end());
        for (const NetId stuck : sharing_)
            add_waits_for(stuck);
    }

    [[nodiscard]] std::optional<std::string> cycle() {
        for (const NetId net : sharing_)
            if (marks_[net] == Mark::New && visit(net)) return text();
        return std::nullopt;
    }

 private:
    enum class Mark : std::uint8_t { New, Open, Done };

    /// Flows stand in the order of the nets. Nets that one channel sends leave in turn.
    void find_ports(const PlacedDesign& design, const schedule::Schedule& schedule) {
        std::size_t flow = 0;
        for (NetId id = 0; id < netlist_.net_count(); ++id) {
            const auto transport = design.solution.routes[static_cast<std::size_t>(id)].transport;
            if (!is_stream(transport)) continue;
            const std::size_t at = flow++;
            if (transport != placement::Transport::Packet) continue;
            std::vector<Port>& ports = ports_[id];
            ports.push_back(schedule.flows[at].source);
            for (const schedule::Connection& connection : schedule.routes[at].connections)
                ports.push_back(connection.master);
            for (const Port& port : ports)
                users_[port].insert(id);
        }
    }

    /// In a cycle of such waits all are stuck.
    void add_waits_for(NetId stuck) {
        const std::vector<std::int64_t> counts = graph_.counts_without(stuck);
        for (const NetId blocking : sharing_) {
            if (blocking == stuck || !graph_.blocks(blocking, counts)) continue;
            for (const Port& port : ports_[blocking])
                for (const NetId behind : users_[port])
                    if (behind != blocking) add(behind, {stuck, port, blocking});
        }
        // It holds its first ports while it stands before a later one.
        const std::vector<Port>& ports = ports_[stuck];
        const auto last = std::ranges::find_if(ports.rbegin(), ports.rend(), [&](const Port& port) {
            return users_[port].size() > 1;
        });
        for (auto port = ports.begin(); last != ports.rend() && &*port != &*last; ++port)
            for (const NetId behind : users_[*port])
                if (behind != stuck) add(behind, {stuck, *port, std::nullopt});
    }

    void add(NetId held_up, const HeldUp& wait) {
        waits_[static_cast<std::size_t>(wait.by)].emplace_back(held_up, wait);
    }

    bool visit(NetId net) {
        marks_[net] = Mark::Open;
        for (const auto& step : waits_[static_cast<std::size_t>(net)]) {
            const NetId next = step.first;
            const Mark mark = marks_[next];
            if (mark == Mark::Done) continue;
            path_.push_back(step);
            if (mark == Mark::Open) {
                const auto first = std::ranges::find_if(
                    path_, [&](const auto& on_path) { return on_path.second.by == next; });
                path_.erase(path_.begin(), first);
                return true;
            }
            if (visit(next)) return true;
            path_.pop_back();
        }
        marks_[net] = Mark::Done;
        return false;
    }

    [[nodiscard]] std::string text() const {
        std::string text;
        for (const auto& [net, wait] : path_) {
            text += text.empty() ? "" : "; ";
            text += fmt::format("{} stands at {} behind {}", name_of(netlist_, net),
                                arch::to_string(wait.port),
                                name_of(netlist_, wait.behind.value_or(wait.by)));
            text += wait.behind ? fmt::format(
                                      ", which gets no more room when {} brings no more "
                                      "objects",
                                      name_of(netlist_, wait.by))
                                : std::string{", which stands at a later port"};
        }
        return text;
    }

    const Netlist& netlist_;
    std::vector<std::int64_t> on_way_;
    MarkedGraph graph_;
    std::map<NetId, std::vector<Port>> ports_;  ///< of nets in packets, as they come to them
    std::map<Port, std::set<NetId>> users_;
    std::set<NetId> sharing_;
    std::vector<std::vector<std::pair<NetId, HeldUp>>> waits_;  ///< by the net that is stuck
    std::map<NetId, Mark> marks_;
    std::vector<std::pair<NetId, HeldUp>> path_;
};

}  // namespace

std::optional<std::string> find_packet_cycle(const PlacedDesign& design,
                                             const schedule::Schedule& schedule,
                                             const arch::Device& device) {
    return PacketWaits{design, schedule, device}.cycle();
}

}  // namespace xdnasim::placed
