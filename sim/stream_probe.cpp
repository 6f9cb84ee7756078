#include <algorithm>

#include "arch/routing_graph.hpp"
#include "sim/trace_system.hpp"

namespace xdnasim::sim {

using arch::Cycles;
using names::Signal;

namespace {

bool passes(const StreamView& view, int flow) {
    return std::ranges::find(view.flows, flow) != view.flows.end();
}

}  // namespace

void StreamProbe::on(const events::StreamSegment& segment) {
    seen_ = std::max(seen_, segment.begin);
    const std::int64_t beats = (segment.bytes.count() + width_ - 1) / width_;
    see_moving(segment.flow, segment.end, beats - seen_beats_);
    seen_beats_ = 0;
}

void StreamProbe::on(const events::StreamStall& stall) {
    const bool starved = stall.cause == events::StreamStallCause::Starved;
    see_stall(starved ? Stream::State::Starved : Stream::State::Backpressure, stall.flow,
              stall.begin, stall.end);
}

void StreamProbe::look(Cycles now) {
    const Stream::Present present = stream_.present();
    if (present.state != Stream::State::Moving) {
        const bool held_back = present.state == Stream::State::Backpressure;
        see_stall(present.state, held_back ? std::optional{present.flow} : std::nullopt,
                  present.since, now);
        return;
    }
    seen_ = std::max(seen_, present.since);
    const std::int64_t beats = present.moved.count() / width_;
    see_moving(present.flow, now, beats - seen_beats_);
    seen_beats_ = beats;
}

void StreamProbe::see_moving(int flow, Cycles end, std::int64_t beats) {
    beats += owed_beats_;
    owed_beats_ = std::max<std::int64_t>(beats - (end - seen_).count(), 0);
    beats -= owed_beats_;
    last_flow_ = flow;
    for (StreamView& view : views_) {
        if (passes(view, flow))
            see_beats(view.slots, seen_ + view.delay, end + view.delay, beats);
        else
            view.slots.hold(Signal::PortIdle, seen_ + view.delay, end + view.delay);
    }
    seen_ = std::max(seen_, end);
}

/// Spread evenly from `begin` to `end`; where none passes, the memory behind the stream is slow.
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

void StreamProbe::see_stall(Stream::State state, std::optional<int> flow, Cycles begin,
                            Cycles end) {
    seen_ = std::max(seen_, begin);
    if (owed_beats_ > 0 && seen_ < end)
        see_moving(last_flow_, std::min(seen_ + Cycles{owed_beats_}, end), 0);
    begin = seen_;
    seen_ = std::max(seen_, end);
    if (begin >= end) return;
    for (StreamView& view : views_) {
        const bool held_back = state == Stream::State::Backpressure && passes(view, *flow);
        view.slots.hold(held_back ? Signal::PortStalled : Signal::PortIdle, begin + view.delay,
                        end + view.delay);
        if (held_back)
            view.slots.hold(Signal::StreamBackpressure, begin + view.delay, end + view.delay);
        const auto bd = view.sink == nullptr ? std::nullopt : view.sink->running();
        if (state == Stream::State::Starved && bd)
            view.slots.hold(Signal::StreamStarvation, std::max(begin, bd->since) + view.delay,
                            end + view.delay);
    }
}

using arch::Cycles;

std::map<arch::Port, Cycles> port_delays(const schedule::Flow& flow, const schedule::Route& route,
                                         const arch::Device& device) {
    std::map<arch::Port, Cycles> delays;
    delays[flow.source] = Cycles{0};
    delays[arch::switch_port(device, flow.source)] = Cycles{0};
    for (const auto& [slave, master] : route.connections) {
        const Cycles delay = delays[slave] + device.timing.switch_hop;
        delays[master] = delay;
        if (const auto next = arch::wired_to(device, master)) delays[*next] = delay;
    }
    for (std::size_t i = 0; i < flow.sinks.size(); ++i)
        delays[flow.sinks[i]] = device.timing.switch_hop * std::int64_t{route.hops[i]};
    return delays;
}

}  // namespace xdnasim::sim
