#pragma once
// Meaning of those events of trace units that the simulator knows.

#include <cstdint>
#include <optional>
#include <string_view>

#include "arch/tile.hpp"
#include "traces/events/core_state.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::names {

/// Condition that an event reports. A pulse is asserted for one cycle, a level as long as the
/// condition holds.
enum class Signal : std::uint8_t {
    Never,   ///< event NONE
    Always,  ///< event TRUE
    // Signals of a core:
    KernelBegins,  ///< pulse: event0() at a kernel's first line
    KernelEnds,    ///< pulse: event1() at a kernel's last line
    Call,          ///< pulse
    Return,        ///< pulse
    Vector,        ///< level: an instruction in the vector slot issues
    Load,          ///< level: an instruction in a load slot issues
    Store,         ///< level: an instruction in the store slot issues
    LockAcquire,   ///< pulse: the core requests a lock
    LockRelease,   ///< pulse
    CascadeGet,    ///< pulse: the core takes a word from its cascade
    CascadePut,    ///< pulse: the core puts a word into its cascade
    FirstStall,    ///< level: the first of the stalls, see stall_signal()
    AnyStall = FirstStall + events::kStalls,  ///< level: a stall of any kind
    // Levels of a port of the stream switch, the `number`-th of those that the unit watches:
    PortIdle,
    PortRunning,
    PortStalled,
    // Signals of a DMA channel:
    TaskStarts,          ///< pulse
    BdFinishes,          ///< pulse
    TaskFinishes,        ///< pulse
    LockOfDmaStall,      ///< level, as are those below: waits for a lock
    StreamStarvation,    ///< S2MM waits for data
    StreamBackpressure,  ///< MM2S waits for the stream to take data
    MemoryBackpressure,  ///< S2MM waits for the memory to take data
    MemoryStarvation     ///< MM2S waits for data from the memory
};

struct EventMeaning {
    Signal signal{};
    int number = 0;               ///< number of a port among those that the unit watches
    arch::Direction direction{};  ///< direction of a DMA channel
    int channel = 0;              ///< DMA channel; in a mem tile, 0 or 1: SEL0 or SEL1
};

/// Events that a core asserts at the first and at the last line of a kernel.
inline constexpr std::string_view kKernelBegins{"INSTR_EVENT_0"};
inline constexpr std::string_view kKernelEnds{"INSTR_EVENT_1"};

[[nodiscard]] constexpr Signal stall_signal(events::CoreState stall) {
    return static_cast<Signal>(static_cast<std::size_t>(Signal::FirstStall) +
                               events::stall_number(stall));
}

/// The meaning of the event `name`, as EventNames spells it; nullopt: the simulator does not know
/// when the event happens.
[[nodiscard]] std::optional<EventMeaning> meaning(words::Module module, std::string_view name);

/// Is it a stall of a core, AnyStall included?
[[nodiscard]] constexpr bool is_stall(Signal signal) {
    return signal >= Signal::FirstStall && signal <= Signal::AnyStall;
}
[[nodiscard]] constexpr bool is_of_port(Signal signal) {
    return signal >= Signal::PortIdle && signal <= Signal::PortStalled;
}
[[nodiscard]] constexpr bool is_of_dma(Signal signal) {
    return signal >= Signal::TaskStarts;
}
/// Does it report what a DMA channel waits for?
[[nodiscard]] constexpr bool is_wait_of_dma(Signal signal) {
    return signal >= Signal::LockOfDmaStall && signal <= Signal::MemoryStarvation;
}
/// Does it report what a stream does, at a port or a DMA channel?
[[nodiscard]] constexpr bool is_of_stream(Signal signal) {
    return is_of_port(signal) || signal >= Signal::StreamStarvation;
}
[[nodiscard]] constexpr bool is_of_core(Signal signal) {
    return signal >= Signal::KernelBegins && signal <= Signal::AnyStall;
}

}  // namespace xdnasim::names
