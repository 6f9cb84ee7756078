#pragma once
// Host memory that never limits a run, for tests of the array itself.

#include "arch/device.hpp"

namespace xdnasim::test {

/// Returns `device` with bandwidths of DRAM and fabric far above those of streams, and without the
/// costs of short runs of bytes and of address translation. Latencies and the command processor
/// stay unchanged.
inline arch::Device with_fast_memory(arch::Device device) {
    constexpr double kPlenty = 1000;
    arch::DramModel& dram = device.dram;
    dram.channel = dram.read = dram.write = dram.total = arch::GigabytesPerSecond{kPlenty};
    dram.channel_run = dram.write_run = dram.part_write = dram.merge = dram.run =
        arch::Nanoseconds{0};
    dram.translation.walk = dram.translation.write_walk = arch::Nanoseconds{0};
    device.fabric.read = device.fabric.write = arch::BytesPerCycle{kPlenty};
    return device;
}

}  // namespace xdnasim::test
