#pragma once
// Where a trace unit's registers are in each module, and the numbers of its events (AM025).

#include <cstdint>
#include <optional>

#include "arch/tile.hpp"
#include "backends/txn/operations.hpp"
#include "traces/words/unit.hpp"

namespace xdnasim::txn {

inline constexpr std::uint32_t kWordBytes = 4;

// From the module's base.
inline constexpr std::uint32_t kTimerControl = 0x00;
inline constexpr std::uint32_t kEventGenerate = 0x08;
inline constexpr std::uint32_t kEventBroadcast = 0x10;  ///< 4 more for each broadcast
inline constexpr std::uint32_t kTraceControl0 = 0xD0;
inline constexpr std::uint32_t kTraceControl1 = 0xD4;
inline constexpr std::uint32_t kTraceEvent0 = 0xE0;
inline constexpr std::uint32_t kTraceEvent1 = 0xE4;

inline constexpr int kStartBroadcast = 15;
inline constexpr int kStopBroadcast = 14;

struct TraceLayout {
    std::uint32_t base = 0;
    std::optional<std::uint32_t> port_selection;  ///< of its switch
    std::optional<std::uint32_t> dma_selection;   ///< of a mem tile
    std::uint32_t broadcast = 0;                  ///< the event of broadcast 0
    int first_port_event = 0;                     ///< PORT_IDLE_0; 0: has none
};

constexpr TraceLayout layout_of(words::Module module) {
    switch (module) {
        case words::Module::Core:
            return {0x34000, 0x3FF00, std::nullopt, 107, 74};
        case words::Module::Memory:
            return {0x14000, std::nullopt, std::nullopt, 107, 0};
        case words::Module::Shim:
            return {0x34000, 0x3FF00, std::nullopt, 110, 77};
        case words::Module::MemTile:
            return {0x94000, 0xB0F00, 0xA06A0, 142, 79};
    }
    return {};
}

/// The register `offset` after the base of the unit's module.
inline Register in_unit(const words::Unit& unit, std::uint32_t offset) {
    return {unit.tile, layout_of(unit.module).base + offset};
}

}  // namespace xdnasim::txn
