#pragma once
// Levels become the words that a trace unit writes.

#include <cstdint>
#include <vector>

#include "traces/words/frame.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::words {

/// Seven words of payload behind their header, full in `cycle` of the unit.
struct Packet {
    std::uint64_t cycle = 0;
    std::vector<std::uint32_t> words;
};

/// The trace unit of one module, fed in order of time. Cycles count from its start, cycle 0.
class UnitEncoder {
 public:
    /// Throws InputError when the header has no word.
    explicit UnitEncoder(const PacketHeader& header) : header_{header_word(header)} {}

    /// Precondition: nothing before it, `timer` at most kMaxTimer.
    void start(std::uint64_t timer);
    /// The slots of `mask` are asserted from `begin` up to `end`, the cycle after the last.
    /// Precondition: `begin` is not before the `end` before it, nor 0; `mask` is not 0.
    void hold(std::uint64_t begin, std::uint64_t end, std::uint8_t mask);
    /// Precondition: `cycle` is not before the last one held.
    void stop(std::uint64_t cycle);
    /// The last packet, filled up; without a Stop a unit keeps what does not fill one.
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
    std::uint64_t cycle_ = 0;  ///< of the last frame
    Run run_;
    std::uint32_t word_ = 0;
    int bytes_ = 0;  ///< of word_ in use
    std::vector<std::uint32_t> packet_;
    std::vector<Packet> packets_;
};

}  // namespace xdnasim::words
