#pragma once
// The payload words of one unit become frames.

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "xdnasim/traces/words/fault.hpp"
#include "xdnasim/traces/words/frame.hpp"
#include "xdnasim/traces/words/frame_form.hpp"

namespace xdnasim::words {

/// What a word holds: at most a frame per byte.
class WordFrames {
 public:
    /// Field by field: to copy a frame that was just put together stalls the processor.
    void add(FrameKind kind, std::uint8_t mask, std::uint32_t cycles, std::uint64_t timer = 0) {
        Frame& frame = frames_[count_++];
        frame.kind = kind;
        frame.mask = mask;
        frame.cycles = cycles;
        frame.timer = timer;
    }
    [[nodiscard]] std::span<const Frame> frames() const { return {frames_.data(), count_}; }

    /// At most one is told per word: what follows a fault in a word cannot be relied on.
    std::optional<FaultKind> fault;

 private:
    std::array<Frame, 4> frames_;
    std::size_t count_ = 0;
};

/// A frame never crosses the end of a word, but for Start, which fills two: damage goes no further
/// than the word it is in.
class FrameReader {
 public:
    /// To be called with every payload word of the unit, in order.
    void read(std::uint32_t word, WordFrames& result);

    [[nodiscard]] bool awaits_timer() const { return timer_high_.has_value(); }

 private:
    void read_frames(std::uint32_t word, WordFrames& result);
    void read_other(FormKind kind, std::uint32_t cycles, WordFrames& result);
    void begin_start(const FrameForm& form, std::uint32_t word, WordFrames& result);
    void read_event(std::uint8_t mask, std::uint32_t idle, WordFrames& result);
    void read_repeat(std::uint32_t times, WordFrames& result) const;

    std::optional<std::uint32_t> timer_high_;  ///< of a Start whose second word is to come
    bool other_mode_ = false;
    bool has_event_ = false;  ///< that a Repeat may repeat
    bool stopped_ = false;
};

}  // namespace xdnasim::words
