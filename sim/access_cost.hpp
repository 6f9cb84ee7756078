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
[[nodiscard]] std::vector<AccessCost> access_costs(std::span<const Access> accesses,
                                                   const arch::Device& device);

}  // namespace xdnasim::sim
