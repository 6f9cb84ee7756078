#pragma once
// Decoding of frames into levels, which say when each event of a unit begins and ends.

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "traces/words/frame.hpp"
#include "traces/words/frame_decoder.hpp"

namespace xdnasim::words {

/// A change of the asserted slots: from `cycle` on, exactly the slots of `mask` are asserted.
/// Cycles count from the unit's Start, which is in cycle 0; without a Start, the idle cycles of the
/// first frame begin at cycle 1. Packed into 64 bits for speed: the cycle in 63:8, the mask in 7:0.
/// Precondition: `mask` has 8 bits. The upper bits of a `cycle` of more than 56 bits are lost; only
/// words made for this purpose reach such a cycle.
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

/// A buffer, allocated once, of the levels that the frames of a packet yield.
class LevelBatch {
 public:
    void clear() { count_ = 0; }
    /// Adds a level if it is `real`; branch-free for speed: one that is not real is overwritten.
    void add(std::uint64_t cycle, std::uint8_t mask, bool real) {
        levels_[count_] = {cycle, mask};
        count_ += real ? 1U : 0U;
    }
    /// End of the levels, to write further ones in place with a pointer that stays in a register;
    /// call end_at() afterwards.
    [[nodiscard]] Level* end() { return levels_.data() + count_; }
    void end_at(const Level* end) { count_ = static_cast<std::size_t>(end - levels_.data()); }
    [[nodiscard]] bool has_room_for(std::size_t frames) const {
        return count_ + 2 * frames + kReserve <= levels_.size();
    }
    [[nodiscard]] std::span<const Level> levels() const { return {levels_.data(), count_}; }

 private:
    /// A frame yields up to two levels, but a long repeat up to 2 * kMaxRepeat, plus one that is
    /// overwritten.
    static constexpr std::size_t kReserve = 2 * kMaxRepeat + 1;
    std::vector<Level> levels_ = std::vector<Level>(2 * kReserve);
    std::size_t count_ = 0;
};

/// The decoder of one unit's frames into levels.
class LevelTracker {
 public:
    explicit LevelTracker(Reading reading) : reading_{reading} {}

    /// Adds the levels of the first of `frames`, up to the first one that is not an event or a
    /// simple repeat; nearly all frames are. Returns the number of frames taken.
    std::size_t take_plain(std::span<const Frame> frames, LevelBatch& levels);
    /// Adds the levels of `frame`. Returns false for a Start whose timer goes back, or is later
    /// than that of the first Start by more than half the timer's range.
    bool take(const Frame& frame, LevelBatch& levels);
    /// Ends everything that is asserted in the last frame. AsReference leaves it open.
    void finish(LevelBatch& levels);

    /// Does a Start come before all events, so that the beginning of the recording is complete?
    [[nodiscard]] bool started() const { return started_; }
    /// The timer in cycle 0; if the first Start is missing, calculated back from a later one.
    [[nodiscard]] std::optional<std::uint64_t> start_timer() const { return start_timer_; }
    [[nodiscard]] std::optional<std::uint64_t> stop_cycle() const { return stop_cycle_; }
    [[nodiscard]] std::uint64_t last_cycle() const { return cycle_; }  ///< cycle of the last frame
    /// Mask of the slots that were asserted at any time.
    [[nodiscard]] std::uint8_t seen() const { return seen_; }
    [[nodiscard]] std::uint64_t syncs() const { return syncs_; }

 private:
    [[nodiscard]] bool as_reference() const { return reading_ == Reading::AsReference; }
    bool start(std::uint64_t timer, LevelBatch& levels);
    void advance(std::uint64_t idle, std::uint8_t mask, LevelBatch& levels);
    void repeat(std::uint32_t times, LevelBatch& levels);
    /// Idle cycles before the next frame: `idle` and those of the Sync frames before it.
    std::uint64_t with_syncs(std::uint64_t idle);

    Reading reading_;
    std::uint64_t cycle_ = 0;
    std::uint64_t idle_ = 0;  ///< cycles of Sync frames since the last other frame
    std::uint64_t syncs_ = 0;
    std::uint8_t asserted_ = 0;
    std::uint8_t seen_ = 0;
    std::uint8_t last_mask_ = 0;   ///< mask of the last event frame
    std::uint32_t last_idle_ = 0;  ///< idle cycles of the last event frame
    bool started_ = false;
    std::optional<std::uint64_t> start_timer_;
    std::optional<std::uint64_t> stop_cycle_;
};

struct StreamState {
    PacketHeader header;
    LevelTracker levels;
    std::uint64_t frames = 0;
};

/// Receiver of decoded levels. The levels of a stream come in order of time, each with another mask
/// than the one before.
class LevelSink {
 public:
    virtual ~LevelSink() = default;
    virtual void on_stream(int /*stream*/, const PacketHeader& /*header*/) {}
    virtual void on_levels(int stream, std::span<const Level> levels) = 0;
    virtual void on_fault(const Fault& fault) = 0;
};

/// The decoder of the words of a trace buffer into levels.
class LevelDecoder : private FrameSink {
 public:
    LevelDecoder(LevelSink& sink, Reading reading)
        : sink_{sink}, reading_{reading}, frames_{*this, reading} {}

    void read(std::span<const std::uint32_t> words) { frames_.read(words); }
    void finish();  ///< to be called once, after the last word

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
