#include "xdnasim/workloads/gemm/gemm_tiling.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "xdnasim/workloads/gemm/gemm_fit.hpp"
#include "xdnasim/workloads/gemm/gemm_placement.hpp"
#include "xdnasim/workloads/kernels/default_shift.hpp"

namespace xdnasim::gemm {

using schedule::Extent;

namespace {

std::int64_t parts(std::int64_t extent, std::int64_t part) {
    return (extent + part - 1) / part;
}

std::int64_t round_up(std::int64_t value, std::int64_t unit) {
    return parts(value, unit) * unit;
}

const arch::MatrixRate& matrix_instruction(const GemmProblem& problem, const arch::Device& device) {
    const auto matches = [&](const arch::MatrixRate& rate) {
        return rate.a_type == to_string(problem.a_type) &&
               rate.b_type == to_string(problem.b_type) && rate.c_type == to_string(problem.c_type);
    };
    const auto found = std::ranges::find_if(device.core.matrix, matches);
    if (found != device.core.matrix.end()) return *found;
    std::string known;
    for (const arch::MatrixRate& rate : device.core.matrix)
        if (rate.a_type != to_string(kernels::DataType::Bfp16ebs8))
            known += fmt::format("{}{} x {} -> {}", known.empty() ? "" : ", ", rate.a_type,
                                 rate.b_type, rate.c_type);
    throw MappingError{
        "gemm.types", fmt::format("gemm.types: {} has no kernel for {} x {} -> {}; it has {}",
                                  device.name, to_string(problem.a_type), to_string(problem.b_type),
                                  to_string(problem.c_type), known)};
}

void check_device(const arch::Device& device) {
    if (device.mem_rows() != 1)
        throw MappingError{
            "device",
            fmt::format("{}: the GEMM mapping needs one row of mem tiles between shims and cores",
                        device.name)};
}

/// Channels of a mem tile that `rows` rows of cores on `columns` columns need.
struct MemTileChannels {
    int a;     ///< of the A that leave one mem tile
    int mm2s;  ///< A, B and C
    int s2mm;  ///< A and B of the shim, C of each row
};

MemTileChannels mem_tile_channels(int rows, int columns) {
    const int a = static_cast<int>(parts(rows, columns));
    return {a, Channels::mem_c_out(a) + 1, Channels::kMemCIn + rows};
}

bool has_channels(const arch::Device& device, int rows, int columns) {
    const MemTileChannels need = mem_tile_channels(rows, columns);
    return need.mm2s <= device.mem_tile.dma.mm2s_channels &&
           need.s2mm <= device.mem_tile.dma.s2mm_channels;
}

int checked_columns(const GemmProblem& problem, const arch::Device& device) {
    const int usable = device.usable_columns();
    if (problem.columns > usable)
        throw MappingError{
            "gemm.array.columns",
            fmt::format("gemm.array.columns: {} has {} columns whose shims reach DRAM, not {}",
                        device.name, usable, problem.columns)};
    return problem.columns > 0 ? problem.columns : usable;
}

int checked_rows(const GemmProblem& problem, const arch::Device& device, int columns) {
    int usable = device.core_rows();
    while (usable > 1 && !has_channels(device, usable, columns))
        --usable;
    const int rows = problem.rows > 0 ? problem.rows : usable;
    if (has_channels(device, rows, columns)) return rows;
    const MemTileChannels need = mem_tile_channels(rows, columns);
    throw MappingError{
        "gemm.array.rows",
        fmt::format("gemm.array: {} rows on {} columns need {} MM2S channels of a mem tile ({} A, "
                    "1 B, 1 C) "
                    "and {} S2MM (1 A, 1 B, {} C); it has {} and {}, enough for {} rows",
                    rows, columns, need.mm2s, need.a, need.s2mm, rows,
                    device.mem_tile.dma.mm2s_channels, device.mem_tile.dma.s2mm_channels, usable)};
}

/// The smallest multiple of `unit` of which as few make up `extent` as of `largest`.
std::int64_t even_part(std::int64_t extent, std::int64_t largest, std::int64_t unit) {
    return round_up(parts(extent, parts(extent, largest)), unit);
}

/// tile.k where k_mt is given: the largest part of it, up to the default, that the instruction
/// divides. The default itself when there is none.
std::int64_t k_dividing(std::int64_t k_mt, std::int64_t largest, std::int64_t unit) {
    for (std::int64_t k = largest / unit * unit; k > 0; k -= unit)
        if (k_mt % k == 0) return k;
    return largest;
}

/// k_ct where neither it nor k_mt is given: K falls into panels as the default k_mt says, and
/// each panel into calls as the default k_ct says.
std::int64_t default_k(std::int64_t k, const arch::MatrixRate& rate) {
    const std::int64_t panels = parts(k, rate.default_k_mt);
    const std::int64_t calls = panels * parts(parts(k, panels), rate.default_tile.k);
    return round_up(parts(k, calls), rate.s);
}

Extent default_tile(const GemmProblem& problem, const arch::MatrixRate& rate,
                    const Tiling& tiling) {
    const auto& [m, k, n] = problem.size;
    const arch::MatrixTile& tile = rate.default_tile;
    // Whole blocks of accumulators, where the default is one of them.
    const auto unit = [](int largest, int instruction, int block) {
        return largest % (instruction * block) == 0 ? instruction * block : instruction;
    };
    return {even_part(parts(m, tiling.rows), tile.m, unit(tile.m, rate.r, rate.block_rows)),
            problem.k_mt ? k_dividing(*problem.k_mt, tile.k, rate.s) : default_k(k, rate),
            even_part(parts(n, tiling.columns), tile.n, unit(tile.n, rate.t, rate.block_columns))};
}

std::int64_t default_k_mt(std::int64_t k, const arch::MatrixRate& rate, std::int64_t tile_k) {
    return even_part(k, std::max<std::int64_t>(rate.default_k_mt, tile_k), tile_k);
}

Tiling shape_of(const GemmProblem& problem, const arch::Device& device,
                const arch::MatrixRate& rate) {
    const int columns = checked_columns(problem, device);
    return {.device = &device,
            .asked = problem.size,
            .size = {},
            .tile = {},
            .instruction = {rate.r, rate.s, rate.t},
            .rows = checked_rows(problem, device, columns),
            .columns = columns,
            .a_bytes = size_of(problem.a_type).count(),
            .b_bytes = size_of(problem.b_type).count(),
            .c_bytes = size_of(problem.c_type).count(),
            .b_layout = problem.b_layout,
            .c_buffers = problem.c_buffers,
            .c_buffers_l2 = problem.c_buffers_l2,
            .stack = problem.stack.value_or(device.core_stack),
            .bd_reconfiguration = problem.bd_reconfiguration};
}

/// What would fit instead, for the message.
std::string remedy(const Misfit& misfit, const Tiling& tiling) {
    if (misfit.key == "gemm.k_mt")
        if (const auto fitting = with_k_mt_that_fits(tiling))
            return fmt::format("; the nearest below that fits: {}", fitting->k_mt);
    if (const auto fitting = with_nearest_tile_that_fits(tiling))
        return fmt::format("; the nearest tile that fits: {}x{}x{} with k_mt {}", fitting->tile.m,
                           fitting->tile.k, fitting->tile.n, fitting->k_mt);
    return {};
}

[[noreturn]] void refuse(const Misfit& misfit, const Tiling& tiling) {
    const bool of_the_tile = misfit.key == "gemm.k_mt" || misfit.key == "gemm.tile";
    throw MappingError{misfit.key,
                       misfit.message + (of_the_tile ? remedy(misfit, tiling) : std::string{})};
}

void check_shift(const GemmProblem& problem) {
    const int most = kernels::max_shift(problem.a_type, problem.c_type);
    if (!problem.shift || *problem.shift <= most) return;
    throw MappingError{
        "gemm.shift",
        fmt::format("gemm.shift {} would push bits of {} out of the accumulator; at most {} for {} "
                    "inputs",
                    *problem.shift, to_string(problem.c_type), most, to_string(problem.a_type))};
}

}  // namespace

void Tiling::pad() {
    size = {round_up(asked.m, tile.m * rows), round_up(asked.k, k_mt),
            round_up(asked.n, tile.n * columns)};
}

RowRange Tiling::a_rows_at(int column) const {
    RowRange range;
    for (int row = 0; row < rows; ++row) {
        if (a_column(row) != column) continue;
        if (range.count == 0) range.first = row;
        ++range.count;
    }
    return range;
}

Tiling tile_problem(const GemmProblem& problem, const arch::Device& device) {
    check_device(device);
    const arch::MatrixRate& rate = matrix_instruction(problem, device);
    check_shift(problem);
    Tiling tiling = shape_of(problem, device, rate);
    tiling.tile = problem.tile ? *problem.tile : default_tile(problem, rate, tiling);
    tiling.k_mt = problem.k_mt ? *problem.k_mt : default_k_mt(problem.size.k, rate, tiling.tile.k);
    tiling.pad();

    // What was left open gives way to what was asked for.
    if (find_misfit(tiling) && !problem.k_mt)
        if (const auto fitting = with_k_mt_that_fits(tiling)) tiling = *fitting;
    if (find_misfit(tiling) && !problem.tile && !problem.k_mt)
        if (const auto fitting = with_nearest_tile_that_fits(tiling)) tiling = *fitting;
    if (const auto misfit = find_misfit(tiling)) refuse(*misfit, tiling);
    return tiling;
}

}  // namespace xdnasim::gemm
