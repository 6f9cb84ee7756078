#pragma once
// Positions in an array of packs: the tile of each core, its buffers, and the ports to the PL
// through which its data passes.

#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/packs/buffer_placement.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::gemm::packs {

/// A core: row j of packs, pack k in the row, core i in the pack.
struct CoreIndex {
    int row = 0;
    int pack = 0;
    int core = 0;
};

/// Rows of the array from one row of packs to the next: 2 with Strategy::Unconstrained, whose
/// buffers also lie in the memories of the row above.
[[nodiscard]] constexpr int rows_of_a_pack(Strategy strategy) {
    return strategy == Strategy::Unconstrained ? 2 : 1;
}

/// First column of the array of packs, so that it lies in the middle of the ports to the PL, as far
/// as the device has room there.
[[nodiscard]] int first_column(const PackDesign& design, const arch::Device& device);

[[nodiscard]] arch::TileId tile_of(const PackDesign& design, const arch::Device& device,
                                   const CoreIndex& core);
/// The tile in whose memory A and B of the core lie.
[[nodiscard]] arch::TileId inputs_of(const PackDesign& design, const arch::Device& device,
                                     const CoreIndex& core);
/// The core of a pack in whose tile C lies: the one before the last, so that the last core's memory
/// is spared the stores to C (section IV-B).
[[nodiscard]] constexpr int holder_of_c(int size) {
    return size == 1 ? 0 : size - 2;
}

/// Buffers in the tile in which A and B of core number `core` of a pack lie: those of A and B, and
/// those of C if they lie in the same tile.
[[nodiscard]] std::vector<Spot> spots_in_tile_of_inputs(const PackDesign& design,
                                                        const arch::Device& device, int core);
/// Buffers in a tile that has those of C alone. Empty if C lies beside A and B.
[[nodiscard]] std::vector<Spot> spots_of_c_alone(const PackDesign& design,
                                                 const arch::Device& device);

// Ports to the PL: A has one for each row and each core of a pack, B one for each column of cores,
// C one for each pack.

struct PortPlaces {
    std::vector<arch::Port> a;  ///< index: row * G + core
    std::vector<arch::Port> b;  ///< index: pack * G + core
    std::vector<arch::Port> c;  ///< index: row * X + pack
};
/// Gives ports to the streams. B enters near its column; A is spread evenly over the packs'
/// columns, or over the columns with ports if these are fewer; C leaves by its column.
/// Precondition: there are enough ports.
[[nodiscard]] PortPlaces place_ports(const PackDesign& design, const arch::Device& device);

/// The array's streams, in the order of the ports: each of A goes to one core of each pack in a
/// row, each of B to one core in each row, each of C to its port. Rows in which not all packs fit,
/// as with a stagger of 3, have fewer.
[[nodiscard]] std::vector<schedule::Flow> flows(const PackDesign& design,
                                                const arch::Device& device,
                                                const PortPlaces& ports);

}  // namespace xdnasim::gemm::packs
