#include "workloads/placed/packet_waits.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "workloads/placed/marked_graph.hpp"
#include "workloads/placed/placed_mapping.hpp"

namespace xdnasim::placed {

using arch::Port;

namespace {

NetPair pair_of(NetId one, NetId other) {
    return std::minmax(one, other);
}

/// Reason why a net is stuck.
struct HeldUp {
    NetId by = 0;
    Port port{};
    /// Net whose packets have no room; nullopt: packets of `by` hold the port.
    std::optional<NetId> behind{};
};

class PacketWaits {
 public:
    PacketWaits(const PlacedDesign& design, const schedule::Schedule& schedule,
                const arch::Device& device)
        : netlist_{design.netlist},
          graph_{design, schedule, device},
          waits_(design.netlist.nets.size()) {
        find_ports(design, schedule);
        for (const auto& [port, nets] : users_)
            if (nets.size() > 1) sharing_.insert(nets.begin(), nets.end());
        if (sharing_.empty()) return;
        for (const auto& [stuck, ports] : ports_)
            add_waits_for(stuck);
    }

    [[nodiscard]] std::optional<PacketCycle> cycle() {
        for (const NetId net : sharing_)
            if (marks_[net] == Mark::New && visit(net)) return found();
        return std::nullopt;
    }

 private:
    enum class Mark : std::uint8_t { New, Open, Done };

    /// Records the ports of packet nets. Flows are in the order of the nets. Nets that share a
    /// sending channel also share its port.
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

    /// Adds the nets that are blocked when `stuck` stops. In a cycle of such waits all nets are
    /// stuck.
    void add_waits_for(NetId stuck) {
        const std::vector<std::int64_t> counts = graph_.counts_without(stuck);
        for (const auto& [blocking, its_ports] : ports_) {
            if (blocking == stuck || !graph_.blocks(blocking, counts)) continue;
            apart_.insert(pair_of(stuck, blocking));
            for (const Port& port : its_ports)
                for (const NetId behind : users_[port])
                    if (behind != blocking) add(behind, {stuck, port, blocking});
        }
        // A packet holds its first ports while it waits at a later one.
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

    [[nodiscard]] PacketCycle found() const {
        PacketCycle cycle{text(), apart_, {}};
        for (const auto& [net, wait] : path_)
            cycle.apart.insert(pair_of(net, wait.behind.value_or(wait.by)));
        for (const auto& [port, nets] : users_) {
            if (port.bundle == arch::Bundle::Dma) continue;
            for (const NetId one : nets)
                for (const NetId other : nets)
                    if (one != other && cycle.apart.contains(pair_of(one, other)))
                        cycle.blocking.insert(one);
        }
        return cycle;
    }

    [[nodiscard]] std::string text() const {
        std::string text;
        for (const auto& [net, wait] : path_) {
            text += text.empty() ? "" : "; ";
            text += fmt::format("{} waits at {} behind {}", name_of(netlist_, net),
                                arch::to_string(wait.port),
                                name_of(netlist_, wait.behind.value_or(wait.by)));
            text += wait.behind
                        ? fmt::format(", which gets no more room until {} brings more objects",
                                      name_of(netlist_, wait.by))
                        : std::string{", which waits at a later port"};
        }
        return text;
    }

    const Netlist& netlist_;
    MarkedGraph graph_;
    /// Ports of packet nets, in the order in which packets reach them.
    std::map<NetId, std::vector<Port>> ports_;
    std::map<Port, std::set<NetId>> users_;
    std::set<NetId> sharing_;
    NetPairs apart_;
    std::vector<std::vector<std::pair<NetId, HeldUp>>> waits_;  ///< indexed by the net that stops
    std::map<NetId, Mark> marks_;
    std::vector<std::pair<NetId, HeldUp>> path_;
};

}  // namespace

std::optional<PacketCycle> find_packet_cycle(const PlacedDesign& design,
                                             const schedule::Schedule& schedule,
                                             const arch::Device& device) {
    return PacketWaits{design, schedule, device}.cycle();
}

}  // namespace xdnasim::placed
