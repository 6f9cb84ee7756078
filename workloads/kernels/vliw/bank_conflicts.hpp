#pragma once
// Bank conflicts of a kernel call. A bank serves one access a cycle; an access that loses repeats
// in the next cycle. The results are expected values from access rates, not counts of single words.

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {

/// Placement of one of the kernel's arrays in the tile's memory.
struct ArrayPlacement {
    std::string array;  ///< name of the array in the kernel's instructions
    arch::Bytes address{};
    arch::Bytes size{};

    bool operator==(const ArrayPlacement&) const = default;
};

/// A DMA channel that reads or writes a range of the memory during a call.
struct DmaTraffic {
    arch::Bytes address{};
    arch::Bytes size{};
    bool writes = false;         ///< true for S2MM, false for MM2S
    double bytes_per_cycle = 0;  ///< while the channel moves data
    /// Cycle of the call in which the first byte moves; negative: before the call.
    double begin = 0;
    double share = 1;  ///< share of the calls during which the channel moves data

    bool operator==(const DmaTraffic&) const = default;
};

/// Another core that loads from a range of the memory or stores to it.
struct CoreTraffic {
    arch::Bytes address{};
    arch::Bytes size{};
    bool writes = false;
    double accesses_per_cycle = 0;  ///< on average, spread evenly over the range

    bool operator==(const CoreTraffic&) const = default;
};

/// Numbers of loads and stores of one array in a whole call.
struct ArrayAccesses {
    std::int64_t loads = 0;
    std::int64_t stores = 0;

    [[nodiscard]] bool operator==(const ArrayAccesses&) const = default;
};
[[nodiscard]] std::map<std::string, ArrayAccesses> array_accesses(const CallSchedule& call,
                                                                  const arch::SlotModel& slots);

/// Cycles that one call loses on average. Of the accesses that meet in a pair of banks, all but one
/// repeat, one a cycle. A vector access takes both banks of its pair, a DMA access one bank. The
/// calculation goes through the call access by access where their order is known (Walk), while each
/// channel passes through its range, also during stalls of the core. Accesses in an unknown order
/// are spread evenly over their arrays. Accesses to one array in the same cycle do not collide:
/// compilers see to that. Of the conflicts with another core, each core loses half (AM020: round
/// robin).
[[nodiscard]] double expected_stalls(const CallSchedule& call, const arch::SlotModel& slots,
                                     const arch::MemoryBanks& banks,
                                     std::span<const ArrayPlacement> arrays,
                                     std::span<const DmaTraffic> traffic,
                                     std::span<const CoreTraffic> cores = {});

}  // namespace xdnasim::vliw
