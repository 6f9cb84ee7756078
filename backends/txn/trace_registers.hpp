#pragma once
// The registers that start and stop trace units, and what a stream writes to those and to the
// units. As mlir-aie does: a shim raises an event of its own that it broadcasts, 15 to start and to
// reset the timers, 14 to stop. It does not hear its own broadcasts, so its unit goes by the
// events. Other broadcasts are read as well.

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

// Where a trace unit's registers are in each module, and the numbers of its events (AM025).

namespace xdnasim::txn {

// From the module's base.
inline constexpr std::uint32_t kTimerControl = 0x00;
inline constexpr std::uint32_t kEventGenerate = 0x08;
inline constexpr std::uint32_t kEventBroadcast = 0x10;  ///< 4 more for each broadcast
inline constexpr std::uint32_t kTraceControl0 = 0xD0;
inline constexpr std::uint32_t kTraceControl1 = 0xD4;
inline constexpr std::uint32_t kTraceEvent0 = 0xE0;
inline constexpr std::uint32_t kTraceEvent1 = 0xE4;

inline constexpr int kBroadcasts = 16;
inline constexpr int kStartBroadcast = 15;
inline constexpr int kStopBroadcast = 14;

// Events of a shim that nothing else raises: a stream raises them, and they are broadcast.
inline constexpr std::uint32_t kStopEvent = 126;   ///< USER_EVENT_0
inline constexpr std::uint32_t kStartEvent = 127;  ///< USER_EVENT_1
/// The event of every module that holds always (AM025). Designs of 2024 start units by it.
inline constexpr std::uint32_t kTrueEvent = 1;

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
            break;
    }
    return {0x94000, 0xB0F00, 0xA06A0, 142, 79};
}

/// The register `offset` after the base of the unit's module.
inline Register in_unit(const words::Unit& unit, std::uint32_t offset) {
    return {unit.tile, layout_of(unit.module).base + offset};
}

// The numbers by which event port selection names the ports of a stream switch (AM025).

/// Position in the list of the switch's masters or slaves; nullopt: not in it.
/// Precondition here and below: the device contains the tile.
[[nodiscard]] std::optional<int> port_index(const arch::Device& device, const arch::Port& port);

/// Its inverse; nullopt: the list is shorter.
[[nodiscard]] std::optional<arch::Port> port_at(const arch::Device& device, arch::TileId tile,
                                                arch::PortSide side, int index);

// The configuration of trace units as register writes: what they watch, and the events that start
// and stop them. Throws InputError for a port that the registers cannot name.

/// `signals`: the shim that starts and stops all units; nullopt: another one than the unit's.
[[nodiscard]] std::vector<Write> configuration_of(
    const schedule::TraceUnit& unit, const arch::Device& device,
    std::optional<arch::TileId> signals = std::nullopt);

/// The same for all units of the schedule. Precondition: it has a trace. Throws InputError for the
/// ideal route as well, which no hardware has.
[[nodiscard]] std::vector<Write> configuration_of(const schedule::Schedule& schedule,
                                                  const arch::Device& device);

/// Registers with what was written to them.
using RegisterValues = std::map<Register, std::uint32_t>;

// What starts and stops a unit, as Trace_Control0 has it.

struct TraceControl {
    std::uint32_t start = 0;  ///< ids of events; 0: none
    std::uint32_t stop = 0;
    std::uint32_t mode = 0;  ///< 0: events with their time

    /// The number of the broadcast that `event` of `module` is; nullopt: it is none.
    [[nodiscard]] static std::optional<int> broadcast(words::Module module, std::uint32_t event);
};
[[nodiscard]] TraceControl trace_control(std::uint32_t word);

/// A unit as `written` configures it; of the watched ports it has those that an event tells of.
/// Throws InputError for a unit that does not start and stop by broadcast, by its shim's own events
/// or at once, or is configured in part.
[[nodiscard]] schedule::TraceUnit unit_from(const words::Unit& unit, const RegisterValues& written,
                                            const arch::Device& device);

/// Event `event` in the field of Timer_Control that resets the timer.
[[nodiscard]] std::uint32_t timer_reset_by(std::uint32_t event);

/// Makes the shim broadcast `signal`.
[[nodiscard]] std::vector<Write> signal_of(const schedule::SignalTrace& signal);

/// Collects what a stream writes to trace units.
class TraceRegisters {
 public:
    explicit TraceRegisters(const arch::Device& device) : device_{device} {}

    /// Is `write` to a register of trace units? Then it is taken.
    /// Precondition: the device contains its tile. `word`: of the stream, where it begins.
    [[nodiscard]] bool take(const Write& write, std::size_t word = 0);

    /// The signal that the last write taken gave.
    [[nodiscard]] std::optional<schedule::SignalTrace> take_signal();

    /// Those that start, in the order in which the stream configures them; as unit_from. Throws
    /// InputError where units start by several broadcasts: one signal starts all.
    [[nodiscard]] std::vector<schedule::TraceUnit> units() const;

    /// Timers of theirs that another event resets than the one that starts them.
    [[nodiscard]] std::vector<Omission> omissions() const;

 private:
    [[nodiscard]] bool take_signal_register(const Write& write);
    /// The shim raises `event`. False: nothing of a trace unit depends on it.
    [[nodiscard]] bool raise(arch::TileId shim, std::uint32_t event);
    [[nodiscard]] TraceControl control_of(const words::Unit& unit) const;
    void start(const words::Unit& unit, arch::TileId shim);

    const arch::Device& device_;
    RegisterValues written_;
    std::vector<words::Unit> units_;
    std::set<words::Unit> started_;
    std::map<Register, std::size_t> words_;  ///< of the stream, that write a register
    std::optional<schedule::SignalTrace> signal_;
};

}  // namespace xdnasim::txn
