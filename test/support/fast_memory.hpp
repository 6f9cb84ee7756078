#pragma once
// A host memory that holds nothing up, for what the array does by itself.

#include "arch/device.hpp"

namespace xdnasim::test {

/// The device with limits of DRAM and fabric far above the streams', and runs at no cost. Latencies
/// and commands stay as they are.
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
