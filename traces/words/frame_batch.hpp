#pragma once
// Frames in memory that is there beforehand.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "traces/words/frame.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::words {

/// What a packet holds: at most a frame per byte.
class FrameBatch {
 public:
    void add(Frame frame) { frames_[count_++] = frame; }
    void clear() { count_ = 0; }
    /// To write frames in place, with a pointer that stays in a register; there is room for what
    /// the packet still holds.
    [[nodiscard]] Frame* end() { return frames_.data() + count_; }
    void end_at(const Frame* end) { count_ = static_cast<std::size_t>(end - frames_.data()); }
    [[nodiscard]] bool empty() const { return count_ == 0; }
    [[nodiscard]] bool ends_with_start() const {
        return count_ > 0 && frames_[count_ - 1].kind() == FrameKind::Start;
    }
    [[nodiscard]] std::span<const Frame> frames() const { return {frames_.data(), count_}; }

 private:
    std::array<Frame, 4 * kPayloadWords> frames_{};
    std::size_t count_ = 0;
};

}  // namespace xdnasim::words
