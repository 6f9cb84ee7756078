#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "workloads/gemm/gemm_choice.hpp"
#include "workloads/gemm/gemm_placement.hpp"
#include "workloads/gemm/gemm_program.hpp"
#include "workloads/gemm/gemm_sequence.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::gemm {

using arch::Direction;
using arch::dma_port;
using arch::Port;

std::vector<schedule::Flow> flows(const GemmDesign& design, const arch::Device& device) {
    std::vector<schedule::Flow> all;
    const auto add = [&](std::string name, const Port& source, std::vector<Port> sinks) {
        all.push_back({std::move(name), source, std::move(sinks), schedule::FlowMode::Circuit, 0});
    };
    const auto cores_of = [&](int row, int channel) {
        std::vector<Port> cores;
        for (int column = 0; column < design.columns; ++column)
            cores.push_back(dma_port(core_at(device, row, column), Direction::S2MM, channel));
        return cores;
    };
    for (int column = 0; column < design.columns; ++column) {
        const RowRange rows = design.a_rows_at(column);
        if (rows.count == 0) continue;
        const arch::TileId mem = device.mem_tile_at(column);
        add(fmt::format("A{} L3-L2", rows.first),
            dma_port(device.shim_at(column), Direction::MM2S, Channels::kShimA),
            {dma_port(mem, Direction::S2MM, Channels::kMemA)});
        for (int i = 0; i < rows.count; ++i)
            add(fmt::format("A{} L2-L1", rows.first + i),
                dma_port(mem, Direction::MM2S, Channels::mem_a_out(i)),
                cores_of(rows.first + i, Channels::kCoreA));
    }
    for (int column = 0; column < design.columns; ++column) {
        const arch::TileId shim = device.shim_at(column);
        const arch::TileId mem = device.mem_tile_at(column);
        add(fmt::format("B{} L3-L2", column), dma_port(shim, Direction::MM2S, Channels::kShimB),
            {dma_port(mem, Direction::S2MM, Channels::kMemB)});
        std::vector<Port> cores;
        cores.reserve(static_cast<std::size_t>(design.rows));
        for (int i = 0; i < design.rows; ++i)
            cores.push_back(
                dma_port(core_at(device, i, column), Direction::S2MM, Channels::kCoreB));
        add(fmt::format("B{} L2-L1", column), dma_port(mem, Direction::MM2S, Channels::kMemBOut),
            cores);
        for (int i = 0; i < design.rows; ++i)
            add(fmt::format("C({},{}) L1-L2", i, column),
                dma_port(core_at(device, i, column), Direction::MM2S, Channels::kCoreC),
                {dma_port(mem, Direction::S2MM, Channels::kMemCIn + i)});
        const int c_out = Channels::mem_c_out(design.a_rows_at(column).count);
        add(fmt::format("C{} L2-L3", column), dma_port(mem, Direction::MM2S, c_out),
            {dma_port(shim, Direction::S2MM, Channels::kShimC)});
    }
    return all;
}

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
    const std::optional<double> measured = kernels::matrix_rate(matmul, device).macs_per_cycle;
    if (!measured)
        throw MappingError{
            "gemm.kernel.rate",
            fmt::format("gemm.kernel.rate: {} has no measured rate for these types; allowed: slots",
                        device.name)};
    return cycles_at(*measured, matmul);
}

}  // namespace

std::vector<kernels::Kernel> kernels_of(const GemmDesign& design, const arch::Device& device) {
    const auto narrow = [](std::int64_t value) { return static_cast<int>(value); };
    const auto& [m, k, n] = *design.tile;
    const std::int64_t rows = design.slice_rows();
    const auto& [r, s, t] = design.instruction;
    const kernels::Matmul matmul{design.a_type,
                                 design.b_type,
                                 design.partial_type.value_or(design.c_type),
                                 narrow(rows),
                                 narrow(k),
                                 narrow(n),
                                 narrow(r),
                                 narrow(s),
                                 narrow(t),
                                 design.shift,
                                 design.rounding,
                                 design.b_layout,
                                 design.kernel.blocking,
                                 design.kernel.source,
                                 design.kernel.native,
                                 design.is_staged()};
    std::vector<kernels::Kernel> all{{fmt::format("zero_{}_{}x{}", to_string(matmul.c), m, n),
                                      kernels::Zero{design.c_partial()}, std::nullopt},
                                     {fmt::format("matmul_{}_{}_{}x{}x{}", to_string(design.a_type),
                                                  to_string(design.c_type), rows, k, n),
                                      matmul, asked_cycles(design.kernel, matmul, device)}};
    // Encoding is inlined at the end of the last call.
    if (design.is_staged())
        all.push_back({fmt::format("encode_{}x{}", m, n), kernels::Encode{narrow(m), narrow(n)},
                       std::nullopt, true});
    return all;
}

namespace {

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
    schedule.host_buffers = {
        {"A", design.a_size(m * k)}, {"B", design.b_size(k * n)}, {"C", design.c_size(m * n)}};
    schedule.sequence = runtime_sequence(design, device);
    return schedule;
}

}  // namespace xdnasim::gemm
