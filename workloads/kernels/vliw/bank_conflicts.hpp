#pragma once
// What a core loses to others in its memory banks. A bank serves one access a cycle; the loser
// comes again in the next. Expected values from access rates, never word by word.

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
};

/// A DMA channel that reads or writes a range of the memory during a call.
struct DmaTraffic {
    arch::Bytes address{};
    arch::Bytes size{};
    bool writes = false;         ///< S2MM
    double bytes_per_cycle = 0;  ///< while it moves
    double begin = 0;  ///< cycle of the call with its first byte; below 0: before the call
};

/// Cycles that one call loses on average: an access of two that meet in a pair of banks comes again
/// a cycle later. A vector access takes both banks of its pair, a DMA access one. The call is gone
/// through access by access where their order is known (Walk), while each channel passes through
/// its range; accesses of no known order are spread evenly over their arrays. Those of one array in
/// a cycle do not collide: compilers see to that.
[[nodiscard]] double expected_stalls(const CallSchedule& call, const arch::SlotModel& slots,
                                     const arch::MemoryBanks& banks,
                                     std::span<const ArrayPlacement> arrays,
                                     std::span<const DmaTraffic> traffic);

}  // namespace xdnasim::vliw
