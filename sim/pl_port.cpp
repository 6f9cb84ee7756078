#include "sim/pl_port.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "sim/memory_map.hpp"

namespace xdnasim::sim {

using arch::Cycles;

PlPort::PlPort(const sc_core::sc_module_name& name, Environment& environment,
               const schedule::PlPort& program, double clock_ghz)
    : sc_module{name},
      environment_{environment},
      program_{program},
      clock_{clock_ghz},
      crossing_{environment.device.pl->crossing_at(clock_ghz, environment.device.clock_ghz)},
      saved_{saved_of_crossing(environment.device, environment.relaxed, clock_ghz)},
      rate_{static_cast<double>(program.width.count()) * clock_ghz / environment.device.clock_ghz},
      fifo_{static_cast<double>(environment.device.pl->fifo_words * arch::kWord.count())} {
    SC_METHOD(begin_frame);
    sensitive << frame_event_;
    dont_initialize();
    SC_METHOD(set_rate);
    sensitive << rate_event_;
    dont_initialize();
}

void PlPort::connect(Stream& stream, int end, Cycles latency) {
    stream_ = &stream;
    end_ = end;
    latency_ = latency;
}

void PlPort::follow(PlPort& source) {
    source_ = &source;
    source.follower_ = this;
}

bool PlPort::has_frame() const {
    return source_ == nullptr || frame_ < std::ssize(source_->frame_ends_);
}

void PlPort::source_moved() {
    if (!awaits_source_ || !has_frame()) return;
    awaits_source_ = false;
    next_.cycle = std::max(next_.cycle, ready(frame_));
    next_.leads = source_->next_.leads + saved_;
    empty_fifo();
    environment_.calendar.notify_at(frame_event_, next_.cycle);
}

Cycles PlPort::ready(std::int64_t frame) const {
    if (source_ == nullptr) return due(frame);
    return environment_.of_clock(source_->frame_ends_[static_cast<std::size_t>(frame)]) + crossing_;
}

Cycles PlPort::due(std::int64_t frame) const {
    const arch::PlCycles of_pl{base::saturating_multiply(frame, program_.interval.count())};
    const Cycles crossing = is_input() ? crossing_ : Cycles{0};
    if (of_pl > clock_.last()) {
        environment_.fault.raise_too_long();
        return environment_.clock.now();
    }
    return environment_.of_clock(environment_.clock.at(clock_.edge(of_pl))) + crossing;
}

void PlPort::empty_fifo() {
    slack_ = is_input() ? 0 : fifo_;
    slack_since_ = next_.cycle;
}

void PlPort::start() {
    awaits_source_ = !has_frame();
    if (awaits_source_) return;
    next_ = {ready(0), saved_};
    empty_fifo();
    environment_.calendar.notify_at(frame_event_, next_.cycle);
}

void PlPort::begin_frame() {
    if (frame_ == program_.frames) {
        if (ended_) std::exchange(ended_, nullptr)(next_);
        return;
    }
    if (is_input())
        stream_->offer(end_, program_.frame, next_.leads);
    else
        stream_->accept(end_, program_.frame, next_.leads);
}

Cycles PlPort::at_pl(Cycles cycle) const {
    return is_input() ? cycle - crossing_ : cycle + crossing_;
}

void PlPort::count_frame(Cycles end, Cycles drain) {
    frame_ends_.push_back(environment_.of_run(at_pl(end) + drain));
    ++frame_;
}

Cycles PlPort::time_to_drain() const {
    // Rounding of the sum of what came and went must not add a whole cycle.
    constexpr double kRounding = 1e-6;
    if (is_input() || stream_->rate_beside(*this).count() <= rate_) return Cycles{0};
    const double held = fifo_ - slack_at(environment_.clock.now());
    return Cycles{static_cast<std::int64_t>(std::ceil(held / rate_ - kRounding))};
}

void PlPort::bd_moved(const Moment& end) {
    const Cycles drain = time_to_drain();
    count_frame(end.cycle, drain);
    log_frame(end.cycle, drain);
    next_ = end;
    if (follower_ != nullptr) follower_->source_moved();
    awaits_source_ = frame_ < program_.frames && !has_frame();
    if (awaits_source_) return;
    if (frame_ == program_.frames) {
        next_ = is_input() ? end : end_at_pl(end, drain);
    } else if ((program_.interval > arch::PlCycles{} || source_ != nullptr) &&
               ready(frame_) > end.cycle) {
        next_ = {ready(frame_), saved_};
        empty_fifo();
    }
    // The next frame of an input follows without a gap.
    if (is_input() && frame_ < program_.frames && next_.cycle <= environment_.clock.now())
        begin_frame();
    else
        environment_.calendar.notify_at(frame_event_, next_.cycle);
}

Moment PlPort::end_at_pl(const Moment& end, Cycles drain) const {
    const Leads saved =
        environment_.saved.stream_cycle * static_cast<double>(drain.count()) + saved_;
    return end.after(crossing_ + drain, saved);
}

double PlPort::slack_at(Cycles cycle) const {
    const auto width = static_cast<double>(environment_.device.stream_width.count());
    // While the stream stands still, the PL goes on.
    const double change = moving_ ? rate_ - width : rate_;
    const auto cycles = static_cast<double>(std::max(cycle - slack_since_, Cycles{0}).count());
    return std::clamp(slack_ + change * cycles, 0.0, fifo_);
}

void PlPort::set_active(Stream& /*stream*/, bool active) {
    const Cycles now = environment_.clock.now();
    if (active && !first_word_) first_word_ = at_pl(is_input() ? now : now + latency_);
    slack_ = slack_at(now);
    slack_since_ = std::max(now, slack_since_);
    moving_ = active;
    if (active) rate_event_.notify(sc_core::SC_ZERO_TIME);
}

/// While the FIFO lasts (bytes in that of an input, room in that of an output), the stream moves at
/// its full width; then at the PL's rate.
void PlPort::set_rate() {
    if (!moving_) return;
    const auto width = static_cast<double>(environment_.device.stream_width.count());
    const Cycles now = environment_.clock.now();
    const double passed = (width - rate_) * static_cast<double>((now - slack_since_).count());
    const double left = rate_ >= width ? 0 : (slack_ - passed) / (width - rate_);
    const auto cycles = static_cast<std::int64_t>(left);
    const bool full_rate = rate_ >= width || cycles > 0;
    stream_->set_rate(*this, arch::BytesPerCycle{full_rate ? width : rate_},
                      environment_.saved.stream_cycle);
    if (cycles > 0) environment_.calendar.notify_at(rate_event_, now + Cycles{cycles});
}

std::span<std::byte> PlPort::next_bytes(std::size_t most) {
    const auto buffer = environment_.memory->bytes(program_.buffer);
    const auto from = static_cast<std::size_t>(position_);
    const auto next = buffer.subspan(from, std::min(most, buffer.size() - from));
    position_ = static_cast<std::int64_t>((from + next.size()) % buffer.size());
    return next;
}

void PlPort::read(std::span<std::byte> bytes) {
    while (!bytes.empty()) {
        const auto next = next_bytes(bytes.size());
        std::ranges::copy(next, bytes.begin());
        bytes = bytes.subspan(next.size());
    }
}

void PlPort::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const auto next = next_bytes(bytes.size());
        std::ranges::copy(bytes.first(next.size()), next.begin());
        bytes = bytes.subspan(next.size());
    }
}

std::string PlPort::describe() const {
    return fmt::format("PL port '{}' of {} (in frame {} of {})", program_.name,
                       to_string(program_.port.tile), std::min(frame_ + 1, program_.frames),
                       program_.frames);
}

std::optional<Waiting> PlPort::waiting() const {
    if (frame_ == program_.frames) return std::nullopt;
    if (awaits_source_)
        return Waiting{
            .who = describe(), .what = "waits for a frame from " + source_->describe(), .lock = {}};
    return Waiting{.who = describe(), .what = stream_->blocked_by(*this), .lock = {}};
}

}  // namespace xdnasim::sim
