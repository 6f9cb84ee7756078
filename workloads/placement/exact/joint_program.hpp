#pragma once
// Place and route as one integer program (Yan et al., FCCM 2026, equations 1 to 8).
//
// A column says that a core lies on a tile, one that a net takes an edge of the resource graph. The
// edges that a net takes form a flow from the way out of its source's DMA to the ways into those of
// its sinks, wherever these lie, so that nets follow cores. Rows hold what breaches() looks at,
// objects in whole words among it: there is a solution for each legal placement with routes and for
// nothing else, and its cost is that of cost_of(), for the bytes that the netlist has.
//
// Three things are other than in the paper, with the same optimum. Nothing is over-used at a
// price: what has no legal solution has none. A multicast net has a flow for each sink instead of
// one that carries as many units as there are sinks, which leaves less between a fraction of a
// solution and a whole one. That routes are trees needs no rows: the cheapest always are.
//
// Example: line_ps_01, COMP 0 and 1, a net from one to the other. pi(0,(0,2)) = pi(1,(0,3)) = 1,
// and the net takes the edge from the source of (0,2) to the sink of (0,3) that stands for a buffer
// in (0,2): cost 0.1, and 3.07 for its 2,048 bytes.

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "workloads/integer/program.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/net_ends.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/placement/routes/resource_graph.hpp"
#include "workloads/placement/routes/router.hpp"

namespace xdnasim::placement {

/// Tiles that each core may take.
using Regions = std::vector<std::vector<arch::TileId>>;  ///< by core

/// All tiles of a core's kind.
[[nodiscard]] Regions everywhere(const Netlist& netlist, const Array& array);
/// The tile of each core alone: what is left to decide is the routes.
[[nodiscard]] Regions only_at(const Placement& placement);

class JointProgram {
 public:
    /// `margin`: routes stay within so many tiles of the box of what their cores may take; none:
    /// they go anywhere. Throws InputError when the program would be too large. `netlist` and
    /// `array` outlive it.
    JointProgram(const Netlist& netlist, const Array& array, StreamMode mode, Regions regions,
                 std::optional<int> margin = {});

    [[nodiscard]] const integer::Program& program() const { return program_; }

    /// No solution may have this placement any more.
    void forbid(const Placement& placement);

    /// Of a legal solution by column; empty: it is none of this program.
    [[nodiscard]] std::vector<double> values_of(const Solution& solution) const;
    /// What the values of a solution mean. Edges that do not lead to a sink are left out.
    [[nodiscard]] Solution solution_of(std::span<const double> values) const;

 private:
    using Vertex = ResourceGraph::Vertex;
    using Terms = std::vector<integer::Term>;

    [[nodiscard]] static std::size_t index_of(int id) { return static_cast<std::size_t>(id); }

    struct Edge {
        Vertex from = 0;
        Vertex to = 0;
        ResourceEdge way;
    };
    /// An edge that a net may take.
    struct Way {
        std::size_t edge = 0;
        integer::ColumnId column = 0;
        /// By sink: of a multicast net, whether the way to that sink takes it.
        std::vector<integer::ColumnId> flows{};
    };
    struct SegmentUse {
        Terms circuits;
        Terms packets;
    };
    struct TileTerms {
        Terms cores;
        Terms memory;
        Terms locks;
        Terms bds;
    };

    void require_size() const;
    void add_cores();
    void add_nets();
    void add_shareable_net(NetId id);
    void add_stream(NetId id);
    [[nodiscard]] double cost_of_column(const Edge& edge, const std::vector<NetEnd>& ends,
                                        const RoomUse& shared) const;
    void use_shareable(const Edge& edge, integer::ColumnId column, const std::vector<NetEnd>& ends,
                       const RoomUse& shared);
    void use_core(CoreId core, const RoomUse& use);
    void use_tile(arch::TileId tile, integer::ColumnId column, const RoomUse& use);
    void add_balance(NetId id, std::size_t sink);
    void add_segments();
    void add_tiles();

    [[nodiscard]] std::optional<integer::ColumnId> core_column(CoreId core, arch::TileId at) const;
    [[nodiscard]] bool is_within(const Net& net, arch::TileId tile) const;
    [[nodiscard]] bool is_open(const Net& net, const Edge& edge) const;
    [[nodiscard]] std::vector<Way>& ways(NetId id) { return ways_[static_cast<std::size_t>(id)]; }
    [[nodiscard]] const std::vector<Way>& ways(NetId id) const {
        return ways_[static_cast<std::size_t>(id)];
    }

    // How values and solutions become each other.
    [[nodiscard]] bool set_route(NetId id, const Placement& placement, const NetRoute& route,
                                 std::vector<double>& values) const;
    [[nodiscard]] NetRoute route_of(NetId id, const Placement& placement,
                                    std::span<const double> values) const;

    const Netlist& netlist_;
    const Netlist words_;  ///< its objects in whole words, as tiles hold them
    const Array& array_;
    StreamMode mode_;
    Regions regions_;
    std::optional<int> margin_;
    ResourceGraph graph_;
    std::vector<Edge> edges_;  ///< but those within a tile
    integer::Program program_;
    std::vector<std::map<arch::TileId, integer::ColumnId>> cores_;  ///< by core
    std::vector<std::vector<Way>> ways_;                            ///< by net
    std::vector<SegmentUse> segments_;
    std::map<std::size_t, integer::ColumnId> packet_channels_;  ///< by segment
    std::vector<TileTerms> tiles_;                              ///< by index
    std::vector<std::optional<std::size_t>> out_segments_;      ///< by tile: of its DMA
    std::vector<std::optional<std::size_t>> in_segments_;
};

}  // namespace xdnasim::placement
