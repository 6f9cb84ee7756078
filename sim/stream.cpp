#include "sim/stream.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace xdnasim::sim {

using arch::Bytes;
using arch::Cycles;

Stream::Stream(const sc_core::sc_module_name& name, Environment& environment, int number,
               bool packet)
    : sc_module{name},
      environment_{environment},
      number_{number},
      packet_{packet},
      width_{environment.device.stream_width.count()} {
    SC_METHOD(milestone);
    sensitive << milestone_event_;
    dont_initialize();
}

int Stream::add_source(StreamEnd& end, std::vector<int> sinks, bool header_is_data,
                       std::optional<std::vector<arch::Port>> ports) {
    Source added{.end = &end, .sinks = std::move(sinks), .header_is_data = header_is_data};
    if (ports)
        for (const arch::Port& port : *ports)
            added.ports.push_back(port_number(port));
    else if (packet_)
        added.ports.push_back(port_number(std::nullopt));
    sources_.push_back(std::move(added));
    return static_cast<int>(sources_.size()) - 1;
}

int Stream::add_sink(StreamEnd& end, int hops, int fifo_beats) {
    const arch::Timing& timing = environment_.device.timing;
    const Cycles latency = timing.latency_of(hops);
    const std::int64_t beats = fifo_beats + timing.switch_beats * latency.count();
    sinks_.push_back({.end = &end,
                      .latency = latency,
                      .saved = environment_.saved.switch_hop * static_cast<double>(hops),
                      .fifo_bytes = beats * width_,
                      .own_bytes = fifo_beats * width_});
    return static_cast<int>(sinks_.size()) - 1;
}

void Stream::offer(int number, Bytes length, const Leads& leads, std::optional<int> sink_bd) {
    const Cycles now = environment_.clock.now();
    Source& offering = source(number);
    offering.range.restart(offering.remaining);
    offering.remaining = length.count();
    offering.offered = {now, leads};
    offering.sink_bd = sink_bd;
    offering.ports_held = 0;
    if (packets_++ == 0) {
        if (now > starved_.since())
            environment_.events.emit(events::StreamStall{
                number_, std::nullopt, events::StreamStallCause::Starved, starved_.since(), now});
        starved_.restart(now);
    }
    take_ports(number);
}

void Stream::accept(int number, Bytes length, const Leads& leads) {
    const Cycles now = environment_.clock.now();
    Sink& target = sink(number);
    Source* const sender = target.source ? &source(*target.source) : nullptr;
    const bool moving = sender != nullptr && sender->passes && sender->state == State::Moving;
    if (moving) advance(*sender, now);
    target.range.restart(target.left());
    target.accepted += length.count();
    target.length = length.count();
    target.started = {now, leads};
    target.caught_up = caught_up(target);
    if (moving) wait_for_start(*sender, target, sender->moved);
    if (!target.fifo.empty()) {
        const auto taken = std::min(target.fifo.size(), static_cast<std::size_t>(length.count()));
        target.end->write(std::span{target.fifo}.first(taken));
        target.fifo.erase(target.fifo.begin(), target.fifo.begin() + static_cast<long>(taken));
    }
    if (!target.in_bd()) {
        // All bytes of the BD have been sent; if the sender still moves, the bytes are for later
        // BDs.
        Moment arrived{};
        if (sender != nullptr)
            arrived = moving ? sender->front : sender->front.after(target.latency, target.saved);
        target.end->bd_moved(end_of_bd(arrived, target));
    }
    if (target.source && source(*target.source).passes) plan(*target.source, now);
}

void Stream::set_rate(const RateLimiter& by, arch::BytesPerCycle rate, const Leads& saved) {
    RateLimit& limit = *std::ranges::find(limits_, &by, &RateLimit::limiter);
    if (!limit.source) return;
    const Cycles now = environment_.clock.now();
    Source& limited = source(*limit.source);
    if (rate.count() == limit.rate) {
        // As other channels start and stop, what relaxing saves may change though the rate does
        // not.
        if (saved == limit.saved) return;
        advance_front(limited, now);
        limit.saved = saved;
        return take_rate(*limit.source);
    }
    advance(limited, now);
    limit.rate = rate.count();
    limit.saved = saved;
    take_rate(*limit.source);
    set_milestone(limited, now);
    notify_next();
}

