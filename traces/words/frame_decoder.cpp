#include "traces/words/frame_decoder.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::words {

std::optional<FaultKind> FrameReader::read(std::uint32_t word, FrameBatch& frames) {
    std::optional<FaultKind> fault;
    if (timer_high_)
        read_timer(word, frames);
    else if (!std::exchange(other_timer_, false))
        fault = other_mode_ ? read_other_mode(word, frames) : read_frames(word, frames);
    plain_ = has_event_ && !stopped_ && !other_mode_ && !timer_high_;
    return fault;
}

std::optional<FaultKind> FrameReader::read_frames(std::uint32_t word, FrameBatch& frames) {
    std::optional<FaultKind> fault;
    for (unsigned used = 0; used < kWordBytes;) {
        const std::uint32_t bits = word << 8U * used;
        const FrameForm& form = form_at(bits);
        std::optional<FaultKind> found;
        if (form.kind == FormKind::Event && used + form.bytes <= kWordBytes) {
            const std::uint32_t value = value_of(form, bits);
            const std::uint8_t mask = mask_of(form, value);
            if (mask == 0 || stopped_) found = check_event(mask);
            has_event_ = true;
            frames.add(Frame::event(mask, cycles_of(form, value)));
        } else if (form.kind != FormKind::Filler) {
            found = read_other(form, bits, used, frames);
        }
        if (!fault) fault = found;
        used += form.bytes;
    }
    return fault;
}

/// Reads a word of a trace in another mode. Only Starts matter: one of mode 0 ends the other mode,
/// and the word after one of the other mode is a timer, whatever it looks like.
std::optional<FaultKind> FrameReader::read_other_mode(std::uint32_t word, FrameBatch& frames) {
    const FormKind kind = form_at(word).kind;
    if (kind == FormKind::Start) return read_frames(word, frames);
    other_timer_ = kind == FormKind::OtherMode;
    return std::nullopt;
}

void FrameReader::read_timer(std::uint32_t low, FrameBatch& frames) {
    const std::uint64_t high = *timer_high_;
    timer_high_.reset();
    stopped_ = false;
    has_event_ = false;
    frames.add(Frame::start(high << 32U | low));
}

std::optional<FaultKind> FrameReader::check_event(std::uint8_t mask) {
    const auto fault = end_stop();
    return mask == 0 ? FaultKind::EmptyMask : fault;
}

/// Reports frames that follow a Stop without a Start, once. To be called for every such frame.
std::optional<FaultKind> FrameReader::end_stop() {
    return std::exchange(stopped_, false) ? std::optional{FaultKind::AfterStop} : std::nullopt;
}

std::optional<FaultKind> FrameReader::read_repeat(std::uint32_t times, FrameBatch& frames) const {
    if (!has_event_) return FaultKind::RepeatOfNothing;
    if (times == 0) return FaultKind::RepeatOfZero;
    frames.add(Frame::repeat(times));
    return std::nullopt;
}

std::optional<FaultKind> FrameReader::begin_start(const FrameForm& form, std::uint32_t word) {
    constexpr std::uint32_t kHighMask = 0xFF'FFFF;
    other_mode_ = other_timer_ = form.kind == FormKind::OtherMode;
    if (other_mode_) return FaultKind::OtherMode;
    timer_high_ = word & kHighMask;
    return std::nullopt;
}

/// Reads a frame that is not an event, or an event that would cross the end of the word.
std::optional<FaultKind> FrameReader::read_other(const FrameForm& form, std::uint32_t bits,
                                                 unsigned used, FrameBatch& frames) {
    if (form.kind == FormKind::Unknown) return FaultKind::UnknownByte;
    const bool starts = form.kind == FormKind::Start || form.kind == FormKind::OtherMode;
    if (starts && used == 0) return begin_start(form, bits);
    if (used + form.bytes > kWordBytes) return FaultKind::CrossesWord;
    const std::uint32_t cycles = cycles_of(form, value_of(form, bits));
    const auto after_stop = end_stop();
    if (form.kind == FormKind::Repeat) {
        const auto fault = read_repeat(cycles, frames);
        return after_stop ? after_stop : fault;
    }
    if (form.kind == FormKind::Stop) {
        stopped_ = true;
        has_event_ = false;
        frames.add(Frame::stop(cycles));
    } else {
        frames.add(Frame::sync());
    }
    return after_stop;
}

