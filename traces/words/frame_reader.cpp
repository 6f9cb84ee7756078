#include "traces/words/frame_reader.hpp"

#include <utility>

namespace xdnasim::words {

std::optional<FaultKind> FrameReader::read(std::uint32_t word, FrameBatch& frames) {
    std::optional<FaultKind> fault;
    if (timer_high_)
        read_timer(word, frames);
    else if (!other_mode_ || form_at(word).kind == FormKind::Start)
        fault = read_frames(word, frames);
    plain_ = has_event_ && !stopped_ && !other_mode_ && !timer_high_;
    return fault;
}

std::optional<FaultKind> FrameReader::read_frames(std::uint32_t word, FrameBatch& frames) {
    std::optional<FaultKind> fault;
    for (unsigned used = 0; used < kWordBytes;) {
        const std::uint32_t bits = word << 8U * used;
        const FrameForm& form = form_at(bits);
        std::optional<FaultKind> found;
        if (form.kind == FormKind::Event && used + form.bytes <= kWordBytes) {
            const std::uint32_t value = value_of(form, bits);
            const std::uint8_t mask = mask_of(form, value);
            if (mask == 0 || stopped_) found = check_event(mask);
            has_event_ = true;
            frames.add(Frame::event(mask, cycles_of(form, value)));
        } else if (form.kind != FormKind::Filler) {
            found = read_other(form, bits, used, frames);
        }
        if (!fault) fault = found;
        used += form.bytes;
    }
    return fault;
}

void FrameReader::read_timer(std::uint32_t low, FrameBatch& frames) {
    const std::uint64_t high = *timer_high_;
    timer_high_.reset();
    stopped_ = false;
    has_event_ = false;
    frames.add(Frame::start(high << 32U | low));
}

std::optional<FaultKind> FrameReader::check_event(std::uint8_t mask) {
    const auto fault = end_stop();
    return mask == 0 ? FaultKind::EmptyMask : fault;
}

/// To be called with frames that only a Start may part from a Stop: told once.
std::optional<FaultKind> FrameReader::end_stop() {
    return std::exchange(stopped_, false) ? std::optional{FaultKind::AfterStop} : std::nullopt;
}

std::optional<FaultKind> FrameReader::read_repeat(std::uint32_t times, FrameBatch& frames) const {
    if (!has_event_) return FaultKind::RepeatOfNothing;
    if (times == 0) return FaultKind::RepeatOfZero;
    frames.add(Frame::repeat(times));
    return std::nullopt;
}

std::optional<FaultKind> FrameReader::begin_start(const FrameForm& form, std::uint32_t word) {
    constexpr std::uint32_t kHighMask = 0xFF'FFFF;
    other_mode_ = form.kind == FormKind::OtherMode;
    if (other_mode_) return FaultKind::OtherMode;
    timer_high_ = word & kHighMask;
    return std::nullopt;
}

/// What is no event within the word.
std::optional<FaultKind> FrameReader::read_other(const FrameForm& form, std::uint32_t bits,
                                                 unsigned used, FrameBatch& frames) {
    if (form.kind == FormKind::Unknown) return FaultKind::UnknownByte;
    const bool starts = form.kind == FormKind::Start || form.kind == FormKind::OtherMode;
    if (starts && used == 0) return begin_start(form, bits);
    if (used + form.bytes > kWordBytes) return FaultKind::CrossesWord;
    const std::uint32_t cycles = cycles_of(form, value_of(form, bits));
    const auto after_stop = end_stop();
    if (form.kind == FormKind::Repeat) {
        const auto fault = read_repeat(cycles, frames);
        return after_stop ? after_stop : fault;
    }
    if (form.kind == FormKind::Stop) {
        stopped_ = true;
        has_event_ = false;
        frames.add(Frame::stop(cycles));
    } else {
        frames.add(Frame::sync());
    }
    return after_stop;
}

}  // namespace xdnasim::words
