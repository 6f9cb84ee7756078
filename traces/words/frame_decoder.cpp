#include "xdnasim/traces/words/frame_decoder.hpp"

namespace xdnasim::words {
namespace {

/// So many zero words lie between the parts that several shim channels write to one buffer.
constexpr std::uint64_t kGap = 8;

std::size_t unit_index(const Unit& unit) {
    return static_cast<std::size_t>(unit.module) << 10U |
           static_cast<std::size_t>(unit.tile.row) << 7U |
           static_cast<std::size_t>(unit.tile.column);
}

}  // namespace

FrameDecoder::FrameDecoder(FrameSink& sink, Reading reading) : sink_{sink}, reading_{reading} {
    stream_of_unit_.fill(-1);
}

void FrameDecoder::read(std::span<const std::uint32_t> words) {
    for (const std::uint32_t word : words) {
        const std::uint64_t offset = offset_++;
        if (word == 0) {
            ++zeros_;
            continue;
        }
        if (zeros_ > 0) end_zeros(word);
        before_zeros_ = word;
        take(word, offset);
    }
}

/// Whether zero words are a gap between packets is known with the word behind them.
void FrameDecoder::end_zeros(std::uint32_t next) {
    const std::uint64_t zeros = zeros_;
    zeros_ = 0;
    if (reading_ == Reading::AsReference && before_zeros_ == kFillerWord && zeros >= 2)
        trimmed_ = true;
    const bool at_boundary = position_ == 0 && parse_header(next).has_value();
    if (zeros >= kGap ||
        (reading_ == Reading::AsWritten && (at_boundary || is_known_header(next)))) {
        position_ = 0;
        trimmed_ = false;
        return;
    }
    const std::uint64_t begin = offset_ - 1 - zeros;
    for (std::uint64_t i = 0; i < zeros; ++i)
        take(0, begin + i);
}

void FrameDecoder::take(std::uint32_t word, std::uint64_t offset) {
    if (trimmed_) return;
    if (position_ == 0)
        take_header(word, offset);
    else
        take_payload(word, offset);
    position_ = (position_ + 1) % kPacketWords;
}

void FrameDecoder::take_header(std::uint32_t word, std::uint64_t offset) {
    const bool same = current_ >= 0 && streams_[static_cast<std::size_t>(current_)].header == word;
    if (same) {  // mostly: saves the parity
        doubtful_ = false;
        return;
    }
    if (const auto header = parse_header(word)) return select(*header, word);
    if (word == kPrefillWord) return;
    doubtful_ = true;
    sink_.on_fault({current_ < 0 ? FaultKind::NoUnit : FaultKind::BadHeader, offset, word});
}

void FrameDecoder::take_payload(std::uint32_t word, std::uint64_t offset) {
    if (word == kPrefillWord) return;
    const bool as_written = reading_ == Reading::AsWritten;
    if (doubtful_ && as_written && is_known_header(word)) {
        sink_.on_fault({FaultKind::OutOfStep, offset, word});
        position_ = 0;
        return take_header(word, offset);
    }
    if (current_ < 0) return;
    FrameReader& reader = streams_[static_cast<std::size_t>(current_)].reader;
    // Four equal frames are written as a repeat: a word of zeros was never written.
    if (word == 0 && as_written && !reader.awaits_timer()) return;
    WordFrames result;
    reader.read(word, result);
    if (result.fault) sink_.on_fault({*result.fault, offset, word});
    if (!result.frames().empty()) sink_.on_frames(current_, result.frames(), offset);
}

void FrameDecoder::select(const PacketHeader& header, std::uint32_t word) {
    doubtful_ = false;
    std::int16_t& stream = stream_of_unit_[unit_index(header.unit)];
    if (stream < 0) {
        stream = static_cast<std::int16_t>(streams_.size());
        streams_.push_back({word, {}});
        sink_.on_stream(stream, header);
    }
    current_ = stream;
}

bool FrameDecoder::is_known_header(std::uint32_t word) const {
    const auto header = parse_header(word);
    if (!header) return false;
    const std::int16_t stream = stream_of_unit_[unit_index(header->unit)];
    return stream >= 0 && streams_[static_cast<std::size_t>(stream)].header == word;
}

}  // namespace xdnasim::words
