#pragma once
// Timelines of a run: spans of what each part of the hardware did, made from events, and drawn as
// text or for Perfetto.

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

/// Kind of hardware that a track belongs to.
enum class Lane : std::uint8_t { Core, Dram, Dma, Port };

struct Track {
    int number = 0;
    Lane lane{};
    std::optional<arch::TileId> tile;  ///< nullopt: the DRAM
    int process = 0;                   ///< number of the tile, common to all of its tracks
    std::string process_name;          ///< "core (0,2)"
    std::string name;                  ///< "DMA_S2MM_0"
};

enum class Activity : std::uint8_t {
    Kernel,
    LockOperation,
    FirstStall,                               ///< first of a core's stalls; see stall_activity()
    Transfer = FirstStall + events::kStalls,  ///< a DMA channel executes a BD
    Running,                                  ///< a port moves data, or the DRAM is at its limit
    Stalled,                                  ///< a port stalls by back-pressure
    Idle,                                     ///< a port has no data
};
inline constexpr std::size_t kActivities = static_cast<std::size_t>(Activity::Idle) + 1;

[[nodiscard]] constexpr Activity stall_activity(events::CoreState stall) {
    return static_cast<Activity>(static_cast<std::size_t>(Activity::FirstStall) +
                                 events::stall_number(stall));
}

/// An activity that lasted from `begin` to `end`. The texts are valid only during the call to which
/// the span is passed.
struct Span {
    Activity activity{};
    std::string_view name{};  ///< hardware event for the whole span, or name of a kernel or BD
    arch::Cycles begin{};
    arch::Cycles end{};
    std::string_view begins{};  ///< hardware event at the beginning; may be empty
    std::string_view ends{};    ///< hardware events at the end; may be empty
    std::string_view lock{};    ///< lock that a core requests or releases; may be empty
    std::optional<arch::Bytes> bytes{};
};

/// The part of a run from cycle `from` up to, but not including, `to`.
struct Window {
    arch::Cycles from{0};
    arch::Cycles to{std::numeric_limits<std::int64_t>::max()};

    [[nodiscard]] bool overlaps(const Span& span) const {
        return span.begin < to && (span.end > from || span.begin >= from);
    }
};

/// Interface of those who draw spans. The spans come roughly in the order of their ends.
class Painter {
 public:
    virtual ~Painter() = default;
    virtual void paint(const Span& span, const Track& track) = 0;
};

// Conversion of a run's events into spans on tracks: one track for each core, DMA channel and port.

class SpanReader final : public events::Listener {
 public:
    /// Passes all spans that overlap `window` to `painter`, without cutting them. `device` and
    /// `painter` must outlive the reader.
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
        std::array<std::string, 2> finished;  ///< names of the end; index: whether the task ends
    };
    struct Port {
        Track track;
        std::string running;
        std::string stalled;
        std::string idle;
    };
    /// A port of a stream. Data passes it `delay` after it passes the source.
    struct PortOfStream {
        const Port* port = nullptr;
        arch::Cycles delay{};
    };
    struct Stream {
        std::vector<std::vector<PortOfStream>> flows;
        std::vector<PortOfStream> ports;  ///< ports of all flows, each once
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
    std::string bd_name_;  ///< name of the BD span that is being painted
};

// Timelines as trace events (JSON), which chrome://tracing and ui.perfetto.dev show.

/// The end of a timeline that ends before the run does.
struct Cut {
    arch::Cycles complete_to{};  ///< the timeline contains all spans that end before this cycle
    std::int64_t spans = 0;      ///< number of spans left out
};

/// Painter that writes trace events. Time stamps are microseconds in whole nanoseconds, so that
/// consecutive spans do not overlap; the arguments of each span hold its exact cycles.
class ChromeTrace final : public Painter {
 public:
    using Write = std::function<void(std::string_view)>;

    /// Passes pieces of the text to `write` as it grows. Once it has `limit` bytes, further spans
    /// are left out.
    ChromeTrace(const arch::Device& device, arch::Bytes limit, Write write);

    void paint(const Span& span, const Track& track) override;
    /// Completes the text. To be called once, after the last span. `end`: cycles of the run.
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
    std::int64_t written_ = 0;  ///< bytes written before those in the buffer
    std::int64_t spans_ = 0;
    bool first_ = true;
    std::vector<bool> named_tracks_;
    std::vector<bool> named_processes_;
    std::optional<Cut> cut_;
};

// Timelines in characters: a line per track; each column shows what took most of its time.

/// Largest size of a text.
struct TextSize {
    int lines = 0;
    int width = 0;  ///< in characters
};

/// Painter that draws text. Its memory depends only on the number of tracks: as the run goes on, a
/// column stands for more cycles.
class TextTimeline final : public Painter {
 public:
    /// `window`: the part of the run to draw; spans are cut to it.
    explicit TextTimeline(Window window) : window_{window} {}

    void paint(const Span& span, const Track& track) override;

    /// The timeline in at most `max.lines` lines, those of cores first, and no wider than
    /// `max.width`, provided that the names of the tracks leave room for a bar. `end`: cycles of
    /// the run.
    [[nodiscard]] std::string text(arch::Cycles end, TextSize max) const;

 private:
    using Times = std::array<arch::Cycles, kActivities>;  ///< index: Activity
    struct Row {
        Track track;
        std::vector<Times> columns;
    };
    /// How stored columns are combined into shown ones.
    struct Scale {
        arch::Cycles length{};     ///< cycles shown in all
        arch::Cycles column{};     ///< cycles of a shown column; the last may have fewer
        std::int64_t joined = 1;   ///< stored columns in a shown one
        std::int64_t columns = 0;  ///< number of shown columns
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
    arch::Cycles width_{1};    ///< cycles of a stored column
    std::map<int, Row> rows_;  ///< key: number of the track
};

}  // namespace xdnasim::timeline
