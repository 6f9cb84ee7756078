#pragma once
// The closed forms of Wang et al., "Can Asymmetric Tile Buffering Be Beneficial?" (2025), for a
// core: equations 5 to 11 and 13 to 15, with their misprints put right. The simulation is held
// against them: what it adds is what they leave out.

#include <span>

namespace xdnasim::gemm::asymmetric {

// A block of C in a kernel: chains of products, each on an accumulator, that share A and B.

/// Loads of one kind before the first product.
struct Loads {
    int latency = 0;
    int count = 0;
};

struct Block {
    int chains = 4;                ///< C: 2 x 2 tiles
    int loads_of_a_step = 4;       ///< for all chains
    int load_units = 2;            ///< U
    int accumulator_distance = 3;  ///< P: cycles between products on one accumulator
    int latency_to_store = 6;      ///< from a product to its store
    int store_latency = 1;
    int stores_of_a_chain = 2;
};

/// Cycles before the first product: max over the kinds, by falling latency, of
/// latency + ceil(loads so far / U) - 1 (equation 5).
[[nodiscard]] double prologue(std::span<const Loads> kinds, int load_units);
/// Cycles per product in the steady state, max(P, C, ceil(loads of a step / U)) / C (equation 6
/// with one chain; 7, which is printed such that four chains would issue four products a cycle).
[[nodiscard]] double initiation_interval(const Block& block);
/// Of the products of a block but the last of each chain (equation 8).
[[nodiscard]] double steady(const Block& block, double depth);
/// From the last product to the last store (equation 9).
[[nodiscard]] double epilogue(const Block& block);

/// Cycles of so many blocks one after the other (equation 10), or each behind the one before as
/// soon as products may issue (11). `depth`: T_K / 8, products of a chain.
[[nodiscard]] double one_by_one(const Block& block, double prologue, double depth, double blocks);
[[nodiscard]] double overlapped(const Block& block, double prologue, double depth, double blocks);
/// Products per cycle of blocks one after the other (equation 13).
[[nodiscard]] double micro_efficiency(const Block& block, double prologue, double depth);

// A core.

/// Its tile: T_MC x T_K x T_N, of which rho slices of A pass one after the other.
struct CoreTile {
    double m = 0, k = 0, n = 0;
    double rho = 1;
};

/// Cycles of an output tile at so many MAC/cycle of peak, with a kernel of so much efficiency and
/// so many cycles lost in each call (equation 14).
[[nodiscard]] double output_tile_cycles(const CoreTile& tile, double k, double peak,
                                        double micro_efficiency, double lost);
/// Share of the peak (equation 15, which lacks the peak in print).
[[nodiscard]] double core_efficiency(const CoreTile& tile, double peak, double micro_efficiency,
                                     double lost);

}  // namespace xdnasim::gemm::asymmetric
