#pragma once
// Place and route as one integer program (Yan et al., FCCM 2026, equations 1 to 8).
//
// There is a column for each core on each tile, and one for each net on each edge of the resource
// graph. The edges of a net form a flow from the way out of its source's DMA to the ways into the
// DMAs of its sinks, wherever these lie, so that nets follow cores. The rows express the conditions
// of breaches(), including objects in whole words. The program has a solution for every legal
// placement with routes and for nothing else; the solution's cost is that of cost_of(), with the
// netlist's own object sizes.
//
// The program differs from the paper in three ways, with the same optimum. Resources cannot be
// over-used at a price: a netlist without a legal solution has none. A multicast net has one flow
// for each sink, not one flow with as many units as sinks; this gives a tighter linear relaxation.
// No rows require routes to be trees, since the cheapest routes always are trees.
//
// Example: line_ps_01, COMP 0 and 1, a net from one to the other. pi(0,(0,2)) = pi(1,(0,3)) = 1.
// The net takes the edge from the source of (0,2) to the sink of (0,3) that stands for a buffer in
// (0,2): cost 0.1, and 3.07 for its 2,048 bytes.

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

/// Tiles that each core may take, indexed by core.
using Regions = std::vector<std::vector<arch::TileId>>;

/// Each core may take all tiles of its kind.
[[nodiscard]] Regions everywhere(const Netlist& netlist, const Array& array);
/// Each core may take only its present tile, so that only the routes are open.
[[nodiscard]] Regions only_at(const Placement& placement);

class JointProgram {
 public:
    /// `margin`: number of tiles by which routes may leave the box of the tiles that their cores
    /// may take; nullopt: no restriction. Throws InputError if the program would be too large.
    /// Precondition: `netlist` and `array` outlive it.
    JointProgram(const Netlist& netlist, const Array& array, StreamMode mode, Regions regions,
                 std::optional<int> margin = {});

    [[nodiscard]] const integer::Program& program() const { return program_; }

    /// Excludes all solutions with this placement.
    void forbid(const Placement& placement);

    /// Values of the columns for a legal solution; empty if the program does not contain that
    /// solution.
    [[nodiscard]] std::vector<double> values_of(const Solution& solution) const;
    /// The solution that the values stand for. Edges that do not lead to a sink are left out.
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
    /// An edge that a net may take, and its columns.
    struct Way {
        std::size_t edge = 0;
        integer::ColumnId column = 0;
        /// Indexed by sink, for a multicast net: whether the way to that sink uses the edge.
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

    // Conversion between values and solutions.
    [[nodiscard]] bool set_route(NetId id, const Placement& placement, const NetRoute& route,
                                 std::vector<double>& values) const;
    [[nodiscard]] NetRoute route_of(NetId id, const Placement& placement,
                                    std::span<const double> values) const;

    const Netlist& netlist_;
    /// The netlist with object sizes rounded up to whole words, as tiles store them.
    const Netlist words_;
    const Array& array_;
    StreamMode mode_;
    Regions regions_;
    std::optional<int> margin_;
    ResourceGraph graph_;
    std::vector<Edge> edges_;  ///< all edges of the graph except those within a tile
    integer::Program program_;
    std::vector<std::map<arch::TileId, integer::ColumnId>> cores_;  ///< indexed by core
    std::vector<std::vector<Way>> ways_;                            ///< indexed by net
    std::vector<SegmentUse> segments_;
    std::map<std::size_t, integer::ColumnId> packet_channels_;  ///< indexed by segment
    std::vector<TileTerms> tiles_;                              ///< indexed by tile
    /// Segment of the way out of each tile's DMA, indexed by tile.
    std::vector<std::optional<std::size_t>> out_segments_;
    std::vector<std::optional<std::size_t>> in_segments_;
};

}  // namespace xdnasim::placement
