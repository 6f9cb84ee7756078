#pragma once
// What trace units see of a stream, at the ports that it passes and the DMA channels at its ends.

#include <optional>
#include <vector>

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
};

class StreamProbe {
 public:
    StreamProbe(const Stream& stream, arch::Bytes width) : stream_{stream}, width_{width.count()} {}

    void add(StreamView view) { views_.push_back(std::move(view)); }
    [[nodiscard]] bool watched() const { return !views_.empty(); }

    void on(const events::StreamSegment& segment);
    void on(const events::StreamStall& stall);
    /// What goes on until `now` without having ended.
    void look(arch::Cycles now);

 private:
    void see_moving(int flow, arch::Cycles end, std::int64_t beats);
    void see_stall(Stream::State state, std::optional<int> flow, arch::Cycles begin,
                   arch::Cycles end);
    void see_beats(TraceSlots& slots, arch::Cycles begin, arch::Cycles end, std::int64_t beats);

    const Stream& stream_;
    std::int64_t width_;
    std::vector<StreamView> views_;
    arch::Cycles seen_{0};         ///< all before it
    std::int64_t seen_beats_ = 0;  ///< of the segment that goes on
    /// Beats for which a segment had no cycle of its own, since its rate is rounded to whole ones.
    std::int64_t owed_beats_ = 0;
    int last_flow_ = 0;
};

}  // namespace xdnasim::sim
