#pragma once
// What is wrong with a word of a trace.

#include <cstdint>
#include <string>

namespace xdnasim::words {

enum class FaultKind : std::uint8_t {
    BadHeader,        ///< a packet goes to the unit before it, as mlir-aie's parser has it
    NoUnit,           ///< a bad header with no unit before it: the packet is left out
    OutOfStep,        ///< a header inside a packet with a bad header: packets begin here
    UnknownByte,      ///< no frame begins with it: the rest of the word is left out
    CrossesWord,      ///< no frame does: the rest of the word is left out
    OtherMode,        ///< a Start of mode 1: the words up to the next Start are left out
    RepeatOfNothing,  ///< left out
    RepeatOfZero,
    EmptyMask,       ///< an event frame without a slot
    AfterStop,       ///< frames after a Stop without a Start; a repeat is left out
    TimerBackwards,  ///< a Start whose timer is before the time reached, or too far ahead: time
                     ///< goes on
    CutWord,         ///< the file ends inside a word
    BadText,         ///< a line that is no word: taken for zero
};

struct Fault {
    FaultKind kind{};
    std::uint64_t word = 0;   ///< offset in the file, in words
    std::uint32_t value = 0;  ///< the word there
    bool operator==(const Fault&) const = default;
};

/// "word 17 (0xf2000000): ..."
[[nodiscard]] std::string to_string(const Fault& fault);

}  // namespace xdnasim::words
