// Sweeps over designs that the mapping chooses, for each device that has measured arrays.

#include <array>
#include <optional>

#include <fmt/format.h>

#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"
#include "validation/sweeps.hpp"

namespace xdnasim::validation {
namespace {

using kernels::DataType;

constexpr std::array kSizes{256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096};

/// Heights of a core's tile.
constexpr std::array kHeights{48, 64, 80, 96, 112, 128};

/// Smallest depth of a core's tile: shallower ones are far slower, and slow to simulate.
constexpr std::int64_t kMinDepth = 24;

std::vector<MeasuredArray> measured_arrays_of(DataType input, DataType output) {
    std::vector<MeasuredArray> arrays;
    for (const MeasuredArray& array : measured_arrays())
        if (array.problem.a_type == input && array.problem.c_type == output)
            arrays.push_back(array);
    return arrays;
}

gemm::GemmDesign square(std::int64_t size) {
    gemm::GemmDesign problem;
    problem.size = {size, size, size};
    return problem;
}

/// Returns the multiple of `unit` that is nearest to `size`.
std::int64_t nearest_multiple(std::int64_t size, std::int64_t unit) {
    return (size + unit / 2) / unit * unit;
}

/// Simulates the design with a tile of `height` rows, as deep as fits beside the buffers of C;
/// nullopt if no tile fits.
std::optional<SweepPoint> deepest(gemm::GemmDesign problem, std::int64_t height,
                                  const arch::Device& device) {
    const std::int64_t max_in_mem_tile = *problem.k_mt;
    problem.size.m = nearest_multiple(problem.size.m, height * problem.rows);
    problem.tile.ask().m = height;
    for (std::int64_t depth = max_in_mem_tile; depth >= kMinDepth; --depth) {
        if (problem.size.k % depth != 0) continue;
        std::int64_t in_mem_tile = max_in_mem_tile / depth * depth;
        while (problem.size.k % in_mem_tile != 0)
            in_mem_tile -= depth;
        problem.tile.ask().k = depth;
        problem.k_mt = in_mem_tile;
        try {
            return point_at(static_cast<double>(height), problem, device);
        } catch (const gemm::MappingError&) {
            continue;
        }
    }
    return std::nullopt;
}

Series tile_heights(gemm::GemmDesign problem, int c_buffers, const arch::Device& device) {
    problem.c_buffers = c_buffers;
    Series series{.name = fmt::format("{} of C", c_buffers == 1 ? "one buffer" : "two buffers"),
                  .points = {}};
    for (const int height : kHeights)
        if (const auto point = deepest(problem, height, device)) series.points.push_back(*point);
    return series;
}

}  // namespace

std::vector<Sweep> size_sweeps() {
    std::vector<Sweep> sweeps;
    for (const MeasuredArray& array : measured_arrays_of(DataType::Int8, DataType::Int8)) {
        const arch::Device device = Devices{}.at(array.measured.device, array.clock_ghz);
        Series series{.name = "simulated", .points = {}};
        for (const int size : kSizes)
            series.points.push_back(point_at(size, square(size), device));
        sweeps.push_back({.name = "Size of square matrices: int8 -> int8",
                          .device = device.name,
                          .x_label = "M = K = N",
                          .y_label = "TOPS",
                          .log_x = true,
                          .series = {series},
                          .measured = {}});
    }
    return sweeps;
}

std::vector<Sweep> buffer_sweeps() {
    std::vector<Sweep> sweeps;
    for (const MeasuredArray& array : measured_arrays_of(DataType::Int8, DataType::Int16)) {
        const arch::Device device = Devices{}.at(array.measured.device, array.clock_ghz);
        const gemm::GemmDesign& problem = array.problem;
        sweeps.push_back(
            {.name = fmt::format("Buffers of C in a core: {}", array.measured.types),
             .device = device.name,
             .x_label = fmt::format("m_ct, with n_ct = {} and the deepest k_ct that fits",
                                    problem.tile->n),
             .y_label = "TOPS",
             .log_x = false,
             .series = {tile_heights(problem, 1, device), tile_heights(problem, 2, device)},
             .measured = {{static_cast<double>(problem.tile->m), array.measured.value}}});
    }
    return sweeps;
}

}  // namespace xdnasim::validation
