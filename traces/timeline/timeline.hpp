#pragma once
// What every piece of hardware did when: spans, read from events, as text or for Perfetto.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/device.hpp"
#include "arch/tile.hpp"
#include "arch/units.hpp"
#include "traces/events/core_state.hpp"
#include "traces/events/events.hpp"

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

// Turns the events of a run into spans on tracks: one for each core, DMA channel and port.

class SpanReader final : public events::Listener {
 public:
    /// Paints what overlaps the window, uncut. `device` and `painter` must outlive this.
    SpanReader(const arch::Device& device, Window window, Painter& painter);

    void on(const events::Legend& legend) override;
    void on(const events::CoreInterval& interval) override;
    void on(const events::StreamSegment& segment) override;
    void on(const events::StreamStall& stall) override;
    void on(const events::BdInterval& interval) override;
    void on(const events::DramInterval& interval) override;

 private:
    struct Channel {
        Track track;
        std::string start_task;
        std::array<std::string, 2> finished;  ///< index: whether that ends the task
    };
    struct Port {
        Track track;
        std::string running;
        std::string stalled;
        std::string idle;
    };
    /// A port that a stream passes `delay` after its sources.
    struct PortOfStream {
        const Port* port = nullptr;
        arch::Cycles delay{};
    };
    struct Stream {
        std::vector<std::vector<PortOfStream>> flows;
        std::vector<PortOfStream> ports;  ///< of all flows, each once
    };

    void paint(const Span& span, const Track& track);
    void number_ports();
    [[nodiscard]] Stream stream_of(const std::vector<events::StreamFlow>& flows) const;
    [[nodiscard]] Track new_track(Lane lane, std::optional<arch::TileId> tile, std::string name);
    [[nodiscard]] const Track& core(arch::TileId tile);
    [[nodiscard]] const Channel& channel(const events::BdInterval& interval);
    [[nodiscard]] std::string_view lock_name(const events::CoreInterval& interval) const;

    const arch::Device& device_;
    Window window_;
    Painter& painter_;
    events::Legend legend_;
    int tracks_ = 0;
    std::map<arch::TileId, Track> cores_;
    std::map<arch::DmaChannelId, Channel> channels_;
    std::map<arch::Port, Port> ports_;
    std::vector<Stream> streams_;
    std::optional<Track> dram_;
    std::string bd_name_;  ///< of the span being painted
};

// Writes a timeline as trace events (JSON), which chrome://tracing and ui.perfetto.dev show.

/// Where a timeline ends before the run does.
struct Cut {
    arch::Cycles complete_to{};  ///< all that ended before it is there
    std::int64_t spans = 0;      ///< left out
};

/// Time stamps are microseconds in whole nanoseconds, so that spans that follow each other do
/// not overlap; each span's arguments hold its cycles.
class ChromeTrace final : public Painter {
 public:
    using Write = std::function<void(std::string_view)>;

    /// Hands pieces of the text to `write` as it grows; no more spans once it has `limit` bytes.
    ChromeTrace(const arch::Device& device, arch::Bytes limit, Write write);

    void paint(const Span& span, const Track& track) override;
    /// Call once, after the last span: completes the text. `end`: cycles of the run.
    void finish(arch::Cycles end);

    [[nodiscard]] std::int64_t spans() const { return spans_; }
    [[nodiscard]] const std::optional<Cut>& cut() const { return cut_; }

 private:
    void name_once(const Track& track);
    void write_name(const Track& track, std::string_view what, std::string_view name);
    void begin_entry();
    void append(std::string_view text);
    void append_quoted(std::string_view text);
    void append_text(std::string_view key, std::string_view value);
    void append_times(const Span& span);
    void flush();
    [[nodiscard]] std::int64_t nanoseconds(arch::Cycles cycle) const;

    const arch::Device& device_;
    std::int64_t limit_;
    Write write_;
    std::string buffer_;
    std::int64_t written_ = 0;  ///< before the buffer
    std::int64_t spans_ = 0;
    bool first_ = true;
    std::vector<bool> named_tracks_;
    std::vector<bool> named_processes_;
    std::optional<Cut> cut_;
};

// Draws a timeline in characters: a line per track, what took most of its time column by column.

/// What a text may take up, in characters.
struct TextSize {
    int lines = 0;
    int width = 0;
};

/// Its memory depends on the number of tracks alone: a column stands for more cycles as the run
/// goes on.
class TextTimeline final : public Painter {
 public:
    /// What lies outside the window is cut off.
    explicit TextTimeline(Window window) : window_{window} {}

    void paint(const Span& span, const Track& track) override;

    /// At most `max.lines` of them, the cores' first, no wider than `max.width` where the names of
    /// the tracks leave room for a bar. `end`: cycles of the run.
    [[nodiscard]] std::string text(arch::Cycles end, TextSize max) const;

 private:
    using Times = std::array<arch::Cycles, kActivities>;  ///< index: Activity
    struct Row {
        Track track;
        std::vector<Times> columns;
    };
    /// How the columns that are kept become those that are shown.
    struct Scale {
        arch::Cycles length{};     ///< that is shown
        arch::Cycles column{};     ///< of one that is shown; the last may have fewer
        std::int64_t joined = 1;   ///< of those kept, in one that is shown
        std::int64_t columns = 0;  ///< shown
    };

    void make_room_for(arch::Cycles end);
    [[nodiscard]] std::vector<const Row*> rows_in_order() const;
    [[nodiscard]] Scale scale(arch::Cycles end, std::int64_t max_columns) const;
    [[nodiscard]] std::vector<std::string> legend() const;
    [[nodiscard]] std::vector<std::string> shares() const;
    [[nodiscard]] std::string heading(const Scale& scale, std::size_t width) const;
    [[nodiscard]] static Times times_of(const Row& row, const Scale& scale, std::int64_t column);
    [[nodiscard]] static std::string line(const Row& row, const Scale& scale, std::size_t label);

    Window window_;
    arch::Cycles width_{1};    ///< of a column that is kept
    std::map<int, Row> rows_;  ///< by number of the track
};

}  // namespace xdnasim::timeline