namespace {

/// At least this many zero words lie between the parts that several shim channels write to one
/// buffer; fewer may be part of a packet (mlir-aie, python/utils/trace/utils.py,
/// split_trace_segments).
constexpr std::uint64_t kGap = 8;

}  // namespace

FrameDecoder::FrameDecoder(FrameSink& sink, Reading reading) : sink_{sink}, reading_{reading} {
    stream_of_unit_.fill(-1);
}

void FrameDecoder::read(std::span<const std::uint32_t> words) {
    while (!words.empty()) {
        const bool plain = is_plain_packet(words);
        if (plain)
            take_packet(words.first(kPacketWords));
        else
            take_word(words.front());
        words = words.subspan(plain ? kPacketWords : 1);
    }
}

/// Do `words` begin with a packet that can be read without further checks: a header, then seven
/// words that are neither zero nor prefill? Nearly all packets can.
bool FrameDecoder::is_plain_packet(std::span<const std::uint32_t> words) const {
    if (position_ != 0 || zeros_ > 0 || trimmed_ || words.size() < kPacketWords) return false;
    bool unclear = false;
    for (const std::uint32_t word : words.subspan(1, kPayloadWords))
        unclear |= word == 0 || word == kPrefillWord;
    return !unclear && (known_stream(words.front()) >= 0 || parse_header(words.front()));
}

void FrameDecoder::take_packet(std::span<const std::uint32_t> words) {
    take_header(words.front(), offset_);
    FrameReader& reader = streams_[static_cast<std::size_t>(current_)].reader;
    if (!reader.read_plain_words(words.subspan(1, kPayloadWords), batch_))
        for (std::size_t i = 1; i < kPacketWords; ++i)
            read_frames(reader, words[i], offset_ + i);
    offset_ += kPacketWords;
    deliver(offset_ - 1);
    before_zeros_ = words.back();
}

/// Reads a payload word. Frames are kept until the end of the packet, except when the offset of a
/// word is needed: at a fault or a Start.
inline void FrameDecoder::read_frames(FrameReader& reader, std::uint32_t word,
                                      std::uint64_t offset) {
    const auto fault = reader.read(word, batch_);
    if (!fault && !batch_.ends_with_start()) return;
    if (fault) sink_.on_fault({*fault, offset, word});
    deliver(offset);
}

inline void FrameDecoder::deliver(std::uint64_t offset) {
    if (batch_.empty()) return;
    sink_.on_frames(current_, batch_.frames(), offset);
    batch_.clear();
}

void FrameDecoder::take_word(std::uint32_t word) {
    const std::uint64_t offset = offset_++;
    if (word == 0) {
        ++zeros_;
        return;
    }
    if (zeros_ > 0) end_zeros(word);
    before_zeros_ = word;
    take(word, offset);
}

/// Decides, given the word `next` after them, whether zero words were a gap between packets or part
/// of a packet.
void FrameDecoder::end_zeros(std::uint32_t next) {
    std::uint64_t zeros = zeros_;
    zeros_ = 0;
    if (reading_ == Reading::AsWritten && awaits_timer()) {
        take(0, offset_ - 1 - zeros);
        if (--zeros == 0) return;
    }
    if (reading_ == Reading::AsReference && before_zeros_ == kFillerWord && zeros >= 2)
        trimmed_ = true;
    const bool at_boundary = position_ == 0 && parse_header(next).has_value();
    if (zeros >= kGap ||
        (reading_ == Reading::AsWritten && (at_boundary || known_stream(next) >= 0))) {
        position_ = 0;
        trimmed_ = false;
        return;
    }
    const std::uint64_t begin = offset_ - 1 - zeros;
    for (std::uint64_t i = 0; i < zeros; ++i)
        take(0, begin + i);
}

