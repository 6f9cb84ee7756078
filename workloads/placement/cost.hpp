#pragma once
// What a placed and routed netlist costs, term by term: what place and route is to make least.

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

/// A stream costs its hops, the way out of a DMA, and the way into one at each sink.
///
/// Example: line_ps_01 of the suite, k0_0 on (0,2), k0_1 on (0,3), mem tile (0,1), shim (0,0). Net
/// 0 is shared: 0.1. Four circuits take 3, 3, 4 and 3. Five sets of buffers hold 2,048 bytes each:
/// 15.36. In all 28.46.
[[nodiscard]] Cost cost_of(const Netlist& netlist, const Array& array, const Solution& solution);

/// By how much a solution of this cost can be above the least there is, in parts of its cost, when
/// no solution costs less than `bound`. 0: it is the least, but for rounding.
[[nodiscard]] double gap_of(double bound, double cost);

/// What is compared between methods.
struct Measures {
    int route_length = 0;  ///< of all streams, in LengthUnit; a hop of a multicast net counts once
    int shared_nets = 0;
    int stream_nets = 0;
    int packet_nets = 0;  ///< of these
    arch::Bytes buffers{};
};

[[nodiscard]] Measures measures_of(const Netlist& netlist, const Array& array,
                                   const Solution& solution);

}  // namespace xdnasim::placement
