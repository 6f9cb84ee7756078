#include "sim/stream_probe.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::sim {

using arch::Bytes;
using arch::Cycles;
using names::Signal;

namespace {

bool passes(const StreamView& view, int flow) {
    return std::ranges::find(view.flows, flow) != view.flows.end();
}

}  // namespace

std::int64_t StreamProbe::waiting_beats(const Seen& seen, int flow, Bytes moved) const {
    return stream_.waiting_bytes(flow, seen.view.receiver, seen.view.delay, moved).count() / width_;
}

void StreamProbe::on(const events::StreamSegment& segment) {
    for (Seen& seen : views_) {
        if (!passes(seen.view, segment.flow)) continue;
        see_segment(seen, segment);
        seen.beats = 0;
    }
}

void StreamProbe::on(const events::StreamStall& stall) {
    const bool starved = stall.cause == events::StreamStallCause::Starved;
    const auto state = starved ? Stream::State::Starved : Stream::State::Backpressure;
    for (Seen& seen : views_) {
        if (stall.flow && !passes(seen.view, *stall.flow)) continue;
        if (!starved && seen.view.receiver)
            see_slowest(seen, stall.end);
        else if (!starved && seen.waiting_beats > 0)
            see_release(seen, stall.end, waiting_beats(seen, *stall.flow, {}));
        else
            see_stall(seen, state, stall.begin, stall.end);
    }
}

void StreamProbe::look(Cycles now) {
    for (const Stream::Present& present : stream_.present())
        for (Seen& seen : views_) {
            if (present.state != Stream::State::Starved && !passes(seen.view, *present.flow))
                continue;
            if (present.state == Stream::State::Backpressure && seen.view.receiver) {
                see_slowest(seen, now);
                continue;
            }
            if (present.state != Stream::State::Moving) {
                if (seen.waiting_beats == 0) see_stall(seen, present.state, present.since, now);
                continue;
            }
            const Bytes whole_beats = present.moved / width_ * width_;
            see_segment(seen, {stream_.number(), *present.flow, present.since, now, whole_beats});
        }
    for (Seen& seen : views_)
        if (seen.waiting_beats > 0)
            see_held_back(seen, now);
        else
            see_idle(seen, now);
}

/// Marks a segment, or what it has moved so far.
void StreamProbe::see_segment(Seen& seen, const events::StreamSegment& segment) {
    see_begin(seen, segment.flow, segment.begin);
    see_ready(seen, segment);
    const std::int64_t beats = (segment.bytes.count() + width_ - 1) / width_;
    see_moving(seen, segment.end, beats - seen.beats,
               waiting_beats(seen, segment.flow, segment.bytes));
    seen.beats = beats;
}

/// Marks the beginning of a segment. Where the sink became ready at that time, so that the source
/// did not stall, what the switches hold passes first.
void StreamProbe::see_begin(Seen& seen, int flow, Cycles begin) {
    const bool is_new = std::exchange(seen.begun, begin) != begin;
    const auto bd = stream_.last_bd(flow, seen.view.receiver);
    if (is_new && seen.waiting_beats > 0 && bd && bd->started == begin)
        return see_release(seen, begin, waiting_beats(seen, flow, {}));
    see_idle(seen, begin);
}

/// Where the sink became ready within the segment, before the switches were full, what they held
/// passes before what comes from then on.
void StreamProbe::see_ready(Seen& seen, const events::StreamSegment& segment) {
    const auto bd = stream_.last_bd(segment.flow, seen.view.receiver);
    if (!bd || bd->started <= segment.begin || bd->started > segment.end ||
        bd->started <= seen.until)
        return;
    const std::int64_t all = (segment.bytes.count() + width_ - 1) / width_;
    const std::int64_t cycles = (segment.end - segment.begin).count();
    const std::int64_t beats =
        std::max(all * (bd->started - segment.begin).count() / cycles, seen.beats);
    const Bytes moved{beats * width_};
    const std::int64_t waiting = waiting_beats(seen, segment.flow, moved + bd->length);
    if (waiting == 0) return;
    see_moving(seen, bd->started, beats - seen.beats, waiting);
    seen.beats = beats;
    see_release(seen, bd->started, waiting_beats(seen, segment.flow, moved));
}

/// Marks the port as idle up to `end`: nothing passed here, though the stream was not starved.
void StreamProbe::see_idle(Seen& seen, Cycles end) {
    if (end <= seen.until) return;
    seen.view.slots.hold(Signal::PortIdle, seen.until + seen.delay, end + seen.delay);
    seen.until = end;
}

/// Marks a stall up to `until`: the switches are full from the sink back to the port, and nothing
/// passes it.
void StreamProbe::see_held_back(Seen& seen, Cycles until) {
    see_owed(seen, until - seen.delay);
    const Cycles begin = seen.until + seen.delay;
    if (begin >= until) return;
    seen.view.slots.hold(Signal::PortStalled, begin, until);
    seen.view.slots.hold(Signal::StreamBackpressure, begin, until);
    seen.until = until - seen.delay;
}

