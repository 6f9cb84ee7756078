#pragma once
// Writes of a stream that configure, start and stop trace units. As in mlir-aie, a shim raises an
// event of its own and broadcasts it: on broadcast 15 to start all units and reset their timers, on
// 14 to stop them. The shim does not receive its own broadcasts, so its unit starts and stops by
// the events themselves. Streams that use other broadcasts can be read as well.

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "arch/device.hpp"
#include "arch/tile.hpp"
#include "backends/txn/instructions.hpp"
#include "backends/txn/txn.hpp"
#include "traces/words/packet.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/schedule.hpp"

// Registers of trace units in each module, and numbers of their events (AM025).

namespace xdnasim::txn {

// Byte offsets from the module's base.
inline constexpr std::uint32_t kTimerControl = 0x00;
inline constexpr std::uint32_t kEventGenerate = 0x08;
inline constexpr std::uint32_t kEventBroadcast = 0x10;  ///< broadcast 0; the others follow
inline constexpr std::uint32_t kTraceControl0 = 0xD0;
inline constexpr std::uint32_t kTraceControl1 = 0xD4;
inline constexpr std::uint32_t kTraceEvent0 = 0xE0;
inline constexpr std::uint32_t kTraceEvent1 = 0xE4;

inline constexpr int kBroadcasts = 16;
inline constexpr int kStartBroadcast = 15;
inline constexpr int kStopBroadcast = 14;

// Events of a shim that only a stream raises, in order to broadcast them.
inline constexpr std::uint32_t kStopEvent = 126;   ///< USER_EVENT_0
inline constexpr std::uint32_t kStartEvent = 127;  ///< USER_EVENT_1
/// The event that is always asserted, in every module (AM025). Designs of 2024 start units by it.
inline constexpr std::uint32_t kTrueEvent = 1;

struct TraceLayout {
    std::uint32_t base = 0;
    std::optional<std::uint32_t> port_selection;  ///< stream switch event port selection
    std::optional<std::uint32_t> dma_selection;   ///< DMA event channel selection, in mem tiles
    std::uint32_t broadcast = 0;                  ///< number of the event of broadcast 0
    int first_port_event = 0;                     ///< number of PORT_IDLE_0; 0: no port events
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
            break;
    }
    return {0x94000, 0xB0F00, 0xA06A0, 142, 79};
}

/// Returns the register at `offset` from the base of the unit's module.
inline Register in_unit(const words::Unit& unit, std::uint32_t offset) {
    return {unit.tile, layout_of(unit.module).base + offset};
}

// Numbers of the ports of a stream switch in the event port selection (AM025).

/// Returns the port's position in the list of the switch's masters or slaves; nullopt if the switch
/// has no such port. Precondition here and below: the device contains the tile.
[[nodiscard]] std::optional<int> port_index(const arch::Device& device, const arch::Port& port);

/// Inverse of port_index(); nullopt if the list is not longer than `index`.
[[nodiscard]] std::optional<arch::Port> port_at(const arch::Device& device, arch::TileId tile,
                                                arch::PortSide side, int index);

// Configuration of trace units as register writes: watched events and ports, and the events that
// start and stop them. Throws InputError for a port that the registers cannot name.

/// Returns the writes for one unit. `signals`: the shim that starts and stops all units; nullopt:
/// some shim other than the unit's own tile.
[[nodiscard]] std::vector<Write> configuration_of(
    const schedule::TraceUnit& unit, const arch::Device& device,
    std::optional<arch::TileId> signals = std::nullopt);

/// Returns the writes for all units of the schedule. Throws InputError, also for the ideal route,
/// which hardware does not have. Precondition: the schedule has a trace.
[[nodiscard]] std::vector<Write> configuration_of(const schedule::Schedule& schedule,
                                                  const arch::Device& device);

/// Written registers and the last value written to each.
using RegisterValues = std::map<Register, std::uint32_t>;

/// The fields of Trace_Control0: what starts and stops a unit.

struct TraceControl {
    std::uint32_t start = 0;  ///< id of the event that starts the unit; 0: none
    std::uint32_t stop = 0;   ///< id of the event that stops the unit; 0: none
    std::uint32_t mode = 0;   ///< 0: event-time, which records events with their times

    /// Returns the number of the broadcast that `event` of `module` is; nullopt if it is none.
    [[nodiscard]] static std::optional<int> broadcast(words::Module module, std::uint32_t event);
};
[[nodiscard]] TraceControl trace_control(std::uint32_t word);

/// Returns a unit as `written` configures it, with those watched ports that one of its events
/// refers to. Throws InputError unless the unit starts by a broadcast, by its shim's own event or
/// at once, and stops by a broadcast, its shim's own event or never; and for a unit that is
/// configured only in part.
[[nodiscard]] schedule::TraceUnit unit_from(const words::Unit& unit, const RegisterValues& written,
                                            const arch::Device& device);

/// Returns the value of Timer_Control by which `event` resets the timer.
[[nodiscard]] std::uint32_t timer_reset_by(std::uint32_t event);

/// Returns the writes that make the shim broadcast the signal.
[[nodiscard]] std::vector<Write> signal_of(const schedule::SignalTrace& signal);

/// Collects the writes of a stream to registers of trace units.
class TraceRegisters {
 public:
    explicit TraceRegisters(const arch::Device& device) : device_{device} {}

    /// Records `write` if its register is one of trace units, and returns whether it is. `word`:
    /// index of the write's first word in the stream. Precondition: the device contains the tile.
    [[nodiscard]] bool take(const Write& write, std::size_t word = 0);

    /// Returns and clears the signal that the last recorded write raised; nullopt if none.
    [[nodiscard]] std::optional<schedule::SignalTrace> take_signal();

    /// Returns the units that start, in the order in which the stream configures them. Throws
    /// InputError as unit_from(), and if the units start by different broadcasts, since one signal
    /// starts all simulated units.
    [[nodiscard]] std::vector<schedule::TraceUnit> units() const;

    /// Returns an omission for each timer of a started unit that is reset by an event other than
    /// the one that starts the unit: the simulation resets it at the start.
    [[nodiscard]] std::vector<Omission> omissions() const;

 private:
    [[nodiscard]] bool take_signal_register(const Write& write);
    /// Raises `event` of the shim; returns false if no broadcast and no trace unit depends on it.
    [[nodiscard]] bool raise(arch::TileId shim, std::uint32_t event);
    [[nodiscard]] TraceControl control_of(const words::Unit& unit) const;
    void start(const words::Unit& unit, arch::TileId shim);

    const arch::Device& device_;
    RegisterValues written_;
    std::vector<words::Unit> units_;
    std::set<words::Unit> started_;
    std::map<Register, std::size_t> words_;  ///< word of the stream that last wrote the register
    std::optional<schedule::SignalTrace> signal_;
};

}  // namespace xdnasim::txn
