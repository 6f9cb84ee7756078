#pragma once
// What the events of trace units tell, of those that the simulator knows.

#include <cstdint>
#include <optional>
#include <string_view>

#include "arch/tile.hpp"
#include "traces/events/core_state.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::names {

/// A pulse is asserted for one cycle, a level as long as it is true.
enum class Signal : std::uint8_t {
    Never,  ///< NONE
    Always,
    // Of a core:
    KernelBegins,  ///< pulse: event0() at a kernel's first line
    KernelEnds,    ///< pulse: event1() at its last
    Call,          ///< pulse
    Return,        ///< pulse
    Vector,        ///< level: an instruction in the vector slot issues
    Load,          ///< level: an instruction in a load slot issues
    Store,         ///< level: an instruction in the store slot issues
    LockAcquire,   ///< pulse: the core asks for a lock
    LockRelease,   ///< pulse
    CascadeGet,    ///< pulse: the core takes a word from its cascade
    CascadePut,    ///< pulse: it puts one there
    FirstStall,    ///< level, as all stalls, of which stall_signal() gives each
    AnyStall = FirstStall + events::kStalls,
    // Of a port of the stream switch, `number` of those that the unit watches; levels:
    PortIdle,
    PortRunning,
    PortStalled,
    // Of a DMA channel:
    TaskStarts,          ///< pulse
    BdFinishes,          ///< pulse
    TaskFinishes,        ///< pulse
    LockOfDmaStall,      ///< level: waits for a lock, as all below
    StreamStarvation,    ///< S2MM waits for data
    StreamBackpressure,  ///< MM2S waits for the stream to take data
    MemoryBackpressure,  ///< S2MM waits for the memory to take data
    MemoryStarvation     ///< MM2S waits for data of the memory
};

struct EventMeaning {
    Signal signal{};
    int number = 0;               ///< of a port
    arch::Direction direction{};  ///< of a DMA channel
    int channel = 0;              ///< of a DMA; of a mem tile's, 0 or 1: the selected one
};

/// What a core asserts at the first and at the last line of a kernel.
inline constexpr std::string_view kKernelBegins{"INSTR_EVENT_0"};
inline constexpr std::string_view kKernelEnds{"INSTR_EVENT_1"};

[[nodiscard]] constexpr Signal stall_signal(events::CoreState stall) {
    return static_cast<Signal>(static_cast<std::size_t>(Signal::FirstStall) +
                               events::stall_number(stall));
}

/// `name` as EventNames has it. nullopt: the simulator does not know when it happens.
[[nodiscard]] std::optional<EventMeaning> meaning(words::Module module, std::string_view name);

/// Of a core, that of any reason included.
[[nodiscard]] constexpr bool is_stall(Signal signal) {
    return signal >= Signal::FirstStall && signal <= Signal::AnyStall;
}
[[nodiscard]] constexpr bool is_of_port(Signal signal) {
    return signal >= Signal::PortIdle && signal <= Signal::PortStalled;
}
[[nodiscard]] constexpr bool is_of_dma(Signal signal) {
    return signal >= Signal::TaskStarts;
}
/// Of what a stream does, at a port or a DMA channel.
[[nodiscard]] constexpr bool is_of_stream(Signal signal) {
    return is_of_port(signal) || signal >= Signal::StreamStarvation;
}
[[nodiscard]] constexpr bool is_of_core(Signal signal) {
    return signal >= Signal::KernelBegins && signal <= Signal::AnyStall;
}

}  // namespace xdnasim::names
