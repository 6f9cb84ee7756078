#pragma once
// A run's result in which every figure is set, each to a different value.

#include "backends/backend.hpp"

namespace xdnasim::cli {

[[nodiscard]] inline backends::CoreTimes example_core(arch::TileId tile, std::int64_t busy,
                                                      std::int64_t lock_stall, std::int64_t idle) {
    using events::CoreState;
    backends::CoreTimes times{.tile = tile};
    times[CoreState::Busy] = arch::Cycles{busy};
    times[CoreState::LockStall] = arch::Cycles{lock_stall};
    times[CoreState::Idle] = arch::Cycles{idle};
    return times;
}

[[nodiscard]] inline backends::RunResult example_result() {
    backends::RunResult result;
    result.device = "xdna2-krackan";
    result.backend = "systemc";
    result.cycles = arch::Cycles{1'000};
    result.skipped = arch::Cycles{250};
    result.npu_time = arch::Nanoseconds{4'000'000};
    result.dispatch = arch::Nanoseconds{115'500};
    result.tops = 38.25;
    result.peak_fraction = 0.645;
    result.verification = {
        .passed = true, .message = "all 42 outputs equal", .saturated_share = 0.125};
    result.dram = {.read = arch::Bytes{209'018'880},
                   .written = arch::Bytes{18'579'456},
                   .read_rate = arch::GigabytesPerSecond{52.5},
                   .write_rate = arch::GigabytesPerSecond{4.75}};
    result.knows_cores = true;
    result.cores = {example_core({0, 2}, 900, 50, 50), example_core({1, 2}, 800, 150, 50)};
    result.kernel = {.name = "matmul",
                     .cycles_per_call = arch::Cycles{4'353},
                     .macs_per_cycle = 343.5,
                     .calls = 53'760,
                     .multiplying = arch::Cycles{1'550}};
    result.bottleneck = {.limit = schedule::Limit::Compute,
                         .gain = 0.45,
                         .figures = {{backends::Finding::KernelTime, 0.9}}};
    result.wall_seconds = 0.25;
    return result;
}

}  // namespace xdnasim::cli
