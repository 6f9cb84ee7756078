#include "traces/words/frame.hpp"

#include <bit>

#include <fmt/format.h>

namespace xdnasim::words {
namespace {

const char* explanation(FaultKind kind) {
    switch (kind) {
        case FaultKind::BadHeader:
            return "no packet header; its packet is taken to be from the previous unit";
        case FaultKind::NoUnit:
            return "no packet header and no previous unit; its packet is left out";
        case FaultKind::OutOfStep:
            return "a packet header inside a packet; packets are counted from here";
        case FaultKind::UnknownByte:
            return "no frame begins with such a byte; the rest of the word is left out";
        case FaultKind::CrossesWord:
            return "a frame does not end in the word; the rest of it is left out";
        case FaultKind::OtherMode:
            return "a trace of mode 1 (event-PC) begins, which is not decoded; left out up to the "
                   "next start";
        case FaultKind::RepeatOfNothing:
            return "a repeat without a frame before it; left out";
        case FaultKind::RepeatOfZero:
            return "a repeat of 0 times";
        case FaultKind::EmptyMask:
            return "an event frame without an event";
        case FaultKind::AfterStop:
            return "frames after a stop";
        case FaultKind::TimerBackwards:
            return "a start whose timer is before the time reached, or too far ahead; time goes on "
                   "without it";
        case FaultKind::CutWord:
            return "the file ends inside this word";
        case FaultKind::BadText:
            return "a line without a word of 8 hexadecimal digits; read as zero";
    }
    return "";
}

}  // namespace

std::string to_string(const Fault& fault) {
    return fmt::format("word {} (0x{:08x}): {}", fault.word, fault.value, explanation(fault.kind));
}

FrameBytes event_bytes(std::uint8_t mask, std::uint32_t idle) {
    if (std::has_single_bit(mask)) {
        const auto slot = static_cast<std::uint32_t>(std::countr_zero(mask));
        if (idle < 1U << 4) return {slot << 4 | idle, 1};
        if (idle < 1U << 10) return {0x8000 | slot << 10 | idle, 2};
        return {0xA0'0000 | slot << 18 | idle, 3};
    }
    const std::uint32_t slots = mask;
    if (idle < 1U << 4) return {0xC000 | slots << 4 | idle, 2};
    if (idle < 1U << 10) return {0xD0'0000 | slots << 10 | idle, 3};
    return {0xD400'0000 | slots << 18 | idle, 4};
}

FrameBytes repeat_bytes(std::uint32_t count) {
    if (count < 1U << 4) return {0xE0 | count, 1};
    return {0xD800 | count, 2};
}

FrameBytes stop_bytes(std::uint32_t idle) {
    return {0xDC00'0000 | idle, 4};
}

}  // namespace xdnasim::words
