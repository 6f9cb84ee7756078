#pragma once
// The frames of mode 0 (event-time), of which the payload of trace packets consists, as mlir-aie's
// parser reads them (python/utils/trace/utils.py, convert_to_commands). The parser skips the
// content of a Stop; the place of c in it is inferred from xdna-emu's recordings, whose units then
// end as far apart as they start. Big-endian bit strings; e: slot, m: mask of slots, c: idle
// cycles, n: count.
//
//   Single0    0eeecccc                     1 byte
//   Single1    100eeecc c{8}                2
//   Single2    101eeecc c{16}               3
//   Multiple0  1100mmmm mmmmcccc            2
//   Multiple1  110100mm mmmmmmcc c{8}       3
//   Multiple2  110101mm mmmmmmcc c{16}      4
//   Repeat1    110110nn n{8}                2
//   Stop       110111xx xxxxxxcc c{16}      4
//   Repeat0    1110nnnn                     1
//   Start      11110x00 timer{56}           8
//   Filler     11111110                     1
//   Sync       11111111                     1

#include <array>
#include <cstdint>
#include <string>

#include "arch/units.hpp"

// Faults in the words of a trace.

namespace xdnasim::words {

enum class FaultKind : std::uint8_t {
    BadHeader,        ///< bad header: the packet is taken for the previous unit's, as in mlir-aie
    NoUnit,           ///< a bad header with no unit before it: the packet is left out
    OutOfStep,        ///< a header inside a packet with a bad header: a packet begins there
    UnknownByte,      ///< a byte with which no frame begins: the rest of the word is left out
    CrossesWord,      ///< a frame that would cross the end of the word: the rest is left out
    OtherMode,        ///< a Start of mode 1: the words up to the next Start are left out
    RepeatOfNothing,  ///< a Repeat without a frame before it: it is left out
    RepeatOfZero,     ///< a Repeat of 0 times
    EmptyMask,        ///< an event frame without a slot
    AfterStop,        ///< frames after a Stop without a Start; a Repeat is left out
    TimerBackwards,   ///< a Start whose timer is before the current time or too far ahead: it is
                      ///< ignored
    CutWord,          ///< the file ends inside a word
    BadText,          ///< a line that is not a word: it is taken for zero
};

struct Fault {
    FaultKind kind{};
    std::uint64_t word = 0;   ///< offset of the word in the file, in words
    std::uint32_t value = 0;  ///< the word
    bool operator==(const Fault&) const = default;
};

/// "word 17 (0xf2000000): ..."
[[nodiscard]] std::string to_string(const Fault& fault);

enum class FrameKind : std::uint8_t {
    Event,   ///< cycles() without an event, then one in which the slots of mask() are asserted
    Repeat,  ///< the previous event frame, repeated cycles() times
    Start,   ///< the unit starts; the module's timer is timer()
    Stop,    ///< the unit stops cycles() after the previous frame
    Sync     ///< kSyncCycles without an event
};

/// A decoded frame, packed into 64 bits for speed: kind in 63:56; timer of a Start in 55:0; mask in
/// 39:32 and cycles in 31:0 of other kinds.
class Frame {
 public:
    static constexpr unsigned kMaskShift = 32;
    static constexpr unsigned kKindShift = 56;

    constexpr Frame() = default;
    constexpr explicit Frame(std::uint64_t bits) : bits_{bits} {}
    static constexpr Frame event(std::uint8_t mask, std::uint32_t idle) {
        return Frame{std::uint64_t{mask} << kMaskShift | idle};
    }
    static constexpr Frame repeat(std::uint32_t times) { return of(FrameKind::Repeat, times); }
    /// Precondition: `timer` has 56 bits.
    static constexpr Frame start(std::uint64_t timer) { return of(FrameKind::Start, timer); }
    static constexpr Frame stop(std::uint32_t cycles) { return of(FrameKind::Stop, cycles); }
    static constexpr Frame sync() { return of(FrameKind::Sync, 0); }

    [[nodiscard]] constexpr FrameKind kind() const {
        return static_cast<FrameKind>(bits_ >> kKindShift);
    }
    [[nodiscard]] constexpr std::uint8_t mask() const {
        return static_cast<std::uint8_t>(bits_ >> kMaskShift);
    }
    [[nodiscard]] constexpr std::uint32_t cycles() const {
        return static_cast<std::uint32_t>(bits_);
    }
    [[nodiscard]] constexpr std::uint64_t timer() const {
        return bits_ & ((std::uint64_t{1} << kKindShift) - 1);
    }
    bool operator==(const Frame&) const = default;

 private:
    static constexpr Frame of(FrameKind kind, std::uint64_t rest) {
        return Frame{static_cast<std::uint64_t>(kind) << kKindShift | rest};
    }

