#include "workloads/gemm/asymmetric_model.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace xdnasim::gemm::asymmetric {

namespace {

double element_bytes(kernels::DataType type) {
    const arch::StorageUnit unit = arch::storage_unit(type);
    return static_cast<double>(unit.size.count()) / unit.elements;
}

}  // namespace

double intensity(const Tile& tile, const ElementBytes& bytes, double k, int rows, int columns) {
    return 2 / (bytes.a / (columns * tile.n) + bytes.b / (rows * tile.m) + bytes.c / k);
}

double stream_bound(const Tile& tile, const ElementBytes& bytes, double stream) {
    return std::min(stream * tile.n / bytes.a, stream * tile.m / bytes.b);
}

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

double output_tile_cycles(const Tile& tile, double k, double peak, double micro_efficiency,
                          double lost) {
    const double calls = tile.rho * k / tile.k;
    return tile.m * k * tile.n / (peak * micro_efficiency) + lost * calls;
}

double core_efficiency(const Tile& tile, double peak, double micro_efficiency, double lost) {
    const double of_a_call = tile.m / tile.rho * tile.n * tile.k;
    return 1 / (1 / micro_efficiency + peak * lost / of_a_call);
}

double roof(double intensity, double bytes_per_second, double peak_operations) {
    return std::min(intensity * bytes_per_second, peak_operations);
}

Tile tile_of(const GemmDesign& design) {
    return {static_cast<double>(design.tile->m), static_cast<double>(design.tile->k),
            static_cast<double>(design.tile->n), static_cast<double>(design.rho)};
}

ElementBytes bytes_of(const GemmDesign& design) {
    return {element_bytes(design.a_type), element_bytes(design.b_type),
            element_bytes(design.c_type)};
}

}  // namespace xdnasim::gemm::asymmetric
