#include "traces/words/levels.hpp"

#include <bit>
#include <utility>

namespace xdnasim::words {

namespace {

/// All bits set if the condition holds, else none.
constexpr std::uint32_t mask_if(bool condition) {
    return 0U - (condition ? 1U : 0U);
}

}  // namespace

inline std::uint64_t LevelTracker::with_syncs(std::uint64_t idle) {
    return idle + std::exchange(idle_, 0);
}

inline void LevelTracker::advance(std::uint64_t idle, std::uint8_t mask, LevelBatch& levels) {
    const std::uint8_t between = idle > 0 ? std::uint8_t{0} : asserted_;
    levels.add(cycle_ + 1, between, between != asserted_);
    cycle_ += 1 + idle;
    levels.add(cycle_, mask, mask != between);
    asserted_ = mask;
}

/// Uses masks instead of branches, which could not be predicted: a frame may be an event or a
/// repeat, with or without idle cycles.
std::size_t LevelTracker::take_plain(std::span<const Frame> frames, LevelBatch& levels) {
    static_assert(static_cast<int>(FrameKind::Event) == 0);
    static_assert(static_cast<int>(FrameKind::Repeat) == 1);
    if (as_reference() || idle_ > 0) return 0;
    std::uint64_t cycle = cycle_;
    std::uint32_t asserted = asserted_;
    std::uint32_t seen = seen_;
    std::uint32_t last_idle = last_idle_;
    Level* next = levels.end();
    std::size_t taken = 0;
    for (; taken < frames.size(); ++taken) {
        const Frame frame = frames[taken];
        const std::uint32_t cycles = frame.cycles();
        const auto kind = static_cast<std::uint32_t>(frame.kind());
        if (kind + (last_idle > 0 ? 1U : 0U) > 1U) break;  // neither an event nor a plain repeat
        const std::uint32_t is_event = kind - 1U;          // all bits or none
        last_idle ^= (last_idle ^ cycles) & is_event;
        const std::uint32_t between = asserted & (~is_event | mask_if(cycles == 0));
        *next = {cycle + 1, between};
        next += between != asserted ? 1 : 0;
        cycle += cycles + (is_event & 1U);
        asserted ^= (asserted ^ frame.mask()) & is_event;
        seen |= asserted;
        *next = {cycle, asserted};
        next += asserted != between ? 1 : 0;
    }
    cycle_ = cycle;
    asserted_ = static_cast<std::uint8_t>(asserted);
    seen_ = static_cast<std::uint8_t>(seen);
    last_mask_ = asserted_;
    last_idle_ = last_idle;
    levels.end_at(next);
    return taken;
}

bool LevelTracker::take(const Frame& frame, LevelBatch& levels) {
    switch (frame.kind()) {
        case FrameKind::Event:
            last_mask_ = frame.mask();
            seen_ |= frame.mask();
            last_idle_ = frame.cycles();
            advance(with_syncs(frame.cycles()), frame.mask(), levels);
            return true;
        case FrameKind::Repeat:
            repeat(frame.cycles(), levels);
            return true;
        case FrameKind::Start:
            return start(frame.timer(), levels);
        case FrameKind::Stop:
            stop_cycle_ = cycle_ + with_syncs(frame.cycles());
            return true;
        case FrameKind::Sync:
            ++syncs_;
            if (!as_reference()) idle_ += kSyncCycles;
            return true;
    }
    return true;
}

void LevelTracker::finish(LevelBatch& levels) {
    if (as_reference()) return;
    levels.add(cycle_ + 1, 0, asserted_ != 0);
    asserted_ = 0;
}

/// A second Start, after lost packets or a Stop, gives the time that has been reached.
bool LevelTracker::start(std::uint64_t timer, LevelBatch& levels) {
    if (!start_timer_) started_ = cycle_ == 0;
    if (as_reference()) {
        if (!start_timer_) start_timer_ = timer;
        return true;
    }
    finish(levels);
    idle_ = 0;
    stop_cycle_.reset();
    if (!start_timer_ && started_) {
        start_timer_ = timer;
        return true;
    }
    if (timer < start_timer_.value_or(0) + cycle_) return false;
    if (!start_timer_) {
        start_timer_ = timer - cycle_;
        return true;
    }
    const std::uint64_t cycle = timer - *start_timer_;
    if (cycle > kMaxTimer / 2) return false;
    cycle_ = cycle;
    return true;
}

void LevelTracker::repeat(std::uint32_t times, LevelBatch& levels) {
    if (last_idle_ == 0 && idle_ == 0) {
        cycle_ += times;
        return;
    }
    const bool stays_closed = as_reference() && !std::has_single_bit(last_mask_);
    for (std::uint32_t i = 0; i < times; ++i)
        advance(with_syncs(last_idle_), stays_closed ? std::uint8_t{0} : last_mask_, levels);
}

void LevelDecoder::on_stream(int stream, const PacketHeader& header) {
    streams_.push_back({header, LevelTracker{reading_}, 0});
    sink_.on_stream(stream, header);
}

void LevelDecoder::on_frames(int stream, std::span<const Frame> frames, std::uint64_t word) {
    StreamState& state = streams_[static_cast<std::size_t>(stream)];
    state.frames += frames.size();
    while (!frames.empty()) {
        if (!levels_.has_room_for(frames.size())) deliver(stream);
        frames = frames.subspan(state.levels.take_plain(frames, levels_));
        if (frames.empty()) break;
        if (!state.levels.take(frames.front(), levels_))
            sink_.on_fault({FaultKind::TimerBackwards, word,
                            static_cast<std::uint32_t>(frames.front().timer())});
        frames = frames.subspan(1);
    }
    deliver(stream);
}

void LevelDecoder::deliver(int stream) {
    if (!levels_.levels().empty()) sink_.on_levels(stream, levels_.levels());
    levels_.clear();
}

void LevelDecoder::finish() {
    for (std::size_t stream = 0; stream < streams_.size(); ++stream) {
        streams_[stream].levels.finish(levels_);
        deliver(static_cast<int>(stream));
    }
}

}  // namespace xdnasim::words
