#pragma once
// How the first byte of a frame says what the frame is.

#include <array>
#include <cstdint>

namespace xdnasim::words {

inline constexpr unsigned kWordBytes = 4;

/// Beside the frames there are bytes that no decoder can go on from.
enum class FormKind : std::uint8_t { Event, Repeat, Start, Stop, Sync, Filler, OtherMode, Unknown };

/// Beside what it says, what a decoder computes with: in a table, that is done once. Only events,
/// repeats and fillers are sound or have bits that are needed.
struct FrameForm {
    std::uint32_t cycle_mask = 0;     ///< of the frame's bytes, right-aligned
    std::uint32_t needed = 0;         ///< bits of which one is set: of the mask, or the repeats
    std::uint8_t bytes = kWordBytes;  ///< in its first word; of an unknown one, the rest of it
    std::uint8_t bits = 8 * kWordBytes;
    std::uint8_t slot_mask = 0;   ///< of a Single
    std::uint8_t mask_bits = 0;   ///< 0xFF: the mask stands in the frame
    std::uint8_t mask_shift = 0;  ///< where
    FormKind kind = FormKind::Unknown;
    bool is_frame = false;  ///< an event or a repeat
    bool is_sound = false;  ///< no fault, whatever its bits: a Single or a filler
};

constexpr FrameForm plain_form(FormKind kind, int bytes, int cycle_bits, std::uint8_t slot_mask) {
    const bool has_mask = kind == FormKind::Event && slot_mask == 0;
    const std::uint32_t cycle_mask = (1U << static_cast<unsigned>(cycle_bits)) - 1;
    FrameForm form;
    form.cycle_mask = cycle_mask;
    form.bytes = static_cast<std::uint8_t>(bytes);
    form.bits = static_cast<std::uint8_t>(8 * bytes);
    form.slot_mask = slot_mask;
    form.mask_bits = has_mask ? 0xFF : 0;
    form.mask_shift = static_cast<std::uint8_t>(cycle_bits);
    form.kind = kind;
    form.is_frame = kind != FormKind::Filler;
    if (has_mask) form.needed = 0xFFU << static_cast<unsigned>(cycle_bits);
    if (kind == FormKind::Repeat) form.needed = cycle_mask;
    form.is_sound = form.needed == 0;
    return form;
}

constexpr FrameForm other_form(FormKind kind, int bytes, int cycle_bits = 0) {
    FrameForm form = plain_form(kind, bytes, cycle_bits, 0);
    form.is_frame = form.is_sound = false;
    return form;
}

constexpr FrameForm make_form(int byte) {
    const auto slot_at = [byte](int shift) {
        return static_cast<std::uint8_t>(1 << (byte >> shift & 7));
    };
    if (byte < 0x80) return plain_form(FormKind::Event, 1, 4, slot_at(4));
    if (byte < 0xA0) return plain_form(FormKind::Event, 2, 10, slot_at(2));
    if (byte < 0xC0) return plain_form(FormKind::Event, 3, 18, slot_at(2));
    if (byte < 0xD0) return plain_form(FormKind::Event, 2, 4, 0);
    if (byte < 0xD4) return plain_form(FormKind::Event, 3, 10, 0);
    if (byte < 0xD8) return plain_form(FormKind::Event, 4, 18, 0);
    if (byte < 0xDC) return plain_form(FormKind::Repeat, 2, 10, 0);
    if (byte < 0xE0) return other_form(FormKind::Stop, 4, 18);
    if (byte < 0xF0) return plain_form(FormKind::Repeat, 1, 4, 0);
    if (byte == 0xF0 || byte == 0xF4) return other_form(FormKind::Start, 4);
    if (byte == 0xF1 || byte == 0xF5) return other_form(FormKind::OtherMode, 4);
    if (byte == 0xFE) return plain_form(FormKind::Filler, 1, 0, 0);
    if (byte == 0xFF) return other_form(FormKind::Sync, 1);
    return {};
}

constexpr std::array<FrameForm, 256> kForms = [] {
    std::array<FrameForm, 256> forms{};
    for (int byte = 0; byte < 256; ++byte)
        forms[static_cast<std::size_t>(byte)] = make_form(byte);
    return forms;
}();

/// The form that the top byte of `bits` begins.
[[nodiscard]] constexpr const FrameForm& form_at(std::uint32_t bits) {
    return kForms[bits >> 24U];
}

/// The bytes of the frame that `bits` begins with, right-aligned. Precondition: it ends in them.
[[nodiscard]] constexpr std::uint32_t value_of(const FrameForm& form, std::uint32_t bits) {
    return bits >> (8 * kWordBytes - form.bits);
}

[[nodiscard]] constexpr std::uint8_t mask_of(const FrameForm& form, std::uint32_t value) {
    return static_cast<std::uint8_t>(form.slot_mask | (value >> form.mask_shift & form.mask_bits));
}

}  // namespace xdnasim::words
