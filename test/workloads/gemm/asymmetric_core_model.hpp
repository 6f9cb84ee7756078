#pragma once
// The closed forms of Wang et al., "Can Asymmetric Tile Buffering Be Beneficial?" (2025), for a
// core: equations 5 to 11 and 13 to 15, with misprints corrected. Tests compare the simulation with
// these forms; it may take longer only by the costs that the forms leave out.

#include <span>

namespace xdnasim::gemm::asymmetric {

// Closed forms of a kernel.

/// Loads of one kind before the first product.
struct Loads {
    int latency = 0;  ///< cycles
    int count = 0;
};

/// A block of C in a kernel: chains of products that share A and B, each with its own accumulator.
struct Block {
    int chains = 4;                ///< C: number of chains, by default for 2 x 2 tiles
    int loads_of_a_step = 4;       ///< number of loads per step for all chains
    int load_units = 2;            ///< U: number of load units
    int accumulator_distance = 3;  ///< P: cycles between products on one accumulator
    int latency_to_store = 6;      ///< cycles from a product to its store
    int store_latency = 1;         ///< cycles of a store
    int stores_of_a_chain = 2;
};

/// Cycles before the first product: max over the kinds, by falling latency, of
/// latency + ceil(loads so far / U) - 1 (equation 5).
[[nodiscard]] double prologue(std::span<const Loads> kinds, int load_units);
/// Cycles per product in the steady state: max(P, C, ceil(loads of a step / U)) / C. This is
/// equation 6 for one chain, else equation 7, which is misprinted: as printed, four chains would
/// issue four products a cycle.
[[nodiscard]] double initiation_interval(const Block& block);
/// Cycles of all products of a block except the last one of each chain (equation 8). `depth`:
/// T_K / 8, number of products of a chain.
[[nodiscard]] double steady(const Block& block, double depth);
/// Cycles from the last product to the last store (equation 9).
[[nodiscard]] double epilogue(const Block& block);

/// Cycles of `blocks` blocks, each of which begins when the one before has ended (equation 10).
/// `depth`: as for steady().
[[nodiscard]] double one_by_one(const Block& block, double prologue, double depth, double blocks);
/// Cycles of `blocks` blocks, each of which issues products as soon as those of the one before have
/// issued (equation 11). `depth`: as for steady().
[[nodiscard]] double overlapped(const Block& block, double prologue, double depth, double blocks);
/// Products per cycle of blocks that follow each other without overlap (equation 13).
[[nodiscard]] double micro_efficiency(const Block& block, double prologue, double depth);

// Closed forms of a core.

/// A core's tile: T_MC x T_K x T_N. A is processed in rho slices, one after the other.
struct CoreTile {
    double m = 0, k = 0, n = 0;
    double rho = 1;
};

/// Cycles of an output tile (equation 14). `k`: K of the problem. `peak`: peak MACs per cycle.
/// `micro_efficiency`: efficiency of the kernel. `lost`: cycles lost in each call.
[[nodiscard]] double output_tile_cycles(const CoreTile& tile, double k, double peak,
                                        double micro_efficiency, double lost);
/// Share of the peak that a core reaches (equation 15, in which the peak is missing in print).
[[nodiscard]] double core_efficiency(const CoreTile& tile, double peak, double micro_efficiency,
                                     double lost);

}  // namespace xdnasim::gemm::asymmetric
