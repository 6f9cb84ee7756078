#pragma once
// Which tile each core of an array of packs is on, where its buffers lie, and which ports to the PL
// its data pass.

#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/packs/buffer_placement.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::gemm::packs {

/// A core: row j, pack k of the row, i in the pack.
struct CoreIndex {
    int row = 0;
    int pack = 0;
    int core = 0;
};

/// Rows of the array from one row of packs to the next: unconstrained buffers lie in the memories
/// of the row above, too.
[[nodiscard]] constexpr int rows_of_a_pack(Strategy strategy) {
    return strategy == Strategy::Unconstrained ? 2 : 1;
}

/// Of the array of packs: in the middle of the ports to the PL, as far as the device has room
/// there.
[[nodiscard]] int first_column(const PackDesign& design, const arch::Device& device);

[[nodiscard]] arch::TileId tile_of(const PackDesign& design, const arch::Device& device,
                                   const CoreIndex& core);
/// In which A and B of the core lie.
[[nodiscard]] arch::TileId inputs_of(const PackDesign& design, const arch::Device& device,
                                     const CoreIndex& core);
/// The core of a pack in whose tile C lies: the one before the last, so that the last one's memory
/// is spared its stores (section IV-B).
[[nodiscard]] constexpr int holder_of_c(int size) {
    return size == 1 ? 0 : size - 2;
}

/// What lies in a tile, of the six buffers of a core or of a part of them.
[[nodiscard]] std::vector<Spot> spots_in_tile_of_inputs(const PackDesign& design,
                                                        const arch::Device& device, int core);
/// Empty where C lies beside A and B.
[[nodiscard]] std::vector<Spot> spots_of_c_alone(const PackDesign& design,
                                                 const arch::Device& device);

// Ports to the PL: A has one for each row and core of a pack, B one for each column of cores, C one
// for each pack.

struct PortPlaces {
    std::vector<arch::Port> a;  ///< index: row * G + core
    std::vector<arch::Port> b;  ///< index: pack * G + core
    std::vector<arch::Port> c;  ///< index: row * X + pack
};
/// B enters near its column; A is spread evenly over the packs' columns, or over those with ports
/// where they are fewer, and C by its column. Precondition: there are
/// enough.
[[nodiscard]] PortPlaces place_ports(const PackDesign& design, const arch::Device& device);

/// What the array's streams carry: A to a core of each pack of a row, B to a core of each row, C to
/// its port. In the order of the ports. Rows whose packs do not fit, as with a stagger of 3, have
/// fewer.
[[nodiscard]] std::vector<schedule::Flow> flows(const PackDesign& design,
                                                const arch::Device& device,
                                                const PortPlaces& ports);

}  // namespace xdnasim::gemm::packs
