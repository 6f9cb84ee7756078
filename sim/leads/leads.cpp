#include "sim/leads/leads.hpp"

#include <limits>

#include "workloads/schedule/relaxation.hpp"

namespace xdnasim::sim {

using schedule::kLimits;
using schedule::Limit;

namespace {

/// By how much `time_of` is less for each relaxed device than for `device`.
template <class TimeOf>
Leads saved(const arch::Device& device, const RelaxedDevices& relaxed, TimeOf time_of) {
    Leads leads;
    for (const Limit limit : kLimits) {
        const arch::Cycles less = time_of(device) - time_of(relaxed[index(limit)]);
        leads[limit] = static_cast<double>(less.count());
    }
    return leads;
}

}  // namespace

Leads never_waited_for() {
    Leads leads;
    leads.wait(std::numeric_limits<double>::infinity());
    return leads;
}

RelaxedDevices relaxed_devices(const arch::Device& device) {
    arch::Device bare = device;
    bare.quantities.clear();
    RelaxedDevices devices;
    for (const Limit limit : kLimits)
        devices[index(limit)] = relaxed(bare, limit);
    return devices;
}

Savings::Savings(const arch::Device& device, const RelaxedDevices& relaxed) {
    const auto of_timing = [&](arch::Cycles arch::Timing::*time) {
        return saved(device, relaxed, [&](const arch::Device& of) { return of.timing.*time; });
    };
    const auto of_dram = [&](arch::Nanoseconds arch::DramModel::*time) {
        return saved(device, relaxed,
                     [&](const arch::Device& of) { return of.cycles(of.dram.*time); });
    };
    const auto of_commands = [&](arch::Nanoseconds arch::CommandProcessorModel::*time) {
        return saved(device, relaxed,
                     [&](const arch::Device& of) { return of.cycles(of.command_processor.*time); });
    };
    bd_switch = of_timing(&arch::Timing::bd_switch);
    s2mm_start = of_timing(&arch::Timing::s2mm_start);
    mm2s_start = of_timing(&arch::Timing::mm2s_start);
    dma_release = of_timing(&arch::Timing::dma_release);
    core_release = of_timing(&arch::Timing::core_release);
    core_acquire = of_timing(&arch::Timing::core_acquire);
    core_lock_op = of_timing(&arch::Timing::core_lock_op);
    core_call = of_timing(&arch::Timing::core_call);
    core_return = of_timing(&arch::Timing::core_return);
    core_restore = of_timing(&arch::Timing::core_restore);
    switch_hop = of_timing(&arch::Timing::switch_hop);
    cascade =
        saved(device, relaxed, [](const arch::Device& of) { return of.core.cascade.latency; });
    read_latency = of_dram(&arch::DramModel::read_latency);
    write_latency = of_dram(&arch::DramModel::write_latency);
    bd_write = of_commands(&arch::CommandProcessorModel::bd_write);
    push = of_commands(&arch::CommandProcessorModel::push);
    token = of_commands(&arch::CommandProcessorModel::token);
    for (const Limit limit : kLimits)
        stream_cycle[limit] =
            1 - static_cast<double>(device.stream_width.count()) /
                    static_cast<double>(relaxed[index(limit)].stream_width.count());
}

Leads saved_of_crossing(const arch::Device& device, const RelaxedDevices& relaxed,
                        double pl_clock_ghz) {
    return saved(device, relaxed, [&](const arch::Device& of) {
        return of.pl->crossing_at(pl_clock_ghz, of.clock_ghz);
    });
}

SavedOfCall::SavedOfCall(arch::Cycles cycles, arch::Cycles memory_stall, bool inlined,
                         const Savings& saved) {
    for (const Limit limit : kLimits)
        kernel[limit] = static_cast<double>((cycles - relaxed_call(cycles, limit)).count());
    // A kernel of given cycles has no accesses that could stall in the banks: `memory_stall` is 0.
    behind[Limit::Compute] = static_cast<double>(memory_stall.count());
    if (!inlined) {
        before = saved.core_call;
        behind += saved.core_return;
    }
    all = before + kernel + behind;
}

}  // namespace xdnasim::sim
