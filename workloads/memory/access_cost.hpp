#pragma once
// Cost of the shim channels' accesses to memory, by the patterns in which they walk through it.
// Every constant is a parameter of the device file; no cost is tabulated by pattern.

#include <cstdint>
#include <span>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/tile_program.hpp"

// Pattern in which a BD of a shim walks through host memory, as far as the speed depends on it.

namespace xdnasim::memory {

/// Pattern of an access: rows of `run` contiguous bytes, `stride` apart.
struct AccessPattern {
    int buffer = -1;          ///< number of the host buffer
    arch::Bytes offset{};     ///< offset of the first run in its buffer
    arch::Bytes run{};        ///< contiguous bytes
    arch::Bytes stride{};     ///< from run to run; 0: a single run
    std::int64_t rows = 1;    ///< number of runs before the pattern's next step
    bool along_rows = false;  ///< the next step continues where the runs of the last one ended
};

/// Pattern of one execution of `bd`, a BD in host memory, from `offset` on.
[[nodiscard]] AccessPattern access_pattern(const schedule::Bd& bd, arch::Bytes offset);

struct Access {
    AccessPattern pattern;
    arch::Direction direction = arch::Direction::MM2S;
    /// Address translation walks of a run for pages that have not been accessed before.
    double cold = 0;
};

/// What a run of an access touches, on average over the places where it can begin. It depends on
/// the sizes in the memory's model, not on its speed.
struct RunCounts {
    double bytes = 0;      ///< bytes of the run; 0: the access has no pattern
    bool in_rows = false;  ///< the run is one of several
    bool written = false;
    /// The rows lie at multiples of `interleave`, and are shorter than that.
    bool interleaved = false;
    double opened = 0;   ///< share of the runs that open a row of the memory
    int neighbours = 1;  ///< channels that move the same rows, including its own
    /// The run's share of the bytes of the bursts that these channels touch.
    double burst_bytes = 0;
    double port_bytes = 0;   ///< the run's share of the bytes of the port's bursts
    double walks = 0;        ///< address translation walks of the run
    double pieces = 0;       ///< pieces of `write_piece` for which a written run waits
    double part_bursts = 0;  ///< bursts that a written run fills only in part
    bool operator==(const RunCounts&) const = default;
};

/// Counts of each access, when all of them run together. Devices whose DRAMs differ only in rates
/// and times have the same counts.
[[nodiscard]] std::vector<RunCounts> run_counts(std::span<const Access> accesses,
                                                const arch::DramModel& dram);

/// Cost per byte moved.
struct AccessCost {
    double channel = 0;  ///< time of the channel, in array cycles
    double memory = 0;   ///< time of the memory, which all channels share, in array cycles
    double port = 1;     ///< bytes on the array's port to the memory, in one direction
};

/// Costs of the channels' accesses when all of them run together. An access without a pattern costs
/// nothing.
///
/// Channel: while a run moves at the rate of its stream or of `dram.channel`, the channel requests
/// the next runs; a request takes `dram.channel_run` for each run, and only the longer of the two
/// times counts. Added to this is the time for which the data waits: walks, `dram.write_run` for
/// each piece of `dram.write_piece` into which the first `dram.row` bytes of a written run fall,
/// and `dram.part_write` for each burst that it fills only in part, since the memory must merge it.
/// What follows in the run costs what contiguous data do, so that the cost of long runs approaches
/// theirs; measured are runs of up to 512 bytes.
///
/// Memory and port: a run of L bytes moves the bursts that it touches, on average over the offsets
/// at which its rows lie; the bursts of the port, `dram.access`, are shorter. Channels side by side
/// in the same rows share the bursts between them. The memory moves bursts at `dram.total`, or at
/// `interleave_share` of it if the rows lie at multiples of `interleave` and are shorter than that,
/// so that they meet in the same memory channels; a burst written in part takes `dram.merge`
/// longer. Opening a row of the memory takes `dram.run`, once for all runs that lie in the same
/// `dram.row` bytes. Opening and data movement overlap with those of other runs in flight, so that
/// they add up like independent deviations: sqrt(run^2 + data^2).
///
/// Translation: a run in a page whose translation is not in the table waits for a walk, on each
/// channel that accesses the page. The table holds `entries` blocks, each of the pages whose
/// addresses are read together; a block that is written takes `written` entries, one that channels
/// side by side read takes `shared`. A pattern passes through the blocks of all its rows before it
/// returns to the first. The table replaces the least recently used block: as long as the blocks
/// that all channels pass through meanwhile fit, all of them are still there; when they exceed the
/// table by the share `spread`, none is. Channels side by side within a page share its walk. Walks
/// of reads take the memory's time, one after the other; the share `overlap` of this time passes
/// while the data of other runs moves, as long as there is data. Writes are posted.
///
/// Example, with a burst of 64 bytes, a total of 50 GB/s, a run of 6 ns, streams of 4 GB/s, a table
/// of 10 blocks of 32,768 bytes, a spread of 0, a walk of 40 ns. One channel reads A, 432 bytes of
/// each of 144 rows that are 4,320 bytes apart. Runs begin at any multiple of 16, the greatest
/// common divisor of 4,320, 432 and 64, so that one touches 432 + 64 - 16 = 480 bytes of bursts on
/// average: 9.6 ns. With its opening it takes sqrt(6^2 + 9.6^2) = 11.3 ns of the memory's time. The
/// rows pass through 144 * 4,320 / 32,768 = 19.0 blocks: each run walks, and takes 51.3 ns of the
/// memory's time. The channel needs 432 / 4 = 108 ns for the data, and 148 ns in all: 2.9 GB/s
/// instead of 4.
[[nodiscard]] std::vector<AccessCost> access_costs(std::span<const Access> accesses,
                                                   const arch::Device& device);
[[nodiscard]] std::vector<AccessCost> access_costs(std::span<const RunCounts> runs,
                                                   const arch::Device& device);

/// Returns true only if both cost the same: accesses number i differ at most in their offset in the
/// buffer, are equally well aligned there, have as many others beside them in the same rows, and
/// walk as often. May also return false for accesses that cost the same.
[[nodiscard]] bool cost_alike(std::span<const Access> accesses, std::span<const Access> others,
                              const arch::DramModel& dram);

}  // namespace xdnasim::memory
