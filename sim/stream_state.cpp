// What the future of a stream depends on.

#include <algorithm>

#include "sim/stream.hpp"

namespace xdnasim::sim {

using arch::Cycles;

/// While the source's data moves, `front` is when its rate, or what relaxing saves, was last set.
/// Otherwise the source waits, and what it sent last may still be on its way to a sink whose BD
/// starts meanwhile.
void Stream::visit_state(StateVisitor& visitor, Source& source) {
    visitor.supply(source.remaining, source.range);
    visitor.moment(source.offered);
    visitor.value(source.sink_bd);
    visitor.value(source.ports_held);
    visitor.value(source.passes);
    visitor.value(source.state);
    if (!source.passes || source.state != State::Moving) {
        Cycles longest_way{0};
        for (const int number : source.sinks)
            longest_way = std::max(longest_way, sink(number).latency);
        visitor.moment(source.front, longest_way);
    } else {
        visitor.time(source.front.cycle);
        visitor.leads(source.front.leads);
    }
    if (!source.passes) {
        source.due = false;
        source.segment_bytes = 0;
        return;
    }
    if (source.state == State::Backpressure) visitor.time(source.since);
    visitor.value(source.segment_bytes);
    visitor.value(source.moved);
    visitor.value(source.due);
    if (source.state != State::Moving) return;
    visitor.value(source.rate);
    visitor.time(source.rate_since);
    visitor.time(source.segment_begin);
    visitor.cost(source.saved);
    if (source.due) visitor.time(source.milestone);
}

void Stream::visit_state(StateVisitor& visitor) {
    for (Source& source : sources_)
        visit_state(visitor, source);
    for (Sink& sink : sinks_) {
        std::int64_t left = std::max<std::int64_t>(sink.left(), 0);
        std::int64_t ahead = std::min<std::int64_t>(sink.left(), 0);
        visitor.value(ahead);
        visitor.supply(left, sink.range);
        sink.accepted = sink.received + left + ahead;
        visitor.value(sink.length);
        visitor.moment(sink.started);
        visitor.moment(sink.caught_up);
        visitor.value(sink.source);
    }
    for (SharedPort& port : ports_) {
        visitor.value(port.holder);
        visitor.size(port.waiting);
        for (int& source : port.waiting)
            visitor.value(source);
        visitor.moment(port.freed);
    }
    for (RateLimit& limit : limits_) {
        visitor.value(limit.source);
        visitor.value(limit.rate);
        visitor.cost(limit.saved);
    }
    visitor.value(packets_);
    if (packets_ == 0) visitor.elapsed(starved_);
}

}  // namespace xdnasim::sim
