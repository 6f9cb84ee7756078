#include "test/workloads/gemm/asymmetric_core_model.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace xdnasim::gemm::asymmetric {

double prologue(std::span<const Loads> kinds, int load_units) {
    std::vector<Loads> sorted{kinds.begin(), kinds.end()};
    std::ranges::stable_sort(sorted, std::ranges::greater{}, &Loads::latency);
    double longest = 0;
    int loads = 0;
    for (const auto& [latency, count] : sorted) {
        loads += count;
        longest =
            std::max(longest, latency + std::ceil(static_cast<double>(loads) / load_units) - 1);
    }
    return longest;
}

double initiation_interval(const Block& block) {
    const double loads = std::ceil(static_cast<double>(block.loads_of_a_step) / block.load_units);
    const double step = std::max({static_cast<double>(block.accumulator_distance),
                                  static_cast<double>(block.chains), loads});
    return step / block.chains;
}

double steady(const Block& block, double depth) {
    return initiation_interval(block) * (block.chains * depth - block.chains);
}

double epilogue(const Block& block) {
    return block.latency_to_store + block.store_latency + block.stores_of_a_chain - 1 +
           block.chains - 1;
}

double one_by_one(const Block& block, double prologue, double depth, double blocks) {
    return (prologue + steady(block, depth) + epilogue(block)) * blocks;
}

double overlapped(const Block& block, double prologue, double depth, double blocks) {
    const double of_a_block = steady(block, depth) + initiation_interval(block) * block.chains;
    return prologue + of_a_block * blocks + epilogue(block);
}

double micro_efficiency(const Block& block, double prologue, double depth) {
    return block.chains * depth / one_by_one(block, prologue, depth, 1);
}

double output_tile_cycles(const CoreTile& tile, double k, double peak, double micro_efficiency,
                          double lost) {
    const double calls = tile.rho * k / tile.k;
    return tile.m * k * tile.n / (peak * micro_efficiency) + lost * calls;
}

double core_efficiency(const CoreTile& tile, double peak, double micro_efficiency, double lost) {
    const double of_a_call = tile.m / tile.rho * tile.n * tile.k;
    return 1 / (1 / micro_efficiency + peak * lost / of_a_call);
}

}  // namespace xdnasim::gemm::asymmetric
