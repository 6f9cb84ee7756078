#pragma once
// The words of a trace buffer become frames per unit. Any words: what is damaged is told, and
// decoding goes on behind it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "traces/words/frame.hpp"
#include "traces/words/packet.hpp"

// Frames in memory that is there beforehand.

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

// Words of events, repeats and fillers alone, which nearly all are, by tables and without branches:
// how words are divided into frames cannot be predicted.

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

// The payload words of one unit become frames.

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

    /// Is the next word the second one of a Start, of whichever mode?
    [[nodiscard]] bool awaits_timer() const { return timer_high_.has_value() || other_timer_; }

 private:
    std::optional<FaultKind> read_frames(std::uint32_t word, FrameBatch& frames);
    std::optional<FaultKind> read_other_mode(std::uint32_t word, FrameBatch& frames);
    void read_timer(std::uint32_t low, FrameBatch& frames);
    std::optional<FaultKind> read_other(const FrameForm& form, std::uint32_t bits, unsigned used,
                                        FrameBatch& frames);
    std::optional<FaultKind> begin_start(const FrameForm& form, std::uint32_t word);
    std::optional<FaultKind> check_event(std::uint8_t mask);
    std::optional<FaultKind> end_stop();
    std::optional<FaultKind> read_repeat(std::uint32_t times, FrameBatch& frames) const;

    std::optional<std::uint32_t> timer_high_;  ///< of a Start whose second word is to come
    bool other_mode_ = false;
    bool other_timer_ = false;  ///< the second word of a Start of another mode is to come
    bool has_event_ = false;    ///< that a Repeat may repeat: none behind a Start or a Stop
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

/// Takes what a decoder finds. Streams, one per unit, are numbered in the order they appear in.
class FrameSink {
 public:
    virtual ~FrameSink() = default;
    virtual void on_stream(int stream, const PacketHeader& header) = 0;
    /// Frames of one packet. `word`: the offset of the word that the last of them is in; a Start is
    /// the last.
    virtual void on_frames(int stream, std::span<const Frame> frames, std::uint64_t word) = 0;
    virtual void on_fault(const Fault& fault) = 0;
};

enum class Reading : std::uint8_t {
    AsWritten,   ///< as the hardware writes
    AsReference  ///< as mlir-aie's parser reads, mistakes included
};

/// Its memory does not grow with the number of words.
class FrameDecoder {
 public:
    FrameDecoder(FrameSink& sink, Reading reading);

    /// To be called with all words in order, in parts of any size.
    void read(std::span<const std::uint32_t> words);

    [[nodiscard]] std::uint64_t words_read() const { return offset_; }

 private:
    struct Stream {
        std::uint32_t header = 0;
        FrameReader reader;
    };

    [[nodiscard]] bool is_plain_packet(std::span<const std::uint32_t> words) const;
    void take_packet(std::span<const std::uint32_t> words);
    void take_word(std::uint32_t word);
    void read_frames(FrameReader& reader, std::uint32_t word, std::uint64_t offset);
    void deliver(std::uint64_t offset);
    void end_zeros(std::uint32_t next);
    [[nodiscard]] bool awaits_timer() const;
    void take(std::uint32_t word, std::uint64_t offset);
    void find_step(std::uint32_t word, std::uint64_t offset);
    [[nodiscard]] bool may_be_in_step() const;
    void take_header(std::uint32_t word, std::uint64_t offset);
    void take_payload(std::uint32_t word, std::uint64_t offset);
    void select(const PacketHeader& header, std::uint32_t word);
    [[nodiscard]] int known_stream(std::uint32_t word) const;

    FrameSink& sink_;
    Reading reading_;
    std::vector<Stream> streams_;
    std::array<std::int16_t, kHeaderUnits> stream_of_unit_{};  ///< -1: not seen
    FrameBatch batch_;                                         ///< empty between words of read()
    int current_ = -1;                                         ///< stream of the packet
    std::size_t position_ = 0;                                 ///< in the packet
    bool doubtful_ = false;    ///< the packet has no good header, or words that were not written
    bool trimmed_ = false;     ///< AsReference: behind the end that a stopped trace has
    std::uint64_t zeros_ = 0;  ///< words read last that were zero
    std::uint32_t before_zeros_ = 0;
    /// Of the words [lost_begin_, lost_end_) before the first packet the last ones, by their
    /// offset.
    std::array<std::uint32_t, kPacketWords> lost_{};
    std::uint64_t lost_begin_ = 0;
    std::uint64_t lost_end_ = 0;
    std::uint64_t offset_ = 0;
};

}  // namespace xdnasim::words
