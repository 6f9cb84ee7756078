#pragma once
// How the first byte of a frame says what the frame is.

#include <array>
#include <cstdint>

namespace xdnasim::words {

/// Beside the frames there are bytes that no decoder can go on from.
enum class FormKind : std::uint8_t { Event, Repeat, Start, Stop, Sync, Filler, OtherMode, Unknown };

struct FrameForm {
    FormKind kind = FormKind::Unknown;
    std::uint8_t bytes = 1;
    std::uint8_t slot_mask = 0;   ///< of a Single; 0: the mask stands in the frame
    std::uint8_t cycle_bits = 0;  ///< the mask stands above them
};

constexpr FrameForm make_form(int byte) {
    const auto slot_at = [byte](int shift) {
        return static_cast<std::uint8_t>(1 << (byte >> shift & 7));
    };
    if (byte < 0x80) return {FormKind::Event, 1, slot_at(4), 4};
    if (byte < 0xA0) return {FormKind::Event, 2, slot_at(2), 10};
    if (byte < 0xC0) return {FormKind::Event, 3, slot_at(2), 18};
    if (byte < 0xD0) return {FormKind::Event, 2, 0, 4};
    if (byte < 0xD4) return {FormKind::Event, 3, 0, 10};
    if (byte < 0xD8) return {FormKind::Event, 4, 0, 18};
    if (byte < 0xDC) return {FormKind::Repeat, 2, 0, 10};
    if (byte < 0xE0) return {FormKind::Stop, 4, 0, 18};
    if (byte < 0xF0) return {FormKind::Repeat, 1, 0, 4};
    if (byte == 0xF0 || byte == 0xF4) return {FormKind::Start, 8, 0, 0};
    if (byte == 0xF1 || byte == 0xF5) return {FormKind::OtherMode, 8, 0, 0};
    if (byte == 0xFE) return {FormKind::Filler, 1, 0, 0};
    if (byte == 0xFF) return {FormKind::Sync, 1, 0, 0};
    return {};
}

inline constexpr std::array<FrameForm, 256> kForms = [] {
    std::array<FrameForm, 256> forms{};
    for (int byte = 0; byte < 256; ++byte)
        forms[static_cast<std::size_t>(byte)] = make_form(byte);
    return forms;
}();

/// The form that the top byte of `bits` begins.
[[nodiscard]] constexpr const FrameForm& form_at(std::uint32_t bits) {
    return kForms[bits >> 24U];
}

}  // namespace xdnasim::words
