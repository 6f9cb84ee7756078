#pragma once
// What the accesses of the shim channels cost the memory, by the patterns in which they walk
// through it. Every figure is a parameter of the device file; none is looked up by pattern.

#include <cstdint>
#include <span>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/tile_program.hpp"

// How a BD of a shim walks through the host's memory, as far as the memory's speed depends on it.

namespace xdnasim::memory {

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
    double cold = 0;  ///< walks of a run for pages that nobody has been in
};

/// What a run of an access touches, on the average over the places where it can begin; which
/// depends on the sizes of what a memory has, not on its speed.
struct RunCounts {
    double bytes = 0;      ///< of the run; 0: the access has no pattern
    bool in_rows = false;  ///< it is one of several
    bool written = false;
    bool interleaved = false;  ///< its rows lie at multiples of `interleave`, and are shorter
    double opened = 0;         ///< of it, the share that opens a row of the memory
    int neighbours = 1;        ///< channels that move the same rows, its own included
    double burst_bytes = 0;    ///< its part of the bursts that these touch
    double port_bytes = 0;     ///< the same of the port's
    double walks = 0;
    double pieces = 0;       ///< that it falls into where it is written
    double part_bursts = 0;  ///< that it then fills in part only
    bool operator==(const RunCounts&) const = default;
};

/// In each other's company. Devices whose DRAMs differ in rates and times alone have the same.
[[nodiscard]] std::vector<RunCounts> run_counts(std::span<const Access> accesses,
                                                const arch::DramModel& dram);

/// Per byte that is moved.
struct AccessCost {
    double channel = 0;  ///< of the channel's time, in array cycles
    double memory = 0;   ///< of the memory's time, which all channels share, in array cycles
    double port = 1;     ///< bytes of the array's port to the memory, one direction
};

/// Of the channels' accesses in each other's company. One without a pattern costs nothing.
///
/// Channel: while a run moves at the rate of its stream or of `dram.channel`, the channel asks for
/// the next ones; that takes `dram.channel_run` a run, and only the longer of the two counts. What
/// the data waits for comes on top: walks, `dram.write_run` of each piece of `dram.write_piece`
/// that a run written falls into, and `dram.part_write` of each burst that it fills in part only,
/// since the memory has to merge it.
///
/// Memory and port: a run of L bytes moves the bursts that it touches, on the average over the
/// offsets at which its rows lie; those of the port, `dram.access`, are shorter. Channels side by
/// side in the same rows share the bursts between them. The memory moves them at `dram.total`, or
/// at `interleave_share` of it where the rows lie at multiples of `interleave` and are shorter than
/// that, so that they meet in the same memory channels; a burst written in part takes `dram.merge`
/// longer. Opening a row of the memory takes `dram.run`, once for all runs that lie in the same
/// `dram.row` bytes; the two overlap with those of other runs in flight, so that they add up like
/// independent deviations: sqrt(run^2 + data^2).
///
/// Translation: a run in a page that is not remembered waits for a walk, on each channel that
/// meets it. The table remembers `entries` blocks, each of the pages whose addresses are read
/// together; one that is written takes `written` entries, one that channels side by side read
/// takes `shared`. A pattern passes through the blocks of all its rows before it comes back to the
/// first. The table forgets the block that it has not met for the longest time: as long as the
/// blocks that all channels pass through meanwhile fit, all are still there, and soon beyond, at
/// `spread` more than fit, none. Channels side by side within a page share it. Walks of reads take
/// the memory's time, one after the other; `overlap` of them passes while the data of other runs
/// moves, as long as there is data. Writes are posted.
///
/// Example, with a burst of 64 bytes, a total of 50 GB/s, a run of 6 ns, streams of 4 GB/s, a table
/// of 10 blocks of 32,768 bytes, a spread of 0, a walk of 40 ns. One channel reads A, 432 bytes of
/// each of 144 rows that are 4,320 bytes apart. Runs begin at any multiple of 16, the greatest
/// common divisor of 4,320, 432 and 64, so that one touches 432 + 64 - 16 = 480 bytes of bursts on
/// the average: 9.6 ns. With its opening it takes sqrt(6^2 + 9.6^2) = 11.3 ns of the memory's time.
/// The rows pass through 144 * 4,320 / 32,768 = 19.0 blocks: each run walks, and takes 51.3 ns of
/// the memory's time. The channel needs 432 / 4 = 108 ns for the data, and 148 ns in all: 2.9 GB/s
/// in place of 4.
[[nodiscard]] std::vector<AccessCost> access_costs(std::span<const Access> accesses,
                                                   const arch::Device& device);
[[nodiscard]] std::vector<AccessCost> access_costs(std::span<const RunCounts> runs,
                                                   const arch::Device& device);

/// Where true, both cost the same: accesses number i differ by no more than how far they lie in
/// their buffer; they are as well aligned there, as many lie beside them in the same rows, and
/// they walk as often. Others may cost the same, too.
[[nodiscard]] bool cost_alike(std::span<const Access> accesses, std::span<const Access> others,
                              const arch::DramModel& dram);

}  // namespace xdnasim::memory
