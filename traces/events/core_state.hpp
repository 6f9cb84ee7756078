#pragma once
// What a core does with its time: the one list that statistics, reports, timelines and plots go
// through. A new reason to stall is an enumerator, a line of the list, and whoever emits it.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace xdnasim::events {

/// Every cycle of a core is one of these.
enum class CoreState : std::uint8_t {
    Busy,  ///< in kernels, and in lock operations that do not wait
    LockStall,
    StreamStall,
    MemoryStall,
    CascadeStall,
    Idle
};

/// Of a state in which a core cannot go on.
struct Stall {
    std::string_view event;  ///< the hardware's name of it
    char glyph = ' ';        ///< in a timeline of characters
};

struct CoreStateEntry {
    CoreState state{};
    std::string_view key;        ///< in JSON
    std::string_view name;       ///< for people; of a stall, what the core waits for
    std::string_view colour;     ///< in plots
    std::optional<Stall> stall;  ///< none: the core is busy or idle
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

/// Stalls stand together, for enums that have a member for each: behind Busy, before Idle.
inline constexpr std::size_t kStalls = kCoreStates.size() - 2;
static_assert(std::ranges::all_of(kCoreStates, [](const CoreStateEntry& each) {
    const bool stalls = each.state != CoreState::Busy && each.state != CoreState::Idle;
    return &entry(each.state) == &each && each.stall.has_value() == stalls;
}));
static_assert(index(CoreState::Busy) == 0 && index(CoreState::Idle) == kStalls + 1);

/// Which of the kStalls a stall is, from 0.
[[nodiscard]] constexpr std::size_t stall_number(CoreState stall) {
    return index(stall) - 1;
}

/// For people: "busy", "waiting for locks".
[[nodiscard]] std::string label(const CoreStateEntry& state);

/// The stall that the hardware calls `event`; nullopt: it is none of a core.
[[nodiscard]] std::optional<CoreState> find_stall(std::string_view event);

}  // namespace xdnasim::events
