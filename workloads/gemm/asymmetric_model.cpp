#include "workloads/gemm/asymmetric_model.hpp"

#include <algorithm>

namespace xdnasim::gemm::asymmetric {

namespace {

double element_bytes(kernels::DataType type) {
    const arch::StorageUnit unit = arch::storage_unit(type);
    return static_cast<double>(unit.size.count()) / unit.elements;
}

}  // namespace

double intensity(const Tile& tile, const ElementBytes& bytes, double k, int rows, int columns) {
    return arch::kOperationsPerMac /
           (bytes.a / (columns * tile.n) + bytes.b / (rows * tile.m) + bytes.c / k);
}

double stream_bound(const Tile& tile, const ElementBytes& bytes, double stream) {
    return std::min(stream * tile.n / bytes.a, stream * tile.m / bytes.b);
}

double roof(double intensity, arch::GigabytesPerSecond memory, double peak_tops) {
    return std::min(intensity * memory.count() / arch::kGigaPerTera, peak_tops);
}

Tile tile_of(const GemmDesign& design) {
    return {static_cast<double>(design.tile->m), static_cast<double>(design.tile->n)};
}

ElementBytes bytes_of(const GemmDesign& design) {
    return {element_bytes(design.a_type), element_bytes(design.b_type),
            element_bytes(design.c_type)};
}

double intensity_of(const GemmDesign& design) {
    return intensity(tile_of(design), bytes_of(design), static_cast<double>(design.padded.k),
                     *design.rows, *design.columns);
}

}  // namespace xdnasim::gemm::asymmetric
