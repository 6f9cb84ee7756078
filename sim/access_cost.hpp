#pragma once
// What the accesses of the shim channels cost the memory, by the patterns in which they walk
// through it. Every figure is a parameter of the device file; none is looked up by pattern.

#include <cstdint>
#include <span>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/tile_program.hpp"

// How a BD of a shim walks through the host's memory, as far as the memory's speed depends on it.

namespace xdnasim::sim {

/// Rows of `run` contiguous bytes, `stride` apart.
struct AccessPattern {
    int buffer = -1;          ///< of the host
    arch::Bytes offset{};     ///< of the first run, in its buffer
    arch::Bytes run{};        ///< contiguous bytes
    arch::Bytes stride{};     ///< from run to run; 0: there is one
    std::int64_t rows = 1;    ///< runs before the pattern steps on
    bool along_rows = false;  ///< its next step goes on where the runs of the last one ended
};

/// Of one execution of `bd`, a BD of the host's memory, from `offset`.
[[nodiscard]] AccessPattern access_pattern(const schedule::Bd& bd, arch::Bytes offset);

struct Access {
    AccessPattern pattern;
    arch::Direction direction = arch::Direction::MM2S;
};

/// Per byte that is moved, in array cycles.
struct AccessCost {
    double channel = 0;  ///< of the channel's time
    double memory = 0;   ///< of the memory's time, which all channels share
};

/// Of the channels' accesses in each other's company. One without a pattern costs nothing.
///
/// Channel: a run takes `dram.channel_run` beside its bytes at the rate of the channel, which is
/// that of a stream or `dram.channel`.
///
/// Memory: a run of L bytes moves the bursts that it touches, on the average over the offsets
/// at which its rows lie, at `dram.total`, or at `interleave_share` of it where the rows lie at
/// multiples of `interleave` and so meet in the same memory channels. Opening it takes
/// `dram.run`; the two overlap with those of other runs in flight, so that they add up like
/// independent deviations: sqrt(run^2 + data^2).
///
/// Translation: a read in a page that is not remembered waits for a walk, which nothing overlaps;
/// writes are posted, and wait for none. A pattern passes through the pages of all its rows
/// before it comes back to the first: soon, when it goes on along them. The first is still there
/// as far as the pages that all reading channels pass through meanwhile fit into the table; the
/// rest of them misses. Channels that go down side by side within a page share it and its walk.
///
/// Example, with a burst of 64 bytes, a total of 50 GB/s, a run of 6 ns, a table of 64 pages of
/// 4,096 bytes, a walk of 40 ns. One channel reads A, 432 bytes of each of 144 rows that are 4,320
/// bytes apart, and goes on along the rows. Runs begin at any multiple of 16, the greatest common
/// divisor of 4,320, 432 and 64, so that one touches 432 + 64 - 16 = 480 bytes of bursts on the
/// average: 9.6 ns. With its opening it takes sqrt(6^2 + 9.6^2) = 11.3 ns. Each row lies in a page
/// of its own, and 144 of them pass before the first comes back: 1 - 64/144 of the reads walk, 22.2
/// ns a run. A run costs the memory 33.5 ns, which is 12.9 GB/s in place of 50.
[[nodiscard]] std::vector<AccessCost> access_costs(std::span<const Access> accesses,
                                                   const arch::Device& device);

/// The channel's cost alone, in which the others' company has no part.
[[nodiscard]] double channel_cost(const AccessPattern& pattern, const arch::Device& device);

}  // namespace xdnasim::sim
