#pragma once
// A device whose memory costs are all different, and accesses to its memory.

#include <cstdint>

#include "arch/device.hpp"
#include "test/support/stock_device.hpp"
#include "workloads/memory/access_cost.hpp"

namespace xdnasim::memory::test {

/// A device with a clock of 1 GHz, so that nanoseconds are cycles, and with memory costs that can
/// be distinguished in a sum.
[[nodiscard]] inline arch::Device plain_device() {
    arch::Device device = xdnasim::test::device_named("xdna-phoenix");
    device.clock_ghz = 1.0;
    device.stream_width = arch::Bytes{4};
    arch::DramModel& dram = device.dram;
    dram.channel = arch::GigabytesPerSecond{100};
    dram.total = arch::GigabytesPerSecond{32};
    dram.channel_run = arch::Nanoseconds{24};
    dram.write_run = arch::Nanoseconds{7};
    dram.part_write = arch::Nanoseconds{11};
    dram.run = arch::Nanoseconds{3};
    dram.row = arch::Bytes{2048};
    dram.merge = arch::Nanoseconds{2};
    dram.burst = arch::Bytes{64};
    dram.access = arch::Bytes{32};
    dram.write_piece = arch::Bytes{128};
    dram.interleave = arch::Bytes{4096};
    dram.interleave_share = 0.5;
    dram.translation = {.page = arch::Bytes{4096},
                        .block = arch::Bytes{32768},
                        .entries = 10,
                        .written = 1.5,
                        .shared = 1,
                        .spread = 2,
                        .walk = arch::Nanoseconds{20},
                        .overlap = 0,
                        .write_walk = arch::Nanoseconds{50}};
    return device;
}

[[nodiscard]] inline AccessPattern rows_of(std::int64_t run, std::int64_t stride, std::int64_t rows,
                                           bool along) {
    return {0, arch::Bytes{0}, arch::Bytes{run}, arch::Bytes{stride}, rows, along};
}

[[nodiscard]] inline AccessPattern shifted(AccessPattern pattern, std::int64_t offset) {
    pattern.offset = arch::Bytes{offset};
    return pattern;
}

[[nodiscard]] inline Access read(const AccessPattern& pattern) {
    return {pattern, arch::Direction::MM2S};
}

[[nodiscard]] inline Access write(const AccessPattern& pattern) {
    return {pattern, arch::Direction::S2MM};
}

}  // namespace xdnasim::memory::test
