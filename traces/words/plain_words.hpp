#pragma once
// Words of events, repeats and fillers alone, which nearly all are, by tables and without branches:
// how words are divided into frames cannot be predicted.

#include <array>
#include <cstddef>
#include <cstdint>

#include "traces/words/frame.hpp"
#include "traces/words/frame_form.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::words {

/// How a Frame is made of `value`, the bytes of an event, a repeat or a filler, right-aligned:
///     fixed | (value << mask_up & mask_field) | (value & cycle_field)
/// and whether it is sound: bits of `needed` are set in it. No other form has any.
struct PlainForm {
    std::uint64_t fixed = 0;
    std::uint64_t mask_field = 0;
    std::uint64_t needed = 0;
    std::uint32_t cycle_field = 0;
    std::uint8_t unused_bits = 0;  ///< of 64, right of its bytes
    std::uint8_t mask_up = 0;
    std::uint8_t frames = 0;  ///< 1; of a filler 0
};

constexpr PlainForm plain_form(const FrameForm& form) {
    constexpr std::uint64_t kMask = std::uint64_t{0xFF} << Frame::kMaskShift;
    PlainForm plain;
    plain.unused_bits = static_cast<std::uint8_t>(64 - 8 * form.bytes);
    plain.cycle_field = (1U << form.cycle_bits) - 1U;
    if (form.kind == FormKind::Event) {
        plain.fixed = std::uint64_t{form.slot_mask} << Frame::kMaskShift;
        plain.mask_field = form.slot_mask == 0 ? kMask : 0;
        plain.mask_up = static_cast<std::uint8_t>(Frame::kMaskShift - form.cycle_bits);
        plain.needed = kMask;
        plain.frames = 1;
    } else if (form.kind == FormKind::Repeat) {
        plain.fixed = static_cast<std::uint64_t>(FrameKind::Repeat) << Frame::kKindShift;
        plain.needed = plain.cycle_field;
        plain.frames = 1;
    } else if (form.kind == FormKind::Filler) {
        plain.fixed = plain.needed = 1;
    }
    return plain;
}

constexpr std::array<PlainForm, 256> kPlainForms = [] {
    std::array<PlainForm, 256> forms{};
    for (std::size_t byte = 0; byte < forms.size(); ++byte)
        forms[byte] = plain_form(kForms[byte]);
    return forms;
}();

/// Where the frames of a word begin, given the bytes that a frame would have at each of its bytes.
struct Division {
    std::array<std::uint8_t, kWordBytes> begins{};  ///< in bits; 32 behind the last one
    bool fits = false;                              ///< the last one ends with the word
};

/// Two bits for each byte of a word: the bytes, less one, of a frame that begins there.
constexpr Division division(unsigned lengths) {
    Division found;
    unsigned at = 0;
    for (std::uint8_t& begin : found.begins) {
        begin = static_cast<std::uint8_t>(8 * at);
        if (at < kWordBytes) at += (lengths >> 2 * at & 3U) + 1;
    }
    found.fits = at == kWordBytes;
    return found;
}

constexpr std::array<Division, 256> kDivisions = [] {
    std::array<Division, 256> divisions{};
    for (std::size_t lengths = 0; lengths < divisions.size(); ++lengths)
        divisions[lengths] = division(static_cast<unsigned>(lengths));
    return divisions;
}();

constexpr std::array<std::uint8_t, 256> kLengths = [] {
    std::array<std::uint8_t, 256> lengths{};
    for (std::size_t byte = 0; byte < lengths.size(); ++byte)
        lengths[byte] = static_cast<std::uint8_t>(kForms[byte].bytes - 1);
    return lengths;
}();

/// Writes the frames of `word` from `next` on, where there is room for four, and moves it to their
/// end. False: there is something else in the word, or a fault; then what was written is of no use.
[[nodiscard]] inline bool read_plain(std::uint32_t word, Frame*& next) {
    const auto length_at = [word](unsigned byte) {
        return std::uint32_t{kLengths[word >> (24U - 8U * byte) & 0xFFU]} << 2U * byte;
    };
    const std::uint32_t lengths = length_at(0) | length_at(1) | length_at(2) | length_at(3);
    const Division& division = kDivisions[lengths];
    const std::uint64_t filled = std::uint64_t{word} << 32U | kFillerWord;
    bool good = division.fits;
    for (const std::uint8_t begin : division.begins) {
        const std::uint64_t bits = filled << begin;
        const PlainForm& form = kPlainForms[bits >> 56U];
        const std::uint64_t value = bits >> form.unused_bits;
        const std::uint64_t frame =
            form.fixed | (value << form.mask_up & form.mask_field) | (value & form.cycle_field);
        *next = Frame{frame};
        next += form.frames;
        good &= (frame & form.needed) != 0;
    }
    return good;
}

}  // namespace xdnasim::words