/// Is the next word of the packet a timer, which may be zero?
bool FrameDecoder::awaits_timer() const {
    return position_ != 0 && current_ >= 0 &&
           streams_[static_cast<std::size_t>(current_)].reader.awaits_timer();
}

void FrameDecoder::take(std::uint32_t word, std::uint64_t offset) {
    if (trimmed_) return;
    // Skips any number of prefill words between packets. The reference counts them as part of
    // packets.
    if (position_ == 0 && word == kPrefillWord && reading_ == Reading::AsWritten) return;
    if (current_ < 0) find_step(word, offset);
    if (position_ == 0)
        take_header(word, offset);
    else
        take_payload(word, offset);
    position_ = (position_ + 1) % kPacketWords;
}

/// Finds the first packet, since the beginning of a recording may be missing: if `word` and the
/// word one packet before it are headers, decoding restarts at the latter. A single header is not
/// enough, since payload may happen to look like one.
void FrameDecoder::find_step(std::uint32_t word, std::uint64_t offset) {
    if (reading_ != Reading::AsWritten) return;
    if (offset != lost_end_) lost_begin_ = offset;
    lost_end_ = offset + 1;
    auto packet = lost_;
    lost_[offset % kPacketWords] = word;
    if (offset - lost_begin_ < kPacketWords || !parse_header(word)) return;
    const std::uint32_t header = packet[offset % kPacketWords];
    if (!parse_header(header)) return;
    position_ = 0;
    sink_.on_fault({FaultKind::OutOfStep, offset - kPacketWords, header});
    for (std::uint64_t at = offset - kPacketWords; at < offset; ++at)
        take(packet[at % kPacketWords], at);
}

/// Could later words still show that the last one is within a packet?
bool FrameDecoder::may_be_in_step() const {
    const std::uint64_t known = std::min<std::uint64_t>(lost_end_ - lost_begin_, kPacketWords);
    for (std::uint64_t at = lost_end_ - known; at < lost_end_; ++at)
        if (parse_header(lost_[at % kPacketWords])) return true;
    return false;
}

void FrameDecoder::take_header(std::uint32_t word, std::uint64_t offset) {
    if (const int stream = known_stream(word); stream >= 0) {
        doubtful_ = false;
        current_ = stream;
        return;
    }
    if (const auto header = parse_header(word)) return select(*header, word);
    if (word == kPrefillWord) return;
    doubtful_ = true;
    if (current_ < 0 && may_be_in_step()) return;
    sink_.on_fault({current_ < 0 ? FaultKind::NoUnit : FaultKind::BadHeader, offset, word});
}

void FrameDecoder::take_payload(std::uint32_t word, std::uint64_t offset) {
    if (word == kPrefillWord) {
        doubtful_ = true;
        return;
    }
    const bool as_written = reading_ == Reading::AsWritten;
    if (doubtful_ && as_written && known_stream(word) >= 0) {
        sink_.on_fault({FaultKind::OutOfStep, offset, word});
        position_ = 0;
        return take_header(word, offset);
    }
    if (current_ < 0) return;
    FrameReader& reader = streams_[static_cast<std::size_t>(current_)].reader;
    // A zero word would be four equal frames, which a unit writes as a repeat: it was never
    // written.
    if (word == 0 && as_written && !reader.awaits_timer()) return;
    read_frames(reader, word, offset);
    deliver(offset);
}

void FrameDecoder::select(const PacketHeader& header, std::uint32_t word) {
    doubtful_ = false;
    std::int16_t& stream = stream_of_unit_[unit_number(word)];
    if (stream < 0) {
        stream = static_cast<std::int16_t>(streams_.size());
        streams_.push_back({word, {}});
        sink_.on_stream(stream, header);
    }
    current_ = stream;
}

/// The stream with the header `word`, or -1. A word that was a header before needs no further
/// check.
int FrameDecoder::known_stream(std::uint32_t word) const {
    const std::int16_t stream = stream_of_unit_[unit_number(word)];
    const bool known = stream >= 0 && streams_[static_cast<std::size_t>(stream)].header == word;
    return known ? stream : -1;
}

}  // namespace xdnasim::words
