#include "xdnasim/traces/words/frame_reader.hpp"

namespace xdnasim::words {
namespace {

constexpr unsigned kWordBytes = 4;

void note(WordFrames& result, FaultKind fault) {
    if (!result.fault) result.fault = fault;
}

}  // namespace

void FrameReader::read(std::uint32_t word, WordFrames& result) {
    if (timer_high_) {
        const std::uint64_t high = *timer_high_;
        timer_high_.reset();
        stopped_ = false;
        has_event_ = false;
        result.add(FrameKind::Start, 0, 0, high << 32U | word);
        return;
    }
    if (other_mode_ && form_at(word).kind != FormKind::Start) return;
    read_frames(word, result);
}

inline void FrameReader::read_event(std::uint8_t mask, std::uint32_t idle, WordFrames& result) {
    if (mask == 0) note(result, FaultKind::EmptyMask);
    if (stopped_) note(result, FaultKind::AfterStop);
    stopped_ = false;  // told once
    has_event_ = true;
    result.add(FrameKind::Event, mask, idle);
}

inline void FrameReader::read_repeat(std::uint32_t times, WordFrames& result) const {
    if (!has_event_) return note(result, FaultKind::RepeatOfNothing);
    if (times == 0) return note(result, FaultKind::RepeatOfZero);
    result.add(FrameKind::Repeat, 0, times);
}

void FrameReader::read_frames(std::uint32_t word, WordFrames& result) {
    for (unsigned used = 0; used < kWordBytes;) {
        const std::uint32_t bits = word << 8U * used;
        const FrameForm& form = form_at(bits);
        if (form.kind == FormKind::Unknown) return note(result, FaultKind::UnknownByte);
        const bool starts = form.kind == FormKind::Start || form.kind == FormKind::OtherMode;
        if (starts && used == 0) return begin_start(form, word, result);
        used += form.bytes;
        if (used > kWordBytes) return note(result, FaultKind::CrossesWord);
        const std::uint32_t value = bits >> 8U * (kWordBytes - form.bytes);
        const std::uint32_t cycles = value & ((1U << form.cycle_bits) - 1);
        if (form.kind == FormKind::Event)
            read_event(form.slot_mask != 0 ? form.slot_mask
                                           : static_cast<std::uint8_t>(value >> form.cycle_bits),
                       cycles, result);
        else
            read_other(form.kind, cycles, result);
    }
}

void FrameReader::read_other(FormKind kind, std::uint32_t cycles, WordFrames& result) {
    switch (kind) {
        case FormKind::Repeat:
            return read_repeat(cycles, result);
        case FormKind::Stop:
            stopped_ = true;
            return result.add(FrameKind::Stop, 0, cycles);
        case FormKind::Sync:
            return result.add(FrameKind::Sync, 0, 0);
        default:
            return;  // a filler
    }
}

void FrameReader::begin_start(const FrameForm& form, std::uint32_t word, WordFrames& result) {
    constexpr std::uint32_t kHighMask = 0xFF'FFFF;
    other_mode_ = form.kind == FormKind::OtherMode;
    if (other_mode_) return note(result, FaultKind::OtherMode);
    timer_high_ = word & kHighMask;
}

}  // namespace xdnasim::words
