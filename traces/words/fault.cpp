#include "traces/words/fault.hpp"

#include <fmt/format.h>

namespace xdnasim::words {
namespace {

const char* explanation(FaultKind kind) {
    switch (kind) {
        case FaultKind::BadHeader:
            return "no packet header; its packet is taken for one of the unit before it";
        case FaultKind::NoUnit:
            return "no packet header, and no unit before it; its packet is left out";
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
            return "a line without a word of 8 hexadecimal digits; taken for zero";
    }
    return "";
}

}  // namespace

std::string to_string(const Fault& fault) {
    return fmt::format("word {} (0x{:08x}): {}", fault.word, fault.value, explanation(fault.kind));
}

}  // namespace xdnasim::words
