#include "workloads/schedule/relaxation.hpp"

#include <cmath>
#include <cstdint>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::schedule {
namespace {

template <class Tag>
arch::Unit<Tag, std::int64_t> shorter(arch::Unit<Tag, std::int64_t> cycles, double by) {
    return arch::Unit<Tag, std::int64_t>{std::llround(static_cast<double>(cycles.count()) / by)};
}

arch::Nanoseconds shorter(arch::Nanoseconds time, double by) {
    return time / by;
}

template <class Rate>
Rate higher(Rate rate, double by) {
    return rate * by;
}

arch::Bytes higher(arch::Bytes bytes, double by) {
    return arch::Bytes{std::llround(static_cast<double>(bytes.count()) * by)};
}

void relax_core(arch::Timing& timing, double by) {
    for (arch::Cycles* time :
         {&timing.core_call, &timing.core_return, &timing.core_restore, &timing.core_lock_op})
        *time = shorter(*time, by);
}

/// Relaxes the streams. A shim channel that is as fast as its stream is relaxed with it: otherwise
/// each would hide the cost of the other.
void relax_stream(arch::Device& device, double by) {
    constexpr double kAlmost = 0.9;
    const arch::BytesPerCycle stream{static_cast<double>(device.stream_width.count())};
    if (device.bytes_per_cycle(device.dram.channel) >= kAlmost * stream)
        device.dram.channel = higher(device.dram.channel, by);
    device.stream_width = higher(device.stream_width, by);
    if (device.pl) device.pl->port_width = higher(device.pl->port_width, by);
}

void relax_dram(arch::DramModel& dram, double by) {
    dram.channel = higher(dram.channel, by);
    dram.read = higher(dram.read, by);
    dram.write = higher(dram.write, by);
    dram.total = higher(dram.total, by);
    dram.channel_run = shorter(dram.channel_run, by);
    dram.run = shorter(dram.run, by);
    dram.write_run = shorter(dram.write_run, by);
    dram.part_write = shorter(dram.part_write, by);
    dram.merge = shorter(dram.merge, by);
    dram.translation.walk = shorter(dram.translation.walk, by);
    dram.translation.write_walk = shorter(dram.translation.write_walk, by);
}

void relax_commands(arch::CommandProcessorModel& commands, double by) {
    commands.bd_write = shorter(commands.bd_write, by);
    commands.push = shorter(commands.push, by);
    commands.token = shorter(commands.token, by);
}

void relax_latencies(arch::Device& device, double by) {
    device.dram.read_latency = shorter(device.dram.read_latency, by);
    device.dram.write_latency = shorter(device.dram.write_latency, by);
    arch::Timing& timing = device.timing;
    for (arch::Cycles* latency : {&timing.bd_switch, &timing.s2mm_start, &timing.mm2s_start,
                                  &timing.dma_release, &timing.core_release, &timing.core_acquire,
                                  &timing.switch_hop, &device.core.cascade.latency})
        *latency = shorter(*latency, by);
    if (!device.pl) return;
    device.pl->crossing = shorter(device.pl->crossing, by);
    device.pl->crossing_pl = shorter(device.pl->crossing_pl, by);
}

}  // namespace

arch::Device relaxed(arch::Device device, Limit limit, double by) {
    switch (limit) {
        case Limit::Compute:
            relax_core(device.timing, by);
            break;
        case Limit::Stream:
            relax_stream(device, by);
            break;
        case Limit::Dram:
            relax_dram(device.dram, by);
            device.fabric.read = higher(device.fabric.read, by);
            device.fabric.write = higher(device.fabric.write, by);
            break;
        case Limit::Commands:
            relax_commands(device.command_processor, by);
            break;
        case Limit::Latency:
            relax_latencies(device, by);
            break;
        case Limit::Buffers:
            for (arch::TileModel* tile : {&device.comp_tile, &device.mem_tile, &device.shim_tile})
                tile->max_lock_value *= kRelaxation;
            break;
    }
    return device;
}

arch::Cycles relaxed_call(arch::Cycles cycles, Limit limit, double by) {
    return limit == Limit::Compute ? shorter(cycles, by) : cycles;
}

int relaxed_initial(const Lock& lock, Limit limit) {
    const bool counts_places = lock.role == LockRole::Free;
    return limit == Limit::Buffers && counts_places ? lock.initial * kRelaxation : lock.initial;
}

Schedule relaxed(Schedule schedule, const arch::Device& device, Limit limit, double by) {
    if (limit == Limit::Compute)
        for (kernels::Kernel& kernel : schedule.kernels) {
            kernel.keeps_words = kernel.keeps_words || !kernel.cycles;
            kernel.cycles = relaxed_call(cycles_per_call(kernel, device), limit, by);
        }
    if (limit == Limit::Stream)
        for (PlPort& port : schedule.pl.ports)
            port.width = higher(port.width, by);
    for (TileProgram& program : schedule.tiles)
        for (Lock& lock : program.locks)
            lock.initial = relaxed_initial(lock, limit);
    return schedule;
}

}  // namespace xdnasim::schedule
