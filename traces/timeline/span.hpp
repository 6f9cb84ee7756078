#pragma once
// A timeline's parts: tracks, and spans on them, in the hardware's names.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "traces/events/core_state.hpp"

namespace xdnasim::timeline {

/// What a track is of.
enum class Lane : std::uint8_t { Core, Dram, Dma, Port };

struct Track {
    int number = 0;
    Lane lane{};
    std::optional<arch::TileId> tile;  ///< none: the DRAM
    int process = 0;                   ///< the same for all tracks of a tile
    std::string process_name;          ///< "core (0,2)"
    std::string name;                  ///< "DMA_S2MM_0"
};

enum class Activity : std::uint8_t {
    Kernel,
    LockOperation,
    FirstStall,                               ///< of a core; stall_activity() gives each
    Transfer = FirstStall + events::kStalls,  ///< of a BD
    Running,                                  ///< a port, or the DRAM at its limit
    Stalled,                                  ///< a port: back-pressure
    Idle,                                     ///< a port: nothing comes
};
inline constexpr std::size_t kActivities = static_cast<std::size_t>(Activity::Idle) + 1;

[[nodiscard]] constexpr Activity stall_activity(events::CoreState stall) {
    return static_cast<Activity>(static_cast<std::size_t>(Activity::FirstStall) +
                                 events::stall_number(stall));
}

/// Something that lasted from `begin` to `end`. The texts live as long as the call it is passed to.
struct Span {
    Activity activity{};
    std::string_view name{};  ///< the hardware's, of an event that lasts
    arch::Cycles begin{};
    arch::Cycles end{};
    std::string_view begins{};  ///< the hardware's names of the events at its ends; may be empty
    std::string_view ends{};
    std::string_view lock{};  ///< that a core asks for; may be empty
    std::optional<arch::Bytes> bytes{};
};

/// A part of a run.
struct Window {
    arch::Cycles from{0};
    arch::Cycles to{std::numeric_limits<std::int64_t>::max()};

    [[nodiscard]] bool overlaps(const Span& span) const {
        return span.begin < to && (span.end > from || span.begin >= from);
    }
};

/// Draws spans one after the other. They come roughly in the order of their ends.
class Painter {
 public:
    virtual ~Painter() = default;
    virtual void paint(const Span& span, const Track& track) = 0;
};

}  // namespace xdnasim::timeline
