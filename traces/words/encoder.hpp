#pragma once
// Encoding of levels into the words that a trace unit writes.

#include <cstdint>
#include <vector>

#include "traces/words/frame.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::words {

/// A header and seven words of payload.
struct Packet {
    std::uint64_t cycle = 0;  ///< cycle of the unit in which the packet becomes full
    std::vector<std::uint32_t> words;
};

/// The encoder of one module's trace unit, fed in order of time. Cycles count from the unit's
/// start, cycle 0.
class UnitEncoder {
 public:
    /// Throws InputError if a field of the header is out of range.
    explicit UnitEncoder(const PacketHeader& header) : header_{header_word(header)} {}

    /// Writes a Start. Preconditions: nothing has been written, and `timer` is at most kMaxTimer.
    void start(std::uint64_t timer);
    /// The slots of `mask` are asserted from `begin` up to, but not including, `end`.
    /// Preconditions: `begin` is not 0 and not before the previous `end`; `mask` is not 0.
    void hold(std::uint64_t begin, std::uint64_t end, std::uint8_t mask);
    /// Writes a Stop and completes the last packet. Precondition: `cycle` is not before the last
    /// cycle held.
    void stop(std::uint64_t cycle);
    /// Completes the last packet with fillers. (In the hardware, a unit without a Stop keeps the
    /// frames of an incomplete packet.)
    void flush();

    [[nodiscard]] std::uint64_t last_cycle() const { return cycle_; }
    /// The packets completed since the last call.
    [[nodiscard]] std::vector<Packet> take_packets();

 private:
    struct Run {
        std::uint8_t mask = 0;
        std::uint64_t idle = 0;
        std::uint64_t frames = 0;
        bool operator==(const Run&) const = default;
    };

    void add(const Run& run);
    void end_run();
    std::uint32_t put_syncs(std::uint64_t idle);
    void put(FrameBytes bytes);
    void fill_word();
    void put_word(std::uint32_t word);

    std::uint32_t header_;
    std::uint64_t cycle_ = 0;  ///< cycle of the last frame
    Run run_;
    std::uint32_t word_ = 0;
    int bytes_ = 0;  ///< number of bytes of word_ in use
    std::vector<std::uint32_t> packet_;
    std::vector<Packet> packets_;
};

}  // namespace xdnasim::words
