#include "xdnasim/workloads/gemm/gemm_mapping.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "xdnasim/arch/routing_graph.hpp"
#include "xdnasim/workloads/gemm/gemm_parts.hpp"
#include "xdnasim/workloads/gemm/gemm_ping_pong.hpp"
#include "xdnasim/workloads/kernels/default_shift.hpp"
#include "xdnasim/workloads/kernels/kernel_program.hpp"
#include "xdnasim/workloads/routing/router.hpp"

namespace xdnasim::gemm {

using arch::Bytes;
using schedule::Schedule;

namespace {

arch::Cycles cycles_at(double macs_per_cycle, const kernels::Matmul& matmul) {
    const auto macs = static_cast<double>(std::int64_t{matmul.m} * matmul.k * matmul.n);
    return arch::Cycles{static_cast<std::int64_t>(std::ceil(macs / macs_per_cycle))};
}

std::optional<arch::Cycles> asked_cycles(const KernelRate& rate, const kernels::Matmul& matmul,
                                         const arch::Device& device) {
    if (rate.cycles_per_call) return rate.cycles_per_call;
    if (rate.macs_per_cycle) return cycles_at(*rate.macs_per_cycle, matmul);
    if (!rate.measured) return std::nullopt;
    const double measured = kernels::matrix_rate(matmul, device).macs_per_cycle;
    if (measured <= 0)
        throw MappingError{
            "gemm.kernel.rate",
            fmt::format("gemm.kernel.rate: no measured rate of {} for these types is "
                        "known; allowed: slots",
                        device.name)};
    return cycles_at(measured, matmul);
}

std::vector<kernels::Kernel> kernels_of(const GemmProblem& problem, const Tiling& tiling,
                                        int shift) {
    const auto narrow = [](std::int64_t value) { return static_cast<int>(value); };
    const auto& [m, k, n] = tiling.tile;
    const auto& [r, s, t] = tiling.instruction;
    const kernels::Matmul matmul{problem.a_type, problem.b_type,   problem.c_type,
                                 narrow(m),      narrow(k),        narrow(n),
                                 narrow(r),      narrow(s),        narrow(t),
                                 shift,          problem.rounding, problem.b_layout};
    std::vector<kernels::Kernel> all(2);
    all[kZeroKernel] = {fmt::format("zero_{}_{}x{}", to_string(problem.c_type), m, n),
                        kernels::Zero{Bytes{tiling.c_tile()}}, std::nullopt};
    all[kMatmulKernel] = {fmt::format("matmul_{}_{}_{}x{}x{}", to_string(problem.a_type),
                                      to_string(problem.c_type), m, k, n),
                          matmul, asked_cycles(problem.kernel, matmul, *tiling.device)};
    return all;
}

schedule::GemmDescription describe(const GemmProblem& problem, const Tiling& tiling, int shift) {
    return {.asked = problem.size,
            .padded = tiling.size,
            .tile = tiling.tile,
            .k_mt = tiling.k_mt,
            .rows = tiling.rows,
            .columns = tiling.columns,
            .a_type = problem.a_type,
            .b_type = problem.b_type,
            .c_type = problem.c_type,
            .b_layout = problem.b_layout,
            .c_buffers = problem.c_buffers,
            .c_buffers_l2 = problem.c_buffers_l2,
            .bd_reconfiguration = problem.bd_reconfiguration,
            .half_rows = block_rows_of_half(tiling),
            .shift = shift,
            .rounding = problem.rounding,
            .a = {kHostA},
            .b = {kHostB},
            .c = {kHostC},
            .multiply = kMatmulKernel};
}

void add_tiles(Schedule& schedule, const Tiling& tiling) {
    for (int column = 0; column < tiling.columns; ++column) {
        schedule::TileProgram shim;
        shim.tile = Tiling::shim(column);
        schedule.tiles.push_back(std::move(shim));
        for (int row = 0; row < tiling.rows; ++row)
            schedule.tiles.push_back(core_program(tiling, row, column));
    }
    for (schedule::TileProgram& program : mem_tile_programs(tiling))
        schedule.tiles.push_back(std::move(program));
    std::ranges::sort(schedule.tiles, {}, &schedule::TileProgram::tile);
}

}  // namespace

Schedule map_gemm(const GemmProblem& problem, const arch::Device& device) {
    const Tiling tiling = tile_problem(problem, device);
    const int shift = problem.shift.value_or(
        kernels::default_shift(problem.a_type, problem.b_type, problem.c_type, problem.size.k));
    Schedule schedule;
    schedule.device = device.name;
    schedule.gemm = describe(problem, tiling, shift);
    schedule.kernels = kernels_of(problem, tiling, shift);
    add_tiles(schedule, tiling);
    schedule.flows = flows(tiling);
    schedule.routes = routing::route(schedule.flows, arch::RoutingGraph{device});
    const auto& [m, k, n] = tiling.size;
    schedule.host_buffers = {{"A", Bytes{m * k * tiling.a_bytes}},
                             {"B", Bytes{k * n * tiling.b_bytes}},
                             {"C", Bytes{m * n * tiling.c_bytes}}};
    schedule.sequence = runtime_sequence(tiling);
    schedule::require_valid(schedule, device);
    return schedule;
}

}  // namespace xdnasim::gemm
