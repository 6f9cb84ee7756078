#pragma once
// How the first byte of a frame says what the frame is.

#include <array>
#include <cstdint>

namespace xdnasim::words {

inline constexpr unsigned kWordBytes = 4;

/// Beside the frames there are bytes that no decoder can go on from.
enum class FormKind : std::uint8_t { Event, Repeat, Start, Stop, Sync, Filler, OtherMode, Unknown };

struct FrameForm {
    FormKind kind = FormKind::Unknown;
    std::uint8_t bytes = kWordBytes;  ///< in its first word; of an unknown one, the rest of it
    std::uint8_t cycle_bits = 0;      ///< its last ones
    std::uint8_t slot_mask = 0;       ///< of a Single; of a Multiple, it stands before the cycles
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

/// The form that the top byte of `bits` begins.
[[nodiscard]] constexpr const FrameForm& form_at(std::uint32_t bits) {
    return kForms[bits >> 24U];
}

/// The bytes of the frame that `bits` begins with, right-aligned. Precondition: it ends in them.
[[nodiscard]] constexpr std::uint32_t value_of(const FrameForm& form, std::uint32_t bits) {
    return bits >> 8U * (kWordBytes - form.bytes);
}

[[nodiscard]] constexpr std::uint32_t cycles_of(const FrameForm& form, std::uint32_t value) {
    return value & ((1U << form.cycle_bits) - 1U);
}

/// Of an event.
[[nodiscard]] constexpr std::uint8_t mask_of(const FrameForm& form, std::uint32_t value) {
    return form.slot_mask != 0 ? form.slot_mask
                               : static_cast<std::uint8_t>(value >> form.cycle_bits);
}

}  // namespace xdnasim::words
