#pragma once
// The payload words of one unit become frames.

#include <cstdint>
#include <optional>
#include <span>

#include "traces/words/fault.hpp"
#include "traces/words/frame_batch.hpp"
#include "traces/words/frame_form.hpp"
#include "traces/words/plain_words.hpp"

namespace xdnasim::words {

/// A frame never crosses the end of a word, but for Start, which fills two: damage goes no further
/// than the word it is in.
class FrameReader {
 public:
    /// To be called with every payload word of the unit, in order. Adds its frames to `frames`.
    /// At most one fault is told per word: what follows it in the word cannot be relied on.
    std::optional<FaultKind> read(std::uint32_t word, FrameBatch& frames);

    /// The same for several words at once, and faster, if they hold nothing but events, repeats and
    /// fillers, and no fault; if not, does nothing and returns false.
    [[nodiscard]] bool read_plain_words(std::span<const std::uint32_t> words,
                                        FrameBatch& frames) const;

    [[nodiscard]] bool awaits_timer() const { return timer_high_.has_value(); }

 private:
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

inline bool FrameReader::read_plain_words(std::span<const std::uint32_t> words,
                                          FrameBatch& frames) const {
    if (!plain_) return false;
    Frame* next = frames.end();
    bool good = true;
    for (const std::uint32_t word : words)
        good &= read_plain(word, next);
    if (good) frames.end_at(next);
    return good;
}

}  // namespace xdnasim::words