    std::uint64_t bits_ = 0;
};

inline constexpr std::uint32_t kMaxIdle = (1U << 18) - 1;  ///< most idle cycles in a frame
inline constexpr std::uint32_t kMaxRepeat = 1023;          ///< largest count of a Repeat
inline constexpr std::uint64_t kMaxTimer = (std::uint64_t{1} << 56) - 1;
/// Cycles of a Sync, according to comments in mlir-aie's parser. The parser itself counts no time
/// for a Sync, and no known recording contains one.
inline constexpr std::uint32_t kSyncCycles = 0x3FFFF;

/// The bytes of any frame but a Start, right-aligned.
struct FrameBytes {
    std::uint32_t value = 0;
    int count = 0;
};

/// The shortest event frame. Preconditions: `mask` is not 0, and `idle` is at most kMaxIdle.
[[nodiscard]] FrameBytes event_bytes(std::uint8_t mask, std::uint32_t idle);
/// The shortest Repeat. Precondition: `count` is 1 to kMaxRepeat.
[[nodiscard]] FrameBytes repeat_bytes(std::uint32_t count);
/// A Stop after `idle` cycles. Precondition: `idle` is at most kMaxIdle.
[[nodiscard]] FrameBytes stop_bytes(std::uint32_t idle);
inline constexpr FrameBytes kSyncBytes{0xFF, 1};

// Forms of frames, by their first byte.

inline constexpr auto kWordBytes = static_cast<unsigned>(arch::kWord.count());

/// Kinds of forms: those of frames, fillers, and bytes at which decoding cannot continue.
enum class FormKind : std::uint8_t { Event, Repeat, Start, Stop, Sync, Filler, OtherMode, Unknown };

struct FrameForm {
    FormKind kind = FormKind::Unknown;
    std::uint8_t bytes = kWordBytes;  ///< bytes in its first word; if unknown, the rest of the word
    std::uint8_t cycle_bits = 0;      ///< width of the field for cycles, at the end of the frame
    std::uint8_t slot_mask = 0;  ///< mask of a Single; 0: a Multiple, whose mask precedes cycles
};

constexpr FrameForm form_of(FormKind kind, int bytes, int cycle_bits, std::uint8_t slot_mask = 0) {
    return {kind, static_cast<std::uint8_t>(bytes), static_cast<std::uint8_t>(cycle_bits),
            slot_mask};
}

constexpr FrameForm make_form(int byte) {
    const auto slot_at = [byte](int shift) {
        return static_cast<std::uint8_t>(1 << (byte >> shift & 7));
    };
    if (byte < 0x80) return form_of(FormKind::Event, 1, 4, slot_at(4));
    if (byte < 0xA0) return form_of(FormKind::Event, 2, 10, slot_at(2));
    if (byte < 0xC0) return form_of(FormKind::Event, 3, 18, slot_at(2));
    if (byte < 0xD0) return form_of(FormKind::Event, 2, 4);
    if (byte < 0xD4) return form_of(FormKind::Event, 3, 10);
    if (byte < 0xD8) return form_of(FormKind::Event, 4, 18);
    if (byte < 0xDC) return form_of(FormKind::Repeat, 2, 10);
    if (byte < 0xE0) return form_of(FormKind::Stop, 4, 18);
    if (byte < 0xF0) return form_of(FormKind::Repeat, 1, 4);
    if (byte == 0xF0 || byte == 0xF4) return form_of(FormKind::Start, 4, 0);
    if (byte == 0xF1 || byte == 0xF5) return form_of(FormKind::OtherMode, 4, 0);
    if (byte == 0xFE) return form_of(FormKind::Filler, 1, 0);
    if (byte == 0xFF) return form_of(FormKind::Sync, 1, 0);
    return {};
}

constexpr std::array<FrameForm, 256> kForms = [] {
    std::array<FrameForm, 256> forms{};
    for (int byte = 0; byte < 256; ++byte)
        forms[static_cast<std::size_t>(byte)] = make_form(byte);
    return forms;
}();

/// The form of the frame whose first byte is the top byte of `bits`.
[[nodiscard]] constexpr const FrameForm& form_at(std::uint32_t bits) {
    return kForms[bits >> 24U];
}

/// The bytes of the frame at the top of `bits`, right-aligned. Precondition: the frame ends within
/// `bits`.
[[nodiscard]] constexpr std::uint32_t value_of(const FrameForm& form, std::uint32_t bits) {
    return bits >> 8U * (kWordBytes - form.bytes);
}

[[nodiscard]] constexpr std::uint32_t cycles_of(const FrameForm& form, std::uint32_t value) {
    return value & ((1U << form.cycle_bits) - 1U);
}

/// The mask of an event frame.
[[nodiscard]] constexpr std::uint8_t mask_of(const FrameForm& form, std::uint32_t value) {
    return form.slot_mask != 0 ? form.slot_mask
                               : static_cast<std::uint8_t>(value >> form.cycle_bits);
}

}  // namespace xdnasim::words
