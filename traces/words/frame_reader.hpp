#pragma once
// The payload words of one unit become frames.

#include <cstdint>
#include <optional>

#include "xdnasim/traces/words/fault.hpp"
#include "xdnasim/traces/words/frame_batch.hpp"
#include "xdnasim/traces/words/frame_form.hpp"

namespace xdnasim::words {

/// A frame never crosses the end of a word, but for Start, which fills two: damage goes no further
/// than the word it is in.
class FrameReader {
 public:
    /// To be called with every payload word of the unit, in order. Adds its frames to `frames`.
    /// At most one fault is told per word: what follows it in the word cannot be relied on.
    std::optional<FaultKind> read(std::uint32_t word, FrameBatch& frames);

    [[nodiscard]] bool awaits_timer() const { return timer_high_.has_value(); }

 private:
    bool read_plain(std::uint32_t word, FrameBatch& frames);
    std::optional<FaultKind> read_any(std::uint32_t word, FrameBatch& frames);
    std::optional<FaultKind> read_frames(std::uint32_t word, FrameBatch& frames);
    void read_timer(std::uint32_t low, FrameBatch& frames);
    std::optional<FaultKind> read_other(const FrameForm& form, std::uint32_t bits, unsigned used,
                                        FrameBatch& frames);
    std::optional<FaultKind> begin_start(const FrameForm& form, std::uint32_t word);
    std::optional<FaultKind> check_event(std::uint8_t mask);
    std::optional<FaultKind> end_stop();
    std::optional<FaultKind> read_repeat(std::uint32_t times, FrameBatch& frames) const;

    std::optional<std::uint32_t> timer_high_;  ///< of a Start whose second word is to come
    bool other_mode_ = false;
    bool has_event_ = false;  ///< that a Repeat may repeat: none behind a Start or a Stop
    bool stopped_ = false;
    bool plain_ = false;  ///< nothing of the above stands in the way of events and repeats
};

/// Here, so that it becomes a part of the decoder's loop.
inline std::optional<FaultKind> FrameReader::read(std::uint32_t word, FrameBatch& frames) {
    if (plain_ && read_plain(word, frames)) return std::nullopt;
    return read_any(word, frames);
}

/// Events, repeats and fillers, which nearly all words consist of. False, and nothing added, where
/// there is something else. Always four steps and no branch: how words are divided into frames
/// cannot be predicted.
inline bool FrameReader::read_plain(std::uint32_t word, FrameBatch& frames) {
    Frame* next = frames.end();
    std::uint64_t rest = std::uint64_t{word} << 32U | kFillerWord;
    unsigned used = 0;
    bool good = true;
    bool ends = false;  // a frame does with the word
    for (unsigned step = 0; step < kWordBytes; ++step) {
        const FrameForm& form = kForms[rest >> 56U];
        const auto value = static_cast<std::uint32_t>(rest >> (64U - form.bits));
        *next = {form.kind == FormKind::Event ? FrameKind::Event : FrameKind::Repeat,
                 mask_of(form, value), value & form.cycle_mask, 0};
        next += form.is_frame ? 1 : 0;
        good &= (value & form.needed) != 0 || form.is_sound;
        used += form.bytes;
        ends |= used == kWordBytes;
        rest <<= form.bits;
    }
    if (!good || !ends) return false;
    frames.end_at(next);
    return true;
}

}  // namespace xdnasim::words
