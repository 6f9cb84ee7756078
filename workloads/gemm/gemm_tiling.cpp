#include "xdnasim/workloads/gemm/gemm_tiling.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"

namespace xdnasim::gemm {

using arch::InputError;

namespace {

// The mem tile takes one C stream per core row on S2MM channels 2 and up, beside A and B.
constexpr int kFirstCChannel = 2;

const arch::MatrixRate& matrix_instruction(const GemmProblem& problem, const arch::Device& device) {
    const auto matches = [&](const arch::MatrixRate& rate) {
        return rate.a_type == to_string(problem.a_type) &&
               rate.b_type == to_string(problem.b_type) && rate.c_type == to_string(problem.c_type);
    };
    const auto found = std::ranges::find_if(device.core.matrix, matches);
    if (found != device.core.matrix.end()) return *found;
    std::string known;
    for (const arch::MatrixRate& rate : device.core.matrix)
        known += fmt::format("{}{} x {} -> {}", known.empty() ? "" : ", ", rate.a_type, rate.b_type,
                             rate.c_type);
    throw InputError{fmt::format(
        "gemm.types: {} has no matrix instruction for {} x {} -> {}; it has {}", device.name,
        to_string(problem.a_type), to_string(problem.b_type), to_string(problem.c_type), known)};
}

int usable_rows(const arch::Device& device) {
    const int c_channels = device.mem_tile.dma.s2mm_channels - kFirstCChannel;
    return std::min({device.core_rows(), c_channels, device.columns});
}

int checked(const char* key, int asked, int usable) {
    if (asked == 0) return usable;
    if (asked < 1 || asked > usable)
        throw InputError{fmt::format("gemm.array.{} is {}; the mapping can use 1 to {} here", key,
                                     asked, usable)};
    return asked;
}

void require_multiple(const std::string& what, std::int64_t value, std::int64_t unit,
                      std::string_view of) {
    if (value > 0 && value % unit == 0) return;
    const std::int64_t below = value / unit * unit;
    const std::string nearest =
        below > 0 ? fmt::format("{} or {}", below, below + unit) : fmt::format("{}", unit);
    throw InputError{fmt::format("{} is {}, which is no multiple of {} ({}); nearest: {}", what,
                                 value, unit, of, nearest)};
}

void check_multiples(const Tiling& tiling) {
    const auto& [m, k, n] = tiling.tile;
    require_multiple("gemm.tile.m", m, tiling.instruction.m, "r of the matrix instruction");
    require_multiple("gemm.tile.k", k, tiling.instruction.k, "s of the matrix instruction");
    require_multiple("gemm.tile.n", n, tiling.instruction.n, "t of the matrix instruction");
    require_multiple("gemm.k_mt", tiling.k_mt, k, "gemm.tile.k");
    require_multiple("gemm.size.m", tiling.size.m, m * tiling.rows,
                     fmt::format("gemm.tile.m x {} rows", tiling.rows));
    require_multiple("gemm.size.k", tiling.size.k, tiling.k_mt, "gemm.k_mt");
    require_multiple("gemm.size.n", tiling.size.n, n * tiling.columns,
                     fmt::format("gemm.tile.n x {} columns", tiling.columns));
}

void check_core_memory(const Tiling& tiling) {
    const arch::Device& device = tiling.device;
    const std::int64_t room = (device.comp_tile.memory - device.core_stack).count();
    const std::int64_t need = 2 * tiling.a_tile() + 2 * tiling.b_tile() + tiling.c_tile();
    if (need <= room) return;
    throw InputError{fmt::format(
        "gemm.tile {}x{}x{} does not fit into a core: 2 A + 2 B + 1 C tiles are {} bytes, {} more "
        "than the {} that {} of stack leave of {}",
        tiling.tile.m, tiling.tile.k, tiling.tile.n, need, need - room, room,
        device.core_stack.count(), device.comp_tile.memory.count())};
}

void check_array(const arch::Device& device) {
    const bool one_mem_row = device.rows() > 2 && device.row_kinds[1] == arch::TileKind::MemTile &&
                             device.first_core_row() == 2;
    if (!one_mem_row)
        throw InputError{fmt::format(
            "device {}: the GEMM mapping needs one row of mem tiles between shims and cores",
            device.name)};
}

int usable_columns(const arch::Device& device) {
    const auto end = std::ranges::find(device.shim_has_dma, false);
    return static_cast<int>(end - device.shim_has_dma.begin());
}

}  // namespace

int Tiling::a_row_at(int column) const {
    for (int row = 0; row < rows; ++row)
        if (a_column(row) == column) return row;
    return -1;
}

Tiling tile_problem(const GemmProblem& problem, const arch::Device& device) {
    check_array(device);
    const arch::MatrixRate& instruction = matrix_instruction(problem, device);
    const int columns = checked("columns", problem.columns, usable_columns(device));
    const int rows = checked("rows", problem.rows, std::min(usable_rows(device), columns));
    if (rows > columns)
        throw InputError{fmt::format(
            "gemm.array: {} rows on {} columns; every row needs a column of its own for its A",
            rows, columns)};
    const Tiling tiling{device,
                        problem.size,
                        problem.tile,
                        {instruction.r, instruction.s, instruction.t},
                        problem.k_mt,
                        rows,
                        columns,
                        size_of(problem.a_type).count(),
                        size_of(problem.b_type).count(),
                        size_of(problem.c_type).count()};
    check_multiples(tiling);
    check_core_memory(tiling);
    return tiling;
}

}  // namespace xdnasim::gemm
