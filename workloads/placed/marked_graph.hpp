#pragma once
// Bounds on how often the cores of a placed netlist fire and its nets are transferred.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "workloads/placed/placed_parts.hpp"

namespace xdnasim::placed {

/// The events of a netlist as a marked graph: firings of core c (vertex c), and transfers of an
/// object of net n to its sinks (vertex cores + n).
class MarkedGraph {
 public:
    /// `schedule` is a program of the design; its streams hold objects in the FIFOs on their ways.
    MarkedGraph(const PlacedDesign& design, const schedule::Schedule& schedule,
                const arch::Device& device);

    /// How often each event occurs if `stuck` transfers no more objects.
    [[nodiscard]] std::vector<std::int64_t> counts_without(NetId stuck) const;

    /// Does the net's source have objects for which its sinks have no buffer?
    [[nodiscard]] bool blocks(NetId net, const std::vector<std::int64_t>& counts) const;

 private:
    /// Event `to` occurs at most `tokens` times more often than the event that the list belongs to.
    struct Bound {
        std::size_t to = 0;
        std::int64_t tokens = 0;
    };

    [[nodiscard]] std::size_t carried(NetId net) const {
        return netlist_.cores.size() + static_cast<std::size_t>(net);
    }
    [[nodiscard]] bool is_core(CoreId core) const {
        return netlist_.kind(core) == arch::TileKind::CompTile;
    }
    [[nodiscard]] static std::int64_t least(const std::vector<Bound>& by,
                                            const std::vector<std::int64_t>& counts);
    void bound(std::size_t to, std::size_t from, std::int64_t tokens) {
        bounds_[from].push_back({to, tokens});
    }
    /// Adds the bound by the room at an end of a net: `tokens` objects more than `from` occurs,
    /// plus the objects on the net's stream.
    void add_room(NetId net, std::size_t from, std::int64_t tokens);
    void add_net(NetId id, const placement::NetRoute& route);
    void add_link(const Link& link);

    const Netlist& netlist_;
    /// Number of objects in the FIFOs of each net's stream.
    std::vector<std::int64_t> on_way_;
    std::vector<std::vector<Bound>> bounds_;  ///< indexed by the bounding event
    /// Indexed by net: what supplies its objects; empty: a shim.
    std::vector<std::vector<Bound>> supplies_;
    /// Indexed by net: what makes room for its objects; empty: a shim.
    std::vector<std::vector<Bound>> rooms_;
};

}  // namespace xdnasim::placed
