#pragma once
// What trace units see of a stream, at the ports that it passes and at the DMA channels at its
// ends.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "arch/units.hpp"
#include "sim/dma_channel.hpp"
#include "sim/stream.hpp"
#include "sim/trace_slots.hpp"
#include "traces/events/events.hpp"

namespace xdnasim::sim {

/// A port that a stream passes, or an end of the stream, with the slots that watch it.
struct StreamView {
    TraceSlots slots;
    std::vector<int> flows;            ///< numbers of the stream's flows that pass here
    arch::Cycles delay{};              ///< behind the source
    const DmaChannel* sink = nullptr;  ///< the channel at which the stream ends here, if any
    /// Index of the broadcast's sink that this is the port of; nullopt if it is of none, or if
    /// other flows pass too.
    std::optional<std::size_t> receiver{};
};

class StreamProbe {
 public:
    StreamProbe(const Stream& stream, arch::Bytes width) : stream_{stream}, width_{width.count()} {}

    void add(StreamView view) {
        const arch::Cycles delay = view.delay;
        views_.push_back({.view = std::move(view), .delay = delay});
    }
    [[nodiscard]] bool watched() const { return !views_.empty(); }

    void on(const events::StreamSegment& segment);
    void on(const events::StreamStall& stall);
    /// Marks what has begun and not ended, up to `now`.
    void look(arch::Cycles now);

 private:
    /// What has been seen at a view: each has its own state, since packets of different flows may
    /// pass different views at the same time.
    struct Seen {
        StreamView view;
        arch::Cycles delay{};    ///< behind the source, for what waits before the port included
        arch::Cycles until{0};   ///< cycle at the source up to which all has been seen
        arch::Cycles begun{-1};  ///< beginning of the segment that was seen last
        std::int64_t beats = 0;  ///< beats seen of a segment that has not ended
        /// Beats that did not fit into the cycles of their segment, since a segment is rounded to
        /// whole beats.
        std::int64_t owed = 0;
        std::int64_t waiting_beats =
            0;  ///< held in switches before the port by a sink that is not ready
    };
    void see_segment(Seen& seen, const events::StreamSegment& segment);
    void see_begin(Seen& seen, int flow, arch::Cycles begin);
    void see_ready(Seen& seen, const events::StreamSegment& segment);
    void see_moving(Seen& seen, arch::Cycles end, std::int64_t beats, std::int64_t waiting);
    void see_stall(Seen& seen, Stream::State state, arch::Cycles begin, arch::Cycles end);
    static void see_idle(Seen& seen, arch::Cycles end);
    void see_held_back(Seen& seen, arch::Cycles until);
    void see_release(Seen& seen, arch::Cycles now, std::int64_t still);
    void see_slowest(Seen& seen, arch::Cycles until);
    void see_owed(Seen& seen, arch::Cycles end);
    static void see_starved(StreamView& view, arch::Cycles from, arch::Cycles to);
    [[nodiscard]] std::int64_t waiting_beats(const Seen& seen, int flow, arch::Bytes moved) const;
    void see_beats(TraceSlots& slots, arch::Cycles begin, arch::Cycles end, std::int64_t beats);

    const Stream& stream_;
    std::int64_t width_;
    std::vector<Seen> views_;
};

}  // namespace xdnasim::sim