/// Marks that the sink has become ready: the beats that switches held before the port pass first,
/// except for `still` beats, for which there is no room yet. What the source sends from now on
/// comes behind them. Where the first held beat is still on its way to the port, all goes on as if
/// the sink had been ready before.
void StreamProbe::see_release(Seen& seen, Cycles now, std::int64_t still) {
    if (seen.until + seen.delay > now) return;
    see_held_back(seen, now);
    const Cycles passing{
        std::max<std::int64_t>(std::exchange(seen.waiting_beats, still) - still, 0)};
    seen.view.slots.hold(Signal::PortRunning, now, now + passing);
    seen.delay = std::max(seen.view.delay, passing);
    seen.until = now;
}

/// Marks a wait of a broadcast's source for its slowest sink, up to `until`. The port stalls until
/// its own sink is ready; from then on nothing comes.
void StreamProbe::see_slowest(Seen& seen, Cycles until) {
    StreamView& view = seen.view;
    see_owed(seen, until);
    if (seen.waiting_beats > 0) {
        const std::int64_t still = waiting_beats(seen, view.flows.front(), {});
        const auto bd = stream_.last_bd(view.flows.front(), view.receiver);
        if (still < seen.waiting_beats && bd)
            see_release(seen, std::max(bd->started, seen.until + seen.delay), still);
    }
    if (seen.waiting_beats > 0) return see_held_back(seen, until);
    const Cycles from = seen.until + seen.delay;
    const Cycles to = until + view.delay;
    if (from < to) see_starved(view, from, to);
    seen.delay = std::max(view.delay, from - until);
    seen.until = until;
}

/// Marks `beats` that the source sends up to `end`. `waiting`: beats held before the port at `end`.
void StreamProbe::see_moving(Seen& seen, Cycles end, std::int64_t beats, std::int64_t waiting) {
    const std::int64_t sent = beats + seen.owed;
    const std::int64_t waited = std::exchange(seen.waiting_beats, waiting);
    const std::int64_t passed = std::max<std::int64_t>(sent + waited - waiting, 0);
    const std::int64_t cycles = (end - seen.until).count();
    const std::int64_t passing = sent > 0 ? cycles * std::min(passed, sent) / sent : 0;
    const Cycles until = waiting > 0 ? seen.until + Cycles{passing} : end;
    seen.owed = std::max<std::int64_t>(passed - (until - seen.until).count(), 0);
    see_beats(seen.view.slots, seen.until + seen.delay, until + seen.delay, passed - seen.owed);
    seen.until = std::max(seen.until, until);
}

/// Marks the beats that did not fit into the cycles of the segment before.
void StreamProbe::see_owed(Seen& seen, Cycles end) {
    if (seen.owed > 0 && seen.until < end)
        see_moving(seen, std::min(seen.until + Cycles{seen.owed}, end), 0, seen.waiting_beats);
}

/// Marks `beats`, spread evenly from `begin` to `end`. In the cycles between them, the memory
/// behind the stream is too slow.
void StreamProbe::see_beats(TraceSlots& slots, Cycles begin, Cycles end, std::int64_t beats) {
    const std::int64_t cycles = (end - begin).count();
    if (beats == cycles) return slots.hold(Signal::PortRunning, begin, end);
    Cycles behind = begin;
    for (std::int64_t i = 0; i < beats; ++i) {
        const Cycles at = begin + Cycles{(i + 1) * cycles / beats - 1};
        slots.hold(Signal::MemoryStarvation, behind, at);
        slots.hold(Signal::MemoryBackpressure, behind, at);
        slots.pulse(Signal::PortRunning, at);
        behind = at + Cycles{1};
    }
    slots.hold(Signal::MemoryStarvation, behind, end);
    slots.hold(Signal::MemoryBackpressure, behind, end);
}

void StreamProbe::see_stall(Seen& seen, Stream::State state, Cycles begin, Cycles end) {
    StreamView& view = seen.view;
    // The source has no more data, and the sink's BD may have started meanwhile.
    if (seen.waiting_beats > 0) {
        const std::int64_t still = waiting_beats(seen, view.flows.front(), {});
        seen.owed += std::exchange(seen.waiting_beats, still) - still;
    }
    see_owed(seen, end);
    see_idle(seen, std::min(begin, end));
    begin = seen.until;
    if (begin >= end) return;
    seen.until = end;
    const bool held_back = state == Stream::State::Backpressure;
    const Cycles from = begin + seen.delay;
    // What passed late, behind beats that were held, has caught up by then.
    if (!held_back && end - begin >= seen.delay - view.delay) seen.delay = view.delay;
    const Cycles to = end + seen.delay;
    if (!held_back) return see_starved(view, from, to);
    view.slots.hold(Signal::PortStalled, from, to);
    view.slots.hold(Signal::StreamBackpressure, from, to);
}

/// Marks that nothing comes, though the sink may be ready.
void StreamProbe::see_starved(StreamView& view, Cycles from, Cycles to) {
    view.slots.hold(Signal::PortIdle, from, to);
    const auto bd = view.sink == nullptr ? std::nullopt : view.sink->running();
    if (bd) view.slots.hold(Signal::StreamStarvation, std::max(from, bd->since + view.delay), to);
}

}  // namespace xdnasim::sim