arch::BytesPerCycle Stream::rate_beside(const RateLimiter& by) const {
    auto rate = static_cast<double>(width_);
    const RateLimit& own = *std::ranges::find(limits_, &by, &RateLimit::limiter);
    for (const RateLimit& other : limits_)
        if (own.source && other.limiter != &by && other.source == own.source)
            rate = std::min(rate, other.rate);
    return arch::BytesPerCycle{rate};
}

/// Takes the lowest rate of the limits that apply, or the stream's width.
void Stream::take_rate(int number) {
    Source& moving = source(number);
    moving.rate = static_cast<double>(width_);
    moving.saved = environment_.saved.stream_cycle;
    const RateLimit* lowest = nullptr;
    for (const RateLimit& limit : limits_)
        if (limit.source == number && (lowest == nullptr || limit.rate < lowest->rate))
            lowest = &limit;
    if (lowest == nullptr) return;
    moving.rate = lowest->rate;
    moving.saved = lowest->saved;
}

/// Accounts for what has moved since the rate was set.
void Stream::advance(Source& moving, Cycles now) {
    moving.moved += moving.rate * static_cast<double>((now - moving.rate_since).count());
    moving.rate_since = now;
    advance_front(moving, now);
}

/// Accounts for what relaxing has saved since the last call.
void Stream::advance_front(Source& moving, Cycles now) {
    const auto cycles = static_cast<double>((now - moving.front.cycle).count());
    moving.front = {now, moving.front.leads + moving.saved * cycles};
}

void Stream::milestone() {
    const Cycles now = environment_.clock.now();
    for (int number = 0; number < static_cast<int>(sources_.size()); ++number) {
        Source& moving = source(number);
        if (!moving.passes || moving.state != State::Moving || !moving.due ||
            moving.milestone > now)
            continue;
        advance(moving, now);
        moving.due = false;
        // Something changed the segment in this very instant: its end comes later.
        if (moving.moved + kRoundingSlack * moving.rate <
            static_cast<double>(moving.segment_bytes)) {
            set_milestone(moving, now);
            continue;
        }
        finish_segment(number, now);
        if (source(number).passes) plan(number, now);
    }
    notify_next();
}

/// The bytes until the source's BD ends, a sink's BD ends, or a sink's FIFO is full.
std::int64_t Stream::bytes_to_milestone(Source& moving) {
    std::int64_t bytes = moving.remaining;
    for (const int number : moving.sinks) {
        const Sink& target = sink(number);
        const std::int64_t to_bd_end = target.left();
        bytes = std::min(bytes, to_bd_end > 0 ? to_bd_end : to_bd_end + target.fifo_bytes);
    }
    moving.range.compare(moving.remaining, bytes);
    for (const int number : moving.sinks) {
        Sink& target = sink(number);
        if (target.in_bd()) target.range.compare(target.left(), bytes);
    }
    return bytes;
}

double Stream::Sink::room(double more) {
    const double begun = static_cast<double>(length - left()) + more;
    const double room = static_cast<double>(fifo_bytes) - begun;
    // A full FIFO stays full.
    if (length - left() >= fifo_bytes)
        range.at_most(length - fifo_bytes);
    else
        range.exactly(left());
    return std::max(room, 0.0);
}

void Stream::finish_segment(int number, Cycles now) {
    Source& moving = source(number);
    const std::int64_t bytes = moving.segment_bytes;
    environment_.progress.stream_moved();
    environment_.events.emit(
        events::StreamSegment{number_, number, moving.segment_begin, now, Bytes{bytes}});
    if (environment_.memory != nullptr) move_data(moving, bytes);
    moving.remaining -= bytes;
    moving.range.take(bytes);
    for (const int at : moving.sinks) {
        Sink& target = sink(at);
        const bool was_in_bd = target.in_bd();
        target.received += bytes;
        target.range.take(bytes);
        if (!was_in_bd || !target.range.ended(target.left())) continue;
        target.end->bd_moved(end_of_bd(moving.front.after(target.latency, target.saved), target));
    }
    // Bytes that moved beyond the milestone count for the next segment. What the rate moves in a
    // fraction of a cycle does not: each segment takes whole cycles, and equal ones take the same.
    moving.moved -= static_cast<double>(bytes);
    if (moving.moved < moving.rate) moving.moved = 0;
    moving.segment_bytes = 0;
    if (moving.range.ended(moving.remaining)) end_packet(number);
}

