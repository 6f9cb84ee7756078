#include "xdnasim/traces/words/levels.hpp"

#include <bit>
#include <utility>

namespace xdnasim::words {

inline std::uint64_t LevelTracker::with_syncs(std::uint64_t idle) {
    return idle + std::exchange(idle_, 0);
}

inline void LevelTracker::advance(std::uint64_t idle, std::uint8_t mask, WordLevels& levels) {
    const std::uint8_t between = idle > 0 ? std::uint8_t{0} : asserted_;
    levels.add(cycle_ + 1, between, between != asserted_);
    cycle_ += 1 + idle;
    levels.add(cycle_, mask, mask != between);
    asserted_ = mask;
}

bool LevelTracker::take(const Frame& frame, WordLevels& levels) {
    switch (frame.kind) {
        case FrameKind::Event:
            last_mask_ = frame.mask;
            last_idle_ = frame.cycles;
            advance(with_syncs(frame.cycles), frame.mask, levels);
            return true;
        case FrameKind::Repeat:
            repeat(frame.cycles, levels);
            return true;
        case FrameKind::Start:
            return start(frame.timer, levels);
        case FrameKind::Stop:
            stop_cycle_ = cycle_ + with_syncs(frame.cycles);
            return true;
        case FrameKind::Sync:
            ++syncs_;
            if (!as_reference()) idle_ += kSyncCycles;
            return true;
    }
    return true;
}

void LevelTracker::finish(WordLevels& levels) {
    if (as_reference()) return;
    levels.add(cycle_ + 1, 0, asserted_ != 0);
    asserted_ = 0;
}

/// A second Start, behind lost packets or a stop, says how far time has gone on.
bool LevelTracker::start(std::uint64_t timer, WordLevels& levels) {
    if (as_reference()) {
        if (!start_timer_) start_timer_ = timer;
        return true;
    }
    finish(levels);
    idle_ = 0;
    stop_cycle_.reset();
    if (!start_timer_ && cycle_ == 0) {
        start_timer_ = timer;
        return true;
    }
    const bool backwards = timer < start_timer_.value_or(0) + cycle_;
    if (!backwards && start_timer_) cycle_ = timer - *start_timer_;
    if (!backwards && !start_timer_) start_timer_ = timer - cycle_;
    return !backwards;
}

void LevelTracker::repeat(std::uint32_t times, WordLevels& levels) {
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
    levels_.clear();
    for (const Frame& frame : frames)
        if (!state.levels.take(frame, levels_))
            sink_.on_fault(
                {FaultKind::TimerBackwards, word, static_cast<std::uint32_t>(frame.timer)});
    if (!levels_.levels().empty()) sink_.on_levels(stream, levels_.levels());
}

void LevelDecoder::finish() {
    for (std::size_t stream = 0; stream < streams_.size(); ++stream) {
        levels_.clear();
        streams_[stream].levels.finish(levels_);
        if (!levels_.levels().empty()) sink_.on_levels(static_cast<int>(stream), levels_.levels());
    }
}

}  // namespace xdnasim::words
