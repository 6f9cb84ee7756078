#include "sim/stream.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace xdnasim::sim {

using arch::Bytes;
using arch::Cycles;

namespace {

// Shares of the DRAM are fractions of a byte per cycle; their sums may miss a whole byte by
// rounding, and must not cost a cycle for it.
constexpr double kRoundingSlack = 1e-6;

}  // namespace

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

int Stream::add_source(StreamEnd& end, std::vector<int> sinks, bool header_is_data) {
    sources_.push_back({&end, std::move(sinks), header_is_data});
    return static_cast<int>(sources_.size()) - 1;
}

int Stream::add_sink(StreamEnd& end, Cycles latency, int fifo_beats) {
    const arch::Timing& timing = environment_.device.timing;
    const std::int64_t beats = fifo_beats + timing.switch_beats * latency.count();
    const Cycles hop = timing.switch_hop;
    const std::int64_t hops = hop > Cycles{0} ? latency / hop : 0;
    const Leads saved = environment_.saved.switch_hop * static_cast<double>(hops);
    sinks_.push_back({&end, latency, saved, beats * width_, 0, 0, 0, {}, {}});
    return static_cast<int>(sinks_.size()) - 1;
}

void Stream::offer(int source, Bytes length, const Leads& leads, std::optional<int> sink_bd) {
    Source& offering = sources_[static_cast<std::size_t>(source)];
    offering.remaining = length.count();
    ++offering.offers;
    offering.offered = {environment_.clock.now(), leads};
    offering.sink_bd = sink_bd;
    ready_.push_back(source);
    if (active_ >= 0) return;
    take_next_packet();
    plan(environment_.clock.now());
}

void Stream::take_next_packet() {
    active_ = -1;
    if (ready_.empty()) return;
    active_ = ready_.front();
    ready_.pop_front();
    // A packet's header passes as one more beat ahead of its data.
    moved_ = packet_ && !active().header_is_data ? -static_cast<double>(width_) : 0;
    if (!active().sink_bd) return;
    for (const int number : active().sinks)
        sink(number).end->packet_begins(*active().sink_bd);
}

void Stream::accept(int number, Bytes length, const Leads& leads) {
    const Cycles now = environment_.clock.now();
    Sink& target = sink(number);
    if (state_ == State::Moving) advance(now);
    target.accepted += length.count();
    target.length = length.count();
    target.started = {now, leads};
    if (state_ == State::Moving) wait_for_start(target, moved_);
    if (!target.fifo.empty()) {
        const auto taken = std::min(target.fifo.size(), static_cast<std::size_t>(length.count()));
        target.end->write(std::span{target.fifo}.first(taken));
        target.fifo.erase(target.fifo.begin(), target.fifo.begin() + static_cast<long>(taken));
    }
    if (!target.in_bd()) {
        // The FIFO held all of it: it drains at the stream's rate.
        const Cycles drained{(length.count() + width_ - 1) / width_};
        Moment end = front_;
        end.follow(target.started);
        target.end->bd_moved(end.after(
            drained, environment_.saved.stream_cycle * static_cast<double>(drained.count())));
    }
    plan(now);
}

void Stream::set_rate(const RateLimiter& by, arch::BytesPerCycle rate, const Leads& saved) {
    RateLimit& limit = *std::ranges::find(limits_, &by, &RateLimit::limiter);
    if (!limit.active || rate.count() == limit.rate) return;
    const Cycles now = environment_.clock.now();
    advance(now);
    limit.rate = rate.count();
    limit.saved = saved;
    take_rate();
    schedule_milestone(now);
}

/// Of the limits that apply, the lowest.
void Stream::take_rate() {
    rate_ = static_cast<double>(width_);
    saved_ = environment_.saved.stream_cycle;
    const RateLimit* lowest = nullptr;
    for (const RateLimit& limit : limits_)
        if (limit.active && (lowest == nullptr || limit.rate < lowest->rate)) lowest = &limit;
    if (lowest == nullptr) return;
    rate_ = lowest->rate;
    saved_ = lowest->saved;
}

/// Accounts for what has moved since the rate was set.
void Stream::advance(Cycles now) {
    const auto cycles = static_cast<double>((now - rate_since_).count());
    moved_ += rate_ * cycles;
    front_ = {now, front_.leads + saved_ * cycles};
    rate_since_ = now;
}

void Stream::milestone() {
    const Cycles now = environment_.clock.now();
    if (state_ != State::Moving) return;
    advance(now);
    // Whatever changed the segment in this very instant has planned another milestone.
    if (moved_ + kRoundingSlack * rate_ < static_cast<double>(segment_bytes_)) return;
    finish_segment(now);
    plan(now);
}

/// The bytes until the source's BD ends, a sink's BD ends, or a sink is full.
std::int64_t Stream::bytes_to_milestone() const {
    std::int64_t bytes = active().remaining;
    for (const int number : active().sinks) {
        const Sink& target = sink(number);
        const std::int64_t to_bd_end = target.accepted - target.received;
        bytes = std::min(bytes, to_bd_end > 0 ? to_bd_end : to_bd_end + target.fifo_bytes);
    }
    return bytes;
}

