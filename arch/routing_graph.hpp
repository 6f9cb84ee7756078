#pragma once
// The stream switches of a device as a graph: vertices are switch ports, edges are the
// legal connections inside a switch (slave to master) and the wires between
// neighbouring tiles (master to slave). A shim's DMA channels and its ports to the programmable
// logic are vertices too, joined to South ports of its switch by the shim mux. Built once per
// device.

#include <optional>
#include <vector>

#include <boost/graph/compressed_sparse_row_graph.hpp>

#include "arch/device.hpp"
#include "arch/tile.hpp"

namespace xdnasim::arch {

class RoutingGraph {
 public:
    using Graph = boost::compressed_sparse_row_graph<boost::directedS>;
    using Vertex = boost::graph_traits<Graph>::vertex_descriptor;

    /// `device` must outlive the graph.
    explicit RoutingGraph(const Device& device);
    explicit RoutingGraph(Device&&) = delete;

    [[nodiscard]] const Graph& graph() const { return graph_; }
    [[nodiscard]] const Port& port(Vertex vertex) const { return ports_[vertex]; }
    /// The vertex of a port; nullopt: the device has no such port.
    [[nodiscard]] std::optional<Vertex> vertex(const Port& port) const;
    [[nodiscard]] const Device& device() const { return device_; }

 private:
    const Device& device_;
    std::vector<Port> ports_;  ///< index: vertex; sorted
    Graph graph_;
};

/// Number of ports of `bundle` on one side at `tile`. Zero for ports that lead over the edge of the
/// array (except South of the shim row), for DMA and programmable-logic ports of a shim without
/// them, and for tiles outside the array.
[[nodiscard]] int port_count(const Device& device, TileId tile, PortSide side, Bundle bundle);

[[nodiscard]] bool has_port(const Device& device, const Port& port);

/// The switch port of a stream that starts or ends at `port`: for a DMA channel of a shim and for a
/// shim's port to the programmable logic, the South port that the shim mux joins it to; for every
/// other port, `port` itself.
/// Precondition: has_port(device, port).
[[nodiscard]] Port switch_port(const Device& device, const Port& port);

/// Is `slave` to `master` a connection that the switch of their tile can make?
[[nodiscard]] bool can_connect(const Device& device, const Port& slave, const Port& master);

/// The slave port of the neighbouring tile that `master` is wired to; nullopt if the wire leaves
/// the array or ends at a DMA, a core or a controller.
[[nodiscard]] std::optional<Port> wired_to(const Device& device, const Port& master);

}  // namespace xdnasim::arch
