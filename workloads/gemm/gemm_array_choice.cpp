#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/number_format.hpp"
#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/kernels/matmul_program.hpp"

namespace xdnasim::gemm {

const arch::MatrixRate& matrix_instruction(const GemmDesign& design, const arch::Device& device) {
    const auto [a, b, c] = std::array{design.a_type, design.b_type, design.c_type};
    if (design.kernel.native) {
        if (const auto* rate = device.core.find_native_rate(a, b, c)) return *rate;
        throw MappingError{
            "gemm.kernel.native",
            fmt::format("gemm.kernel.native: {} has one kernel for {}; allowed: false", device.name,
                        arch::product_name(a, b, c))};
    }
    if (const auto* rate = device.core.find_rate(a, b, c)) return *rate;
    std::vector<std::string> known;
    for (const arch::MatrixRate& rate : device.core.matrix)
        known.push_back(arch::product_name(rate.a_type, rate.b_type, rate.c_type));
    throw MappingError{"gemm.types",
                       fmt::format("gemm.types: {} has no kernel for {}; it has {}", device.name,
                                   arch::product_name(a, b, c), fmt::join(known, ", "))};
}

void refuse_key(const std::string& key, const std::string& why) {
    throw MappingError{key, key + ": " + why};
}

namespace {

void check_device(const arch::Device& device) {
    const auto refuse = [&](const std::string& need) {
        throw MappingError{"device",
                           fmt::format("{}: the GEMM mapping needs {}", device.name, need)};
    };
    if (device.mem_rows() == 0) refuse("mem tiles between shims and cores");
    if (device.usable_columns() == 0)
        refuse(
            fmt::format("a shim that reaches DRAM in column 0 (array.shim_dma), since it uses "
                        "the columns from there on{}",
                        device.pl ? "; allowed: gemm.mapping: packs, whose data come from the "
                                    "programmable logic"
                                  : ""));
    constexpr int kMatrices = 3;
    const int bds = device.shim_tile.dma.bds;
    if (bds < kMatrices)
        refuse(fmt::format("{} BDs in a shim, for A, B and C; it has {}", kMatrices, bds));
}

/// Channels of a MemTile that `rows` rows of cores on `columns` columns need.
struct MemTileChannels {
    int a;     ///< channels of the A that leaves one MemTile
    int mm2s;  ///< MM2S channels: A, B and C
    int s2mm;  ///< S2MM channels: A and B from the shim, C of each row
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

/// Throws unless the A of each row enters at a column of the array, on channels that its MemTile
/// has.
void check_a_columns(const GemmDesign& design, const arch::Device& device) {
    if (design.a_columns.empty()) return;
    const int rows = design.rows;
    const int columns = design.columns;
    if (std::ssize(design.a_columns) != rows || design.a_columns.back() >= columns)
        throw MappingError{
            "gemm.array.a_columns",
            fmt::format("gemm.array.a_columns: [{}] is not one of the {} columns for each of the "
                        "{} rows of cores",
                        fmt::join(design.a_columns, ", "), columns, rows)};
    const int need = Channels::mem_c_out(design.max_a_rows()) + 1;
    if (need <= device.mem_tile.dma.mm2s_channels) return;
    throw MappingError{
        "gemm.array.a_columns",
        fmt::format("gemm.array.a_columns: A of {} rows enters at one column, and needs {} MM2S "
                    "channels of its mem tile with B and C; it has {}",
                    design.max_a_rows(), need, device.mem_tile.dma.mm2s_channels)};
}

int checked_columns(const GemmDesign& design, const arch::Device& device) {
    const int usable = device.usable_columns();
    if (!design.columns.asked()) return usable;
    if (design.columns > usable)
        throw MappingError{
            "gemm.array.columns",
            fmt::format(
                "gemm.array.columns: from column 0 on, {} has {} whose shims reach DRAM, not {}",
                device.name, base::counted(usable, "column"), *design.columns)};
    return design.columns;
}

int checked_rows(const GemmDesign& design, const arch::Device& device) {
    const int columns = design.columns;
    int usable = device.core_rows();
    while (usable > 0 && !has_channels(device, usable, columns))
        --usable;
    const int rows = design.rows.asked() ? *design.rows : std::max(usable, 1);
    if (has_channels(device, rows, columns)) return rows;
    const MemTileChannels need = mem_tile_channels(rows, columns);
    throw MappingError{
        "gemm.array.rows",
        fmt::format(
            "gemm.array: a mem tile of {} on {} needs {} MM2S channels ({} A, 1 B, 1 C) "
            "and {} S2MM (1 A, 1 B, {} C); it has {} and {}, {}",
            base::counted(rows, "row"), base::counted(columns, "column"), need.mm2s, need.a,
            need.s2mm, rows, device.mem_tile.dma.mm2s_channels, device.mem_tile.dma.s2mm_channels,
            usable == 0 ? "too few for any" : "enough for " + base::counted(usable, "row"))};
}

/// Throws if rows share the A of a column that lies tile by tile: no dimension is left to take
/// turns between rows.
void check_shared_rows(const GemmDesign& design) {
    if (!design.a_is_tiled() || design.max_a_rows() <= 1) return;
    refuse_key(
        "gemm.array",
        fmt::format("A in {} lies tile by tile, so that each row of cores needs a column for "
                    "its A; {} rows share one",
                    to_string(design.a_type), design.max_a_rows()));
}

void check_slots(const GemmDesign& design, const arch::Device& device) {
    constexpr std::int64_t kBds = 3 * kBlockSlots;  // of A, B and C
    if (design.bd_reconfiguration != BdReconfiguration::FourSlots) return;
    const arch::DmaModel& dma = device.shim_tile.dma;
    if (dma.bds < kBds)
        refuse_key("gemm.bd_reconfiguration",
                   fmt::format("four-slots takes {} BDs of a shim; {} has {}", kBds, device.name,
                               dma.bds));
    if (dma.task_queue_depth + 1 < kBlockSlots)
        refuse_key("gemm.bd_reconfiguration",
                   fmt::format("four-slots gives a channel {} tasks; one of {} takes {}",
                               kBlockSlots, device.name, dma.task_queue_depth + 1));
}

void check_shift(const GemmDesign& design) {
    const int max = kernels::max_shift(design.a_type, design.c_type);
    if (!design.shift.asked() || design.shift <= max) return;
    throw MappingError{
        "gemm.shift",
        fmt::format("gemm.shift {} would push bits of {} out of the accumulator; at most {} for {} "
                    "inputs",
                    *design.shift, to_string(design.c_type), max, to_string(design.a_type))};
}

}  // namespace

GemmDesign choose_array(GemmDesign design, const arch::Device& device) {
    check_device(device);
    const arch::MatrixRate& rate = matrix_instruction(design, device);
    check_shift(design);
    design.columns.choose(checked_columns(design, device));
    design.rows.choose(checked_rows(design, device));
    check_a_columns(design, device);
    check_shared_rows(design);
    check_slots(design, device);
    design.instruction = {rate.r, rate.s, rate.t};
    design.peak_macs_per_cycle = rate.peak_macs_per_cycle;
    if (!design.stack.asked()) design.stack.choose(rate.stack.value_or(device.core_stack));
    if (!design.rounding.asked())
        design.rounding.choose(design.b_is_tiled() ? kernels::Rounding::Floor
                                                   : kernels::Rounding::ConvEven);
    if (!design.shift.asked())
        design.shift.choose(
            kernels::default_shift(design.a_type, design.b_type, design.c_type, design.size.k));
    return design;
}

}  // namespace xdnasim::gemm