void Stream::finish_segment(Cycles now) {
    environment_.progress.stream_moved();
    environment_.events.emit(
        events::StreamSegment{number_, active_, segment_begin_, now, Bytes{segment_bytes_}});
    if (environment_.memory != nullptr) move_data(segment_bytes_);
    Source& source = active();
    source.remaining -= segment_bytes_;
    for (const int number : source.sinks) {
        Sink& target = sink(number);
        const bool was_in_bd = target.in_bd();
        target.received += segment_bytes_;
        if (was_in_bd && !target.in_bd())
            target.end->bd_moved(front_.after(target.latency, target.saved));
    }
    // Bytes beyond the milestone that a FIFO already held count for the next segment. A fraction of
    // a cycle's does not: each segment takes whole cycles, and alike ones take the same.
    moved_ -= static_cast<double>(segment_bytes_);
    if (moved_ < rate_) moved_ = 0;
    segment_bytes_ = 0;
    if (source.remaining == 0) {
        source.end->bd_moved(front_);
        take_next_packet();
    }
}

/// Decides what the stream does from `now` on: move towards the next milestone, or wait.
void Stream::plan(Cycles now) {
    if (active_ < 0) return enter(State::Starved, now);
    const std::int64_t bytes = bytes_to_milestone();
    if (bytes <= 0) {
        moved_ = std::min(moved_, 0.0);
        return enter(State::Backpressure, now);
    }
    if (segment_bytes_ == 0) {
        segment_begin_ = now;
        rate_since_ = now;
        wait_for_ends(now);
    }
    segment_bytes_ = bytes;
    enter(State::Moving, now);
    take_rate();
    schedule_milestone(now);
}

/// What has moved so far waits until the segment begins, for whoever came last.
void Stream::wait_for_ends(Cycles now) {
    if (now > front_.cycle) front_.wait_until(now);
    front_.follow(active().offered);
    for (const int number : active().sinks)
        wait_for_start(sink(number), 0);
}

/// A sink's BD may start as late as its FIFO is full; `moved`: bytes of the segment.
void Stream::wait_for_start(const Sink& sink, double moved) {
    const double filling = rounded(sink.room(moved) / static_cast<double>(width_));
    const auto waited = static_cast<double>((front_.cycle - sink.started.cycle).count());
    front_.leads.follow(sink.started.leads, waited + filling);
}

void Stream::schedule_milestone(Cycles now) {
    environment_.calendar.cancel(milestone_event_);
    if (rate_ <= 0) return;
    const double left = static_cast<double>(segment_bytes_) - moved_;
    const auto cycles = static_cast<std::int64_t>(std::ceil(left / rate_ - kRoundingSlack));
    environment_.calendar.notify_at(milestone_event_,
                                    now + Cycles{std::max<std::int64_t>(cycles, 0)});
}

void Stream::enter(State state, Cycles now) {
    for (RateLimit& limit : limits_) {
        const bool applies = state == State::Moving && meets(*limit.end);
        if (applies == limit.active) continue;
        limit.active = applies;
        limit.rate = 0;  // until the limiter answers, in the same instant
        limit.limiter->set_active(*this, applies);
    }
    if (state == state_) return;
    if (state_ != State::Moving && now > state_since_) {
        const bool starved = state_ == State::Starved;
        const auto cause =
            starved ? events::StreamStallCause::Starved : events::StreamStallCause::Backpressure;
        const std::optional<int> flow = starved ? std::nullopt : std::optional{active_};
        environment_.events.emit(events::StreamStall{number_, flow, cause, state_since_, now});
    }
    state_ = state;
    state_since_ = now;
}

bool Stream::meets(const StreamEnd& end) const {
    return active().end == &end || std::ranges::any_of(active().sinks, [&](int number) {
               return sink(number).end == &end;
           });
}

void Stream::move_data(std::int64_t bytes) {
    chunk_.resize(static_cast<std::size_t>(bytes));
    active().end->read(chunk_);
    for (const int number : active().sinks) {
        Sink& target = sink(number);
        if (target.in_bd()) {
            target.end->write(chunk_);
        } else {
            target.fifo.insert(target.fifo.end(), chunk_.begin(), chunk_.end());
        }
    }
}

Stream::Present Stream::present() const {
    if (state_ != State::Moving) return {state_, active_, state_since_, Bytes{}};
    const auto cycles = static_cast<double>((environment_.clock.now() - rate_since_).count());
    const double moved = std::clamp(moved_ + rate_ * cycles + kRoundingSlack * rate_, 0.0,
                                    static_cast<double>(segment_bytes_));
    return {state_, active_, segment_begin_, Bytes{static_cast<std::int64_t>(moved)}};
}

std::string Stream::blocked_by() const {
    if (state_ == State::Moving) return {};
    if (active_ < 0) {
        std::string names;
        for (const Source& source : sources_)
            names += (names.empty() ? "" : ", ") + source.end->describe();
        return "waits for what comes from " + names;
    }
    std::string names;
    for (const int number : active().sinks) {
        const Sink& target = sink(number);
        if (target.received - target.accepted >= target.fifo_bytes)
            names += (names.empty() ? "" : ", ") + target.end->describe();
    }
    return "is in back-pressure from " + names;
}

}  // namespace xdnasim::sim
