#include "workloads/schedule/relaxation.hpp"

#include <utility>

#include "workloads/kernels/kernel.hpp"

namespace xdnasim::schedule {
namespace {

arch::Cycles half(arch::Cycles cycles) {
    return (cycles + arch::Cycles{kRelaxation - 1}) / kRelaxation;
}

arch::Nanoseconds half(arch::Nanoseconds time) {
    return time / kRelaxation;
}

template <class Rate>
Rate twice(Rate rate) {
    return rate * kRelaxation;
}

void relax_core(arch::Timing& timing) {
    for (arch::Cycles* time :
         {&timing.core_call, &timing.core_return, &timing.core_restore, &timing.core_lock_op})
        *time = half(*time);
}

/// A shim channel that keeps up with its stream is as wide as the stream: neither would show what
/// it costs while the other holds it back.
void relax_stream(arch::Device& device) {
    constexpr double kAlmost = 0.999;
    const arch::BytesPerCycle stream{static_cast<double>(device.stream_width.count())};
    if (device.bytes_per_cycle(device.dram.channel) >= kAlmost * stream)
        device.dram.channel = twice(device.dram.channel);
    device.stream_width = twice(device.stream_width);
    if (device.pl) device.pl->port_width = twice(device.pl->port_width);
}

void relax_dram(arch::DramModel& dram) {
    dram.channel = twice(dram.channel);
    dram.read = twice(dram.read);
    dram.write = twice(dram.write);
    dram.total = twice(dram.total);
    dram.channel_run = half(dram.channel_run);
    dram.run = half(dram.run);
    dram.write_run = half(dram.write_run);
    dram.part_write = half(dram.part_write);
    dram.merge = half(dram.merge);
    dram.translation.walk = half(dram.translation.walk);
    dram.translation.write_walk = half(dram.translation.write_walk);
}

void relax_commands(arch::CommandProcessorModel& commands) {
    commands.bd_write = half(commands.bd_write);
    commands.push = half(commands.push);
    commands.token = half(commands.token);
}

void relax_latencies(arch::Device& device) {
    device.dram.read_latency = half(device.dram.read_latency);
    device.dram.write_latency = half(device.dram.write_latency);
    arch::Timing& timing = device.timing;
    for (arch::Cycles* latency : {&timing.bd_switch, &timing.s2mm_start, &timing.mm2s_start,
                                  &timing.dma_release, &timing.core_release, &timing.core_acquire,
                                  &timing.switch_hop, &device.core.cascade.latency})
        *latency = half(*latency);
    if (!device.pl) return;
    device.pl->crossing = half(device.pl->crossing);
    device.pl->crossing_pl /= kRelaxation;
}

}  // namespace

arch::Device relaxed(arch::Device device, Limit limit) {
    switch (limit) {
        case Limit::Compute:
            relax_core(device.timing);
            break;
        case Limit::Stream:
            relax_stream(device);
            break;
        case Limit::Dram:
            relax_dram(device.dram);
            device.fabric.read = twice(device.fabric.read);
            device.fabric.write = twice(device.fabric.write);
            break;
        case Limit::Commands:
            relax_commands(device.command_processor);
            break;
        case Limit::Latency:
            relax_latencies(device);
            break;
        case Limit::Buffers:
            for (arch::TileModel* tile : {&device.comp_tile, &device.mem_tile, &device.shim_tile})
                tile->max_lock_value *= kRelaxation;
            break;
    }
    return device;
}

arch::Cycles relaxed_call(arch::Cycles cycles, Limit limit) {
    return limit == Limit::Compute ? half(cycles) : cycles;
}

int relaxed_initial(const Lock& lock, Limit limit) {
    const bool counts_places = lock.role == LockRole::Free;
    return limit == Limit::Buffers && counts_places ? lock.initial * kRelaxation : lock.initial;
}

Schedule relaxed(Schedule schedule, const arch::Device& device, Limit limit) {
    if (limit == Limit::Compute)
        for (kernels::Kernel& kernel : schedule.kernels) {
            kernel.keeps_words = kernel.keeps_words || !kernel.cycles;
            kernel.cycles = relaxed_call(cycles_per_call(kernel, device), limit);
        }
    if (limit == Limit::Stream)
        for (PlPort& port : schedule.pl.ports)
            port.width = twice(port.width);
    for (TileProgram& program : schedule.tiles)
        for (Lock& lock : program.locks)
            lock.initial = relaxed_initial(lock, limit);
    return schedule;
}

}  // namespace xdnasim::schedule
