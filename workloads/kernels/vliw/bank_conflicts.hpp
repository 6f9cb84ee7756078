#pragma once
// What a core loses to others in its memory banks. A bank serves one access a cycle; the loser
// comes again in the next. Expected values from access rates, never word by word.

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {

/// Where an array of the kernel lies in the tile's memory.
struct ArrayPlacement {
    std::string array;  ///< as its instructions name it
    arch::Bytes address{};
    arch::Bytes size{};

    bool operator==(const ArrayPlacement&) const = default;
};

/// A DMA channel that reads or writes a range of the memory during a call.
struct DmaTraffic {
    arch::Bytes address{};
    arch::Bytes size{};
    bool writes = false;         ///< S2MM
    double bytes_per_cycle = 0;  ///< while it moves
    double begin = 0;  ///< cycle of the call with its first byte; below 0: before the call
    double share = 1;  ///< of the calls during which it moves

    bool operator==(const DmaTraffic&) const = default;
};

/// Another core that loads from a range of the memory, or stores to it.
struct CoreTraffic {
    arch::Bytes address{};
    arch::Bytes size{};
    bool writes = false;
    double accesses_per_cycle = 0;  ///< on average, spread evenly over the range

    bool operator==(const CoreTraffic&) const = default;
};

/// Loads and stores of one array in a whole call.
struct ArrayAccesses {
    std::int64_t loads = 0;
    std::int64_t stores = 0;

    [[nodiscard]] bool operator==(const ArrayAccesses&) const = default;
};
[[nodiscard]] std::map<std::string, ArrayAccesses> array_accesses(const CallSchedule& call,
                                                                  const arch::SlotModel& slots);

/// Cycles that one call loses on average: of accesses that meet in a pair of banks all but one come
/// again, one a cycle. A vector access takes both banks of its pair, a DMA access one. The call is
/// gone through access by access where their order is known (Walk), while each channel passes
/// through its range, also while the core stalls; accesses of no known order are spread evenly over
/// their arrays. Those of one array in a cycle do not collide: compilers see to that. Of conflicts
/// with another core each core loses half (AM020: round robin).
[[nodiscard]] double expected_stalls(const CallSchedule& call, const arch::SlotModel& slots,
                                     const arch::MemoryBanks& banks,
                                     std::span<const ArrayPlacement> arrays,
                                     std::span<const DmaTraffic> traffic,
                                     std::span<const CoreTraffic> cores = {});

}  // namespace xdnasim::vliw
