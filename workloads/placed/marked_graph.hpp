#pragma once
// How often the cores of a placed netlist fire and its nets are carried, each bounded by others.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "workloads/placed/placed_parts.hpp"

namespace xdnasim::placed {

/// What happens in a netlist: core c fires (c), net n is carried to its sinks (cores + n).
class MarkedGraph {
 public:
    /// `schedule` is a program of the design: FIFOs on the ways of its streams hold objects, too.
    MarkedGraph(const PlacedDesign& design, const schedule::Schedule& schedule,
                const arch::Device& device);

    /// How often everything happens when `stuck` is not carried any more.
    [[nodiscard]] std::vector<std::int64_t> counts_without(NetId stuck) const;

    /// Whether the net's source has objects that its sinks have no buffer for.
    [[nodiscard]] bool blocks(NetId net, const std::vector<std::int64_t>& counts) const;

 private:
    /// `to` happens at most `tokens` times more often than `from`.
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
    /// Room at an end of a net for so many objects more than `from` happens; its stream holds some,
    /// too.
    void add_room(NetId net, std::size_t from, std::int64_t tokens);
    void add_net(NetId id, const placement::NetRoute& route);
    void add_link(const Link& link);

    const Netlist& netlist_;
    std::vector<std::int64_t> on_way_;          ///< objects by net, in the FIFOs of its stream
    std::vector<std::vector<Bound>> bounds_;    ///< by what bounds
    std::vector<std::vector<Bound>> supplies_;  ///< by net: what gives it objects; none: a shim
    std::vector<std::vector<Bound>> rooms_;     ///< by net: what makes room for it; none: a shim
};

}  // namespace xdnasim::placed
