// What the future of a port to the programmable logic depends on. The number of frames that it has
// moved is not part of that, since it only grows. Instead, recorded stretches log each frame, and a
// frame comes again unless it is the last one, or the PL has the next one earlier or later than in
// the recorded stretch.

#include <algorithm>

#include "sim/pl_port.hpp"

namespace xdnasim::sim {

using arch::Cycles;

void PlPort::log_frame(Cycles end, Cycles drain) {
    if (environment_.outside == nullptr) return;
    OutsideLog& log = *environment_.outside;
    FrameMoved moved{.port = this, .end = end - log.begin, .drain = drain, .next = {}};
    if (frame_ < program_.frames && program_.interval > arch::PlCycles{})
        moved.next = due(frame_) - log.begin;
    log.steps.emplace_back(moved);
}

bool PlPort::agrees(const FrameMoved& moved, std::int64_t before) const {
    const std::int64_t next = frame_ + before + 1;
    if (next >= program_.frames) return false;
    if (program_.interval == arch::PlCycles{}) return true;
    // A frame that is there in time begins when the frame before it has passed.
    const Cycles comes = due(next) - environment_.clock.now();
    return std::max(comes, moved.end) == std::max(moved.next, moved.end);
}

void PlPort::take(const FrameMoved& moved) {
    count_frame(environment_.clock.now() + moved.end, moved.drain);
}

void PlPort::visit_state(StateVisitor& visitor) {
    visitor.fixed(first_word_.has_value());
    visitor.fixed(frame_ == program_.frames);
    visitor.fixed(ended_ != nullptr);
    visitor.moment(next_);
    visitor.value(moving_);
    visitor.value(awaits_source_);
    visit_slack(visitor);
    if (source_ != nullptr) visit_source(visitor);
}

/// A FIFO that is full or empty stays so; since when does not matter to the future.
void PlPort::visit_slack(StateVisitor& visitor) {
    double slack = slack_;
    Cycles since = slack_since_;
    const Cycles now = visitor.now();
    const double now_there = slack_at(now);
    if (since < now && (now_there == 0 || now_there == fifo_)) {
        slack = now_there;
        since = now;
    }
    visitor.value(slack);
    visitor.time(since);
    if (!visitor.loads()) return;
    slack_ = slack;
    slack_since_ = since;
}

/// A frame that came long ago is equivalent to one that can begin now.
void PlPort::visit_source(StateVisitor& visitor) const {
    const auto first = static_cast<std::size_t>(frame_);
    visitor.alike(std::ssize(source_->frame_ends_) - frame_);
    for (std::size_t frame = first; frame < source_->frame_ends_.size(); ++frame) {
        const Cycles comes = ready(static_cast<std::int64_t>(frame)) - visitor.now();
        visitor.alike(std::max(comes, Cycles{0}).count());
    }
}

}  // namespace xdnasim::sim
