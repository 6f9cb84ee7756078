#include "workloads/gemm/gemm_mapping.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/gemm/gemm_parts.hpp"
#include "workloads/kernels/kernel_program.hpp"

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
    if (rate.rate != RateSource::Measured) return std::nullopt;
    const double measured = kernels::matrix_rate(matmul, device).macs_per_cycle;
    if (measured <= 0)
        throw MappingError{
            "gemm.kernel.rate",
            fmt::format("gemm.kernel.rate: no measured rate of {} for these types is "
                        "known; allowed: slots",
                        device.name)};
    return cycles_at(measured, matmul);
}

std::vector<kernels::Kernel> kernels_of(const GemmDesign& design, const arch::Device& device) {
    const auto narrow = [](std::int64_t value) { return static_cast<int>(value); };
    const auto& [m, k, n] = *design.tile;
    const auto& [r, s, t] = design.instruction;
    const kernels::Matmul matmul{design.a_type, design.b_type, design.c_type,   narrow(m),
                                 narrow(k),     narrow(n),     narrow(r),       narrow(s),
                                 narrow(t),     design.shift,  design.rounding, design.b_layout};
    // In the order of kZeroKernel and kMatmulKernel.
    return {{fmt::format("zero_{}_{}x{}", to_string(design.c_type), m, n),
             kernels::Zero{Bytes{design.c_tile()}}, std::nullopt},
            {fmt::format("matmul_{}_{}_{}x{}x{}", to_string(design.a_type),
                         to_string(design.c_type), m, k, n),
             matmul, asked_cycles(design.kernel, matmul, device)}};
}

void add_tiles(Schedule& schedule, const GemmDesign& design, const arch::Device& device) {
    for (int column = 0; column < design.columns; ++column) {
        schedule::TileProgram shim;
        shim.tile = device.shim_at(column);
        schedule.tiles.push_back(std::move(shim));
        for (int row = 0; row < design.rows; ++row)
            schedule.tiles.push_back(core_program(design, device, row, column));
    }
    for (schedule::TileProgram& program : mem_tile_programs(design, device))
        schedule.tiles.push_back(std::move(program));
    std::ranges::sort(schedule.tiles, {}, &schedule::TileProgram::tile);
}

}  // namespace

Schedule program_of(const GemmDesign& design, const arch::Device& device) {
    Schedule schedule;
    schedule.kernels = kernels_of(design, device);
    add_tiles(schedule, design, device);
    schedule.flows = flows(design, device);
    const auto& [m, k, n] = design.padded;
    schedule.host_buffers = {{"A", Bytes{m * k * design.a_bytes()}},
                             {"B", Bytes{k * n * design.b_bytes()}},
                             {"C", Bytes{m * n * design.c_bytes()}}};
    schedule.sequence = runtime_sequence(design, device);
    return schedule;
}

}  // namespace xdnasim::gemm
