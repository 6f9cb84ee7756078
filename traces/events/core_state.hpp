#pragma once
// The states of a core. Statistics, reports, timelines and plots all use this list. A new reason to
// stall takes an enumerator, a line in the list, and a module that emits it.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xdnasim::events {

/// State of a core; it is in exactly one of these in every cycle.
enum class CoreState : std::uint8_t {
    Busy,  ///< in kernels, and in lock operations that do not wait
    LockStall,
    StreamStall,
    MemoryStall,
    CascadeStall,
    Idle
};

/// Details of a state in which the core is stalled.
struct Stall {
    std::string_view event;  ///< name of the hardware event
    char glyph = ' ';        ///< character in a text timeline
};

struct CoreStateEntry {
    CoreState state{};
    std::string_view key;        ///< name in JSON
    std::string_view name;       ///< name for people; for a stall, what the core waits for
    std::string_view colour;     ///< colour in plots
    std::optional<Stall> stall;  ///< nullopt: the core is busy or idle
};

/// Index: CoreState.
inline constexpr std::array kCoreStates{
    CoreStateEntry{CoreState::Busy, "busy", "busy", "#2f6f8f", {}},
    CoreStateEntry{CoreState::LockStall, "lock_stall", "locks", "#e0a33e",
                   Stall{"LOCK_STALL", 'L'}},
    CoreStateEntry{CoreState::StreamStall, "stream_stall", "streams", "#b8a1c9",
                   Stall{"STREAM_STALL", 'S'}},
    CoreStateEntry{CoreState::MemoryStall, "memory_stall", "memory", "#8c5a7b",
                   Stall{"MEMORY_STALL", 'M'}},
    CoreStateEntry{CoreState::CascadeStall, "cascade_stall", "cascades", "#5f9460",
                   Stall{"CASCADE_STALL", 'C'}},
    CoreStateEntry{CoreState::Idle, "idle", "idle", "#d9dee2", {}},
};

[[nodiscard]] constexpr std::size_t index(CoreState state) {
    return static_cast<std::size_t>(state);
}

[[nodiscard]] constexpr const CoreStateEntry& entry(CoreState state) {
    return kCoreStates[index(state)];
}

/// Number of stalls. Their enumerators are consecutive, between Busy and Idle, so that other
/// enumerations can have a range with a member for each stall.
inline constexpr std::size_t kStalls = kCoreStates.size() - 2;
static_assert(std::ranges::all_of(kCoreStates, [](const CoreStateEntry& each) {
    const bool stalls = each.state != CoreState::Busy && each.state != CoreState::Idle;
    return &entry(each.state) == &each && each.stall.has_value() == stalls;
}));
static_assert(index(CoreState::Busy) == 0 && index(CoreState::Idle) == kStalls + 1);

/// Number of a stall among the stalls, from 0.
[[nodiscard]] constexpr std::size_t stall_number(CoreState stall) {
    return index(stall) - 1;
}

/// Text for people: "busy", "waiting for locks".
[[nodiscard]] std::string label(const CoreStateEntry& state);

/// The stall whose hardware event is `event`; nullopt: the event is not a stall of a core.
[[nodiscard]] std::optional<CoreState> find_stall(std::string_view event);

}  // namespace xdnasim::events
