#pragma once
// The cost of a placed and routed netlist, by term: the objective of place and route.

#include "workloads/placement/placement.hpp"

namespace xdnasim::placement {

struct Cost {
    double circuits = 0;
    double packets = 0;
    double neighbours = 0;
    double own_tile = 0;
    double memory = 0;

    [[nodiscard]] double total() const {
        return circuits + packets + neighbours + own_tile + memory;
    }
};

/// Cost of a solution. The length of a stream's route is its hops, one way out of the source's DMA,
/// and one way into the DMA of each sink.
///
/// Example: line_ps_01 of the suite, k0_0 on (0,2), k0_1 on (0,3), mem tile (0,1), shim (0,0). Net
/// 0 is shared: 0.1. Four circuits cost 3, 3, 4 and 3. Five sets of buffers hold 2,048 bytes each:
/// 15.36. The total is 28.46.
[[nodiscard]] Cost cost_of(const Netlist& netlist, const Array& array, const Solution& solution);

/// Upper limit of the difference between `cost` and the optimal cost, as a share of `cost`, if no
/// solution costs less than `bound`. 0: the cost is optimal, up to rounding.
[[nodiscard]] double gap_of(double bound, double cost);

/// Measures by which methods are compared.
struct Measures {
    int route_length =
        0;  ///< length of all streams, in LengthUnit; a hop of a multicast net counts once
    int shared_nets = 0;
    int stream_nets = 0;
    int packet_nets = 0;  ///< number of stream nets that are packets
    arch::Bytes buffers{};
};

[[nodiscard]] Measures measures_of(const Netlist& netlist, const Array& array,
                                   const Solution& solution);

}  // namespace xdnasim::placement