/// When the last byte of the sink's BD, which comes at `arrived`, has passed the sink's port,
/// behind what switches held.
Moment Stream::end_of_bd(const Moment& arrived, const Sink& sink) {
    Moment end = arrived;
    end.follow(sink.caught_up);
    return end;
}

/// When what switches held until the sink's BD started has passed the sink's port: it passes beat
/// by beat from the start of the BD on.
Moment Stream::caught_up(const Sink& sink) const {
    const std::int64_t behind = std::max<std::int64_t>(sink.length - sink.own_bytes, 0);
    const Cycles passes{(behind + width_ - 1) / width_};
    return sink.started.after(
        passes, environment_.saved.stream_cycle * static_cast<double>(passes.count()));
}

/// Decides what a packet does from `now` on: move towards the next milestone, or wait.
void Stream::plan(int number, Cycles now) {
    Source& passing = source(number);
    const std::int64_t bytes = bytes_to_milestone(passing);
    if (bytes <= 0) {
        passing.moved = std::min(passing.moved, 0.0);
        passing.due = false;
        return enter(number, State::Backpressure, now);
    }
    if (passing.segment_bytes == 0) {
        passing.segment_begin = now;
        passing.rate_since = now;
        wait_for_ends(passing, now);
    }
    passing.segment_bytes = bytes;
    enter(number, State::Moving, now);
    take_rate(number);
    set_milestone(passing, now);
    notify_next();
}

/// A segment begins: makes `front` that of the last of the source's data so far, its BD, and the
/// sinks' BDs, all of which the segment waits for.
void Stream::wait_for_ends(Source& moving, Cycles now) {
    if (now > moving.front.cycle) moving.front.wait_until(now);
    moving.front.follow(moving.offered);
    for (const int number : moving.sinks)
        wait_for_start(moving, sink(number), 0);
}

/// Makes the segment wait for the sink's BD, which may start as late as the sink's FIFO becomes
/// full. `moved`: bytes of the segment that have moved.
void Stream::wait_for_start(Source& moving, Sink& sink, double moved) const {
    const double filling = rounded(sink.room(moved) / static_cast<double>(width_));
    const auto waited = static_cast<double>((moving.front.cycle - sink.started.cycle).count());
    moving.front.leads.follow(sink.started.leads, waited + filling);
}

void Stream::set_milestone(Source& moving, Cycles now) {
    moving.due = moving.rate > 0;
    if (!moving.due) return;
    const double left = static_cast<double>(moving.segment_bytes) - moving.moved;
    const auto cycles = static_cast<std::int64_t>(std::ceil(left / moving.rate - kRoundingSlack));
    moving.milestone = now + Cycles{std::max<std::int64_t>(cycles, 0)};
}

void Stream::notify_next() {
    environment_.calendar.cancel(milestone_event_);
    std::optional<Cycles> next;
    for (const Source& moving : sources_)
        if (moving.passes && moving.due && (!next || moving.milestone < *next))
            next = moving.milestone;
    if (next) environment_.calendar.notify_at(milestone_event_, *next);
}

/// Reports to the limiters of source `number` whether its data moves; they set their rates in the
/// same instant.
void Stream::limit(int number, bool moves) {
    for (RateLimit& limit : limits_) {
        const bool applies = moves && meets(source(number), *limit.end);
        if (applies == (limit.source == number)) continue;
        limit.rate = 0;
        if (applies)
            limit.source = number;
        else
            limit.source.reset();
        limit.limiter->set_active(*this, applies);
    }
}

void Stream::enter(int number, State state, Cycles now) {
    limit(number, state == State::Moving);
    Source& passing = source(number);
    if (state == passing.state) return;
    if (passing.state == State::Backpressure && now > passing.since)
        environment_.events.emit(events::StreamStall{
            number_, number, events::StreamStallCause::Backpressure, passing.since, now});
    passing.state = state;
    passing.since = now;
}

void Stream::move_data(Source& moving, std::int64_t bytes) {
    chunk_.resize(static_cast<std::size_t>(bytes));
    moving.end->read(chunk_);
    for (const int number : moving.sinks) {
        Sink& target = sink(number);
        if (target.in_bd()) {
            target.end->write(chunk_);
        } else {
            target.fifo.insert(target.fifo.end(), chunk_.begin(), chunk_.end());
        }
    }
}

}  // namespace xdnasim::sim
