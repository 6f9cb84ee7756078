#pragma once
// Decoding of the words of a trace buffer into frames for each unit. Any words are accepted: damage
// is reported as a fault, and decoding continues after it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "traces/words/frame.hpp"
#include "traces/words/packet.hpp"

// A buffer of frames that is allocated once.

namespace xdnasim::words {

/// The frames of a packet, at most one per byte.
class FrameBatch {
 public:
    void add(Frame frame) { frames_[count_++] = frame; }
    void clear() { count_ = 0; }
    /// End of the frames, to write further ones in place with a pointer that stays in a register;
    /// call end_at() afterwards. There is room for all frames that the packet can still hold.
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

// Fast decoding of words that contain only events, repeats and fillers, as nearly all words do. It
// uses tables and no branches, since the division of words into frames cannot be predicted.

/// Recipe for a Frame from `value`, the right-aligned bytes of an event, a repeat or a filler:
///     fixed | (value << mask_up & mask_field) | (value & cycle_field)
/// The result is valid if any bit of `needed` is set in it. For all other forms `needed` is 0, so
/// that they are never valid.
struct PlainForm {
    std::uint64_t fixed = 0;
    std::uint64_t mask_field = 0;
    std::uint64_t needed = 0;
    std::uint32_t cycle_field = 0;
    std::uint8_t unused_bits = 0;  ///< bits to the right of its bytes, in a word of 64 bits
    std::uint8_t mask_up = 0;
    std::uint8_t frames = 0;  ///< number of frames: 1, or 0 for a filler
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

/// The places at which the frames of a word begin.
struct Division {
    std::array<std::uint8_t, kWordBytes> begins{};  ///< in bits; 32 after the last frame
    bool fits = false;                              ///< whether the last frame ends with the word
};

/// The division of a word. `lengths`: two bits for each byte of the word, the number of bytes less
/// one of a frame that would begin there.
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

/// Writes the frames of `word` to `next`, where there is room for four, and moves `next` to their
/// end. Returns false if the word contains anything but events, repeats and fillers, or a fault;
/// what was written is then invalid.
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

// Decoding of the payload words of one unit into frames.

/// The decoder of one unit's payload. No frame crosses the end of a word, except a Start, which
/// fills two words; damage therefore affects only the word it is in.
class FrameReader {
 public:
    /// Decodes a payload word and adds its frames to `frames`. To be called with every payload word
    /// of the unit, in order. Returns at most one fault per word, the first, since the rest of the
    /// word is not reliable.
    std::optional<FaultKind> read(std::uint32_t word, FrameBatch& frames);

    /// Decodes several words at once, faster than read(), if they contain nothing but events,
    /// repeats and fillers, and no fault; otherwise does nothing and returns false.
    [[nodiscard]] bool read_plain_words(std::span<const std::uint32_t> words,
                                        FrameBatch& frames) const;

    /// Is the next word the second word of a Start, of any mode?
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

    std::optional<std::uint32_t> timer_high_;  ///< upper timer bits of a Start read half so far
    bool other_mode_ = false;
    bool other_timer_ = false;  ///< the next word is the second of a Start of another mode
    bool has_event_ = false;    ///< there is an event to repeat: none after a Start or a Stop
    bool stopped_ = false;
    bool plain_ = false;  ///< events and repeats need no checks of the state above
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

/// Receiver of decoded frames. Streams, one per unit, are numbered in the order in which they
/// appear.
class FrameSink {
 public:
    virtual ~FrameSink() = default;
    virtual void on_stream(int stream, const PacketHeader& header) = 0;
    /// Frames of one packet. `word`: offset of the word that contains the last of them. A Start is
    /// always the last frame of a call.
    virtual void on_frames(int stream, std::span<const Frame> frames, std::uint64_t word) = 0;
    virtual void on_fault(const Fault& fault) = 0;
};

enum class Reading : std::uint8_t {
    AsWritten,   ///< as the hardware writes words
    AsReference  ///< as mlir-aie's parser reads words, mistakes included
};

/// The decoder of a trace buffer with packets of several units. Its memory does not grow with the
/// number of words.
class FrameDecoder {
 public:
    FrameDecoder(FrameSink& sink, Reading reading);

    /// Decodes words. To be called with all words in order, in parts of any size.
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
    std::array<std::int16_t, kHeaderUnits> stream_of_unit_{};  ///< -1: not seen yet
    FrameBatch batch_;                                         ///< empty between words of read()
    int current_ = -1;                                         ///< stream of the current packet
    std::size_t position_ = 0;  ///< position of the next word in the packet
    bool doubtful_ = false;     ///< the packet has no valid header, or words that were not written
    bool trimmed_ = false;      ///< AsReference: past the end of a stopped trace
    std::uint64_t zeros_ = 0;   ///< number of zero words since the last other word
    std::uint32_t before_zeros_ = 0;  ///< the last word that is not zero
    /// Ring buffer, indexed by offset, of the last of the words [lost_begin_, lost_end_) that were
    /// read before the first packet was found.
    std::array<std::uint32_t, kPacketWords> lost_{};
    std::uint64_t lost_begin_ = 0;
    std::uint64_t lost_end_ = 0;
    std::uint64_t offset_ = 0;
};

}  // namespace xdnasim::words
