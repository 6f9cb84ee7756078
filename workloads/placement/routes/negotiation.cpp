#include <algorithm>
#include <utility>

#include "workloads/placement/routes/resource_graph.hpp"
#include "workloads/placement/routes/router.hpp"

namespace xdnasim::placement {

std::string to_string(StreamMode mode) {
    switch (mode) {
        case StreamMode::Mixed:
            return "mixed";
        case StreamMode::Circuit:
            return "circuit";
        case StreamMode::Packet:
            break;
    }
    return "packet";
}

std::string to_string(RouterKind kind) {
    switch (kind) {
        case RouterKind::Negotiated:
            return "negotiated";
        case RouterKind::Exact:
            break;
    }
    return "exact";
}

namespace {

constexpr int kMaxRounds = 40;

/// The transports that a net may use; the cheapest under the present load is chosen.
std::vector<Transport> transports(const Netlist& netlist, NetId net, StreamMode mode) {
    switch (netlist.net(net).carrier) {
        case netlist::Carrier::Circuit:
            return {Transport::Circuit};
        case netlist::Carrier::Packet:
            return {Transport::Packet};
        case netlist::Carrier::Any:
            break;
    }
    switch (mode) {
        case StreamMode::Mixed:
            if (netlist.is_shareable(net)) return {Transport::Circuit, Transport::Packet};
            return {Transport::Circuit};
        case StreamMode::Circuit:
            return {Transport::Circuit};
        case StreamMode::Packet:
            break;
    }
    return {Transport::Packet};
}

/// PathFinder (McMurchie and Ebeling, FPGA 1995): in the first round every net takes its cheapest
/// tree, whatever the capacities are. In later rounds only nets on overloaded segments are routed
/// again, and the price of such a segment grows from round to round, until no segment is
/// overloaded.
///
/// Example: three nets from (0,2) to (0,4), whose DMA has two MM2S channels. Round 0: three
/// circuits, 1 too many. Round 1: the first net would be the third circuit again (1 too many), or
/// packets (0.25 too many), and becomes packets. The second net would be a circuit (0.25 too many),
/// or packets beside the first (0.5 + 1 of 2, none too many), and becomes packets as well. The
/// result is one circuit and one shared channel, with no overload.
class Negotiation {
 public:
    Negotiation(const Netlist& netlist, const ResourceGraph& graph, const Placement& placement,
                StreamMode mode, const std::set<NetId>& alone, Routes routes)
        : netlist_{netlist},
          placement_{placement},
          mode_{mode},
          alone_{alone},
          load_{graph},
          growth_{graph, load_},
          trees_(netlist.nets.size()),
          routes_{std::move(routes)} {}

    Routes run() && {
        for (int round = 0; round < kMaxRounds; ++round) {
            for (NetId net = 0; net < netlist_.net_count(); ++net)
                if (is_stream(route(net).transport) && (round == 0 || is_contended(net)))
                    reroute(net, round);
            if (!load_.close_round()) break;
        }
        return std::move(routes_);
    }

 private:
    [[nodiscard]] NetRoute& route(NetId net) { return routes_[static_cast<std::size_t>(net)]; }
    [[nodiscard]] GrownTree& tree(NetId net) { return trees_[static_cast<std::size_t>(net)]; }

    [[nodiscard]] bool is_contended(NetId net) {
        return std::ranges::any_of(tree(net).segments,
                                   [&](std::size_t segment) { return load_.excess(segment) > 0; });
    }

    /// Transport as which a net counts on a segment.
    [[nodiscard]] Transport weight_of(NetId id, Transport transport) const {
        return alone_.contains(id) ? Transport::Circuit : transport;
    }

    void take(NetId id, int times) {
        for (const std::size_t segment : tree(id).segments)
            load_.add(segment, weight_of(id, tree(id).transport), times);
    }

    void reroute(NetId id, int round) {
        const Net& net = netlist_.net(id);
        take(id, -1);
        std::vector<arch::TileId> sinks;
        for (const CoreId sink : net.sinks)
            sinks.push_back(placement_.of(sink));
        GrownTree best;
        for (const Transport transport : transports(netlist_, id, mode_)) {
            GrownTree grown = growth_.grow(placement_.of(net.source), sinks, transport,
                                           weight_of(id, transport), round);
            if (grown.exists() && (!best.exists() || grown.cost < best.cost))
                best = std::move(grown);
        }
        route(id) = {best.transport, best.hops, {}};
        tree(id) = std::move(best);
        take(id, 1);
    }

    const Netlist& netlist_;
    const Placement& placement_;
    StreamMode mode_;
    const std::set<NetId>& alone_;
    SegmentLoad load_;
    TreeGrowth growth_;
    std::vector<GrownTree> trees_;  ///< indexed by net
    Routes routes_;
};

class NegotiatingRouter final : public Router {
 public:
    NegotiatingRouter(const Array& array, StreamMode mode)
        : array_{array},
          mode_{mode},
          graph_{array, mode == StreamMode::Mixed ? PacketArea::Cores : PacketArea::Array} {}

    using Router::route;
    [[nodiscard]] Routes route(const Netlist& netlist, const Placement& placement,
                               const std::set<NetId>& alone) override {
        return Negotiation{netlist, graph_, placement,
                           mode_,   alone,  share_neighbours(netlist, array_, placement)}
            .run();
    }
    [[nodiscard]] StreamMode streams() const override { return mode_; }

 private:
    const Array& array_;
    StreamMode mode_;
    ResourceGraph graph_;
};

}  // namespace

std::unique_ptr<Router> make_negotiating_router(const Array& array, StreamMode mode) {
    return std::make_unique<NegotiatingRouter>(array, mode);
}

}  // namespace xdnasim::placement
