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
    bool writes = false;  ///< S2MM
    double bytes_per_cycle = 0;
};

/// Cycles that one call loses on average. Accesses are spread evenly over their arrays, those of
/// one array in a cycle do not collide (compilers see to that), and those of different arrays do
/// as often as they meet in a pair of banks: a vector access takes both banks of its pair, a DMA
/// access one.
[[nodiscard]] double expected_stalls(const CallSchedule& call, const arch::SlotModel& slots,
                                     const arch::MemoryBanks& banks,
                                     std::span<const ArrayPlacement> arrays,
                                     std::span<const DmaTraffic> traffic);

}  // namespace xdnasim::vliw
