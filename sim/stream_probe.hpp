#pragma once
// What trace units see of a stream, at the ports that it passes and the DMA channels at its ends.

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

/// A place that a stream passes.
struct StreamView {
    TraceSlots slots;
    std::vector<int> flows;            ///< of the stream's, those that pass here
    arch::Cycles delay{};              ///< behind the source
    const DmaChannel* sink = nullptr;  ///< that the stream ends at here, if any
    /// Which sink of a broadcast this is the port of, where nothing else passes.
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
    /// What goes on until `now` without having ended.
    void look(arch::Cycles now);

 private:
    /// Packets of other flows may pass elsewhere meanwhile.
    struct Seen {
        StreamView view;
        arch::Cycles delay{};    ///< behind the source, with what waits in switches before the port
        arch::Cycles until{0};   ///< all before it, at the source
        arch::Cycles begun{-1};  ///< the segment that was seen last
        std::int64_t beats = 0;  ///< of the segment that goes on
        /// Beats for which a segment had no cycle of its own, since its rate is rounded to whole
        /// ones.
        std::int64_t owed = 0;
        std::int64_t waiting_beats = 0;  ///< in switches before the port, whose sink is not ready
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
