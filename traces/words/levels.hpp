#pragma once
// Frames become levels: when each event of a unit begins and ends.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "traces/words/frame.hpp"
#include "traces/words/frame_decoder.hpp"

namespace xdnasim::words {

/// From `cycle` on, the slots of `mask` are asserted and no others. Cycles count from the unit's
/// Start, in which cycle 0 is; without one, the first frame's idle cycles begin at cycle 1. In 64
/// bits, for speed: 63:8 the cycle, 7:0 the mask. Precondition: `mask` has 8 bits. A `cycle` of
/// more than 56 bits, which only words made for it reach, loses its upper ones.
class Level {
 public:
    constexpr Level() = default;
    constexpr Level(std::uint64_t cycle, std::uint32_t mask) : bits_{cycle << 8U | mask} {}
    [[nodiscard]] constexpr std::uint64_t cycle() const { return bits_ >> 8U; }
    [[nodiscard]] constexpr std::uint8_t mask() const { return static_cast<std::uint8_t>(bits_); }
    bool operator==(const Level&) const = default;

 private:
    std::uint64_t bits_ = 0;
};

/// What the frames of a packet make, in memory that is there beforehand.
class LevelBatch {
 public:
    void clear() { count_ = 0; }
    /// Branch-free, for speed: levels that are not `real` are overwritten.
    void add(std::uint64_t cycle, std::uint8_t mask, bool real) {
        levels_[count_] = {cycle, mask};
        count_ += real ? 1U : 0U;
    }
    /// To write levels in place, with a pointer that stays in a register.
    [[nodiscard]] Level* end() { return levels_.data() + count_; }
    void end_at(const Level* end) { count_ = static_cast<std::size_t>(end - levels_.data()); }
    [[nodiscard]] bool has_room_for(std::size_t frames) const {
        return count_ + 2 * frames + kReserve <= levels_.size();
    }
    [[nodiscard]] std::span<const Level> levels() const { return {levels_.data(), count_}; }

 private:
    /// A frame makes two levels, but a long repeat more; one is overwritten.
    static constexpr std::size_t kReserve = 2 * kMaxRepeat + 1;
    std::vector<Level> levels_ = std::vector<Level>(2 * kReserve);
    std::size_t count_ = 0;
};

/// The levels of one unit.
class LevelTracker {
 public:
    explicit LevelTracker(Reading reading) : reading_{reading} {}

    /// Adds the levels that the first of `frames` make, as far as they are events and repeats that
    /// need no further look: nearly all. Returns their number.
    std::size_t take_plain(std::span<const Frame> frames, LevelBatch& levels);
    /// Adds the levels that `frame` makes. False: a Start whose timer goes back, or is more than
    /// half its range behind the first Start's.
    bool take(const Frame& frame, LevelBatch& levels);
    /// What is asserted in the last frame ends with it. The reference leaves it open.
    void finish(LevelBatch& levels);

    /// What was recorded is whole from its beginning on: a Start comes before all events.
    [[nodiscard]] bool started() const { return started_; }
    /// The timer in cycle 0; where the first Start is missing, reckoned back from a later one.
    [[nodiscard]] std::optional<std::uint64_t> start_timer() const { return start_timer_; }
    [[nodiscard]] std::optional<std::uint64_t> stop_cycle() const { return stop_cycle_; }
    [[nodiscard]] std::uint64_t last_cycle() const { return cycle_; }  ///< of the last frame
    /// The slots that were asserted at any time.
    [[nodiscard]] std::uint8_t seen() const { return seen_; }
    [[nodiscard]] std::uint64_t syncs() const { return syncs_; }

 private:
    [[nodiscard]] bool as_reference() const { return reading_ == Reading::AsReference; }
    bool start(std::uint64_t timer, LevelBatch& levels);
    void advance(std::uint64_t idle, std::uint8_t mask, LevelBatch& levels);
    void repeat(std::uint32_t times, LevelBatch& levels);
    /// Idle cycles before the next frame, those of Sync frames included.
    std::uint64_t with_syncs(std::uint64_t idle);

    Reading reading_;
    std::uint64_t cycle_ = 0;
    std::uint64_t idle_ = 0;  ///< of Sync frames
    std::uint64_t syncs_ = 0;
    std::uint8_t asserted_ = 0;
    std::uint8_t seen_ = 0;
    std::uint8_t last_mask_ = 0;  ///< of the last event frame
    std::uint32_t last_idle_ = 0;
    bool started_ = false;
    std::optional<std::uint64_t> start_timer_;
    std::optional<std::uint64_t> stop_cycle_;
};

struct StreamState {
    PacketHeader header;
    LevelTracker levels;
    std::uint64_t frames = 0;
};

/// Takes what a LevelDecoder finds; the levels of a stream come in order of time, each differing
/// from the one before.
class LevelSink {
 public:
    virtual ~LevelSink() = default;
    virtual void on_stream(int /*stream*/, const PacketHeader& /*header*/) {}
    virtual void on_levels(int stream, std::span<const Level> levels) = 0;
    virtual void on_fault(const Fault& fault) = 0;
};

/// Words to levels.
class LevelDecoder : private FrameSink {
 public:
    LevelDecoder(LevelSink& sink, Reading reading)
        : sink_{sink}, reading_{reading}, frames_{*this, reading} {}

    void read(std::span<const std::uint32_t> words) { frames_.read(words); }
    void finish();  ///< once, behind the last word

    [[nodiscard]] const std::vector<StreamState>& streams() const { return streams_; }
    [[nodiscard]] std::uint64_t words_read() const { return frames_.words_read(); }

 private:
    void on_stream(int stream, const PacketHeader& header) override;
    void on_frames(int stream, std::span<const Frame> frames, std::uint64_t word) override;
    void on_fault(const Fault& fault) override { sink_.on_fault(fault); }
    void deliver(int stream);

    LevelSink& sink_;
    Reading reading_;
    FrameDecoder frames_;
    std::vector<StreamState> streams_;
    LevelBatch levels_;
};

}  // namespace xdnasim::words
