#pragma once
// The words of a trace buffer become frames per unit. Any words: what is damaged is told, and
// decoding goes on behind it.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "traces/words/fault.hpp"
#include "traces/words/frame.hpp"
#include "traces/words/frame_reader.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::words {

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
    void take(std::uint32_t word, std::uint64_t offset);
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
    std::uint64_t offset_ = 0;
};

}  // namespace xdnasim::words
