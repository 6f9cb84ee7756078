#pragma once
// A device with round numbers, for tests of closed forms.

#include "arch/device.hpp"

namespace xdnasim::test {

/// Returns the device. Its clock is 1 GHz, so that GB/s are bytes per cycle and nanoseconds are
/// cycles. A stream (4 bytes a cycle) is slower than a channel of a ShimTile (8), and that is
/// slower than the DRAM (10 in total).
inline arch::Device slow_link_device() {
    arch::Device device;
    device.clock_ghz = 1;
    device.stream_width = arch::Bytes{4};
    device.timing.core_lock_op = arch::Cycles{10};
    device.dram.channel = arch::GigabytesPerSecond{8};
    device.dram.read = device.dram.write = arch::GigabytesPerSecond{100};
    device.dram.total = arch::GigabytesPerSecond{10};
    device.dram.read_latency = arch::Nanoseconds{100};
    device.fabric = {arch::BytesPerCycle{64}, arch::BytesPerCycle{64}};
    return device;
}

}  // namespace xdnasim::test
