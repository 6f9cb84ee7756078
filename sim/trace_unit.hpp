#pragma once
// The trace unit of a module: turns the levels of its events into packets, and sends them.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arch/units.hpp"
#include "sim/environment.hpp"
#include "sim/stream.hpp"
#include "traces/words/encoder.hpp"
#include "traces/words/packet.hpp"
#include "workloads/schedule/schedule.hpp"

// When the events in the slots of a trace unit are asserted, as it becomes known.

namespace xdnasim::sim {

class TraceLevels {
 public:
    /// The event of `slot` is asserted from `begin` up to `end`. Those of a slot come in order;
    /// they may overlap and repeat each other, and what was taken already is passed over.
    void hold(int slot, arch::Cycles begin, arch::Cycles end);

    /// Calls `take(begin, end, mask)` for each stretch before `until` in which the slots of
    /// `mask`, at least one, are asserted and no others.
    template <typename Take>
    void take_until(arch::Cycles until, Take take) {
        while (taken_ < until) {
            arch::Cycles next = until;
            const std::uint8_t mask = level(next);
            if (mask != 0) take(taken_, next, mask);
            taken_ = next;
        }
    }
    [[nodiscard]] arch::Cycles taken() const { return taken_; }

 private:
    struct Interval {
        arch::Cycles begin;
        arch::Cycles end;
    };
    /// At `taken_`; brings `next` forward to when it changes.
    std::uint8_t level(arch::Cycles& next);

    arch::Cycles taken_{0};
    std::array<std::deque<Interval>, words::kSlots> slots_;
};

// The host's buffer that trace words are written to.

class TraceBuffer {
 public:
    explicit TraceBuffer(arch::Bytes size)
        : most_{static_cast<std::size_t>(size.count()) / sizeof(std::uint32_t)} {}

    /// What has no room is lost.
    void append(std::span<const std::uint32_t> words) {
        overflowed_ |= words.size() > most_ - words_.size();
        words = words.first(std::min(words.size(), most_ - words_.size()));
        std::ranges::copy(words, std::back_inserter(words_));
    }
    [[nodiscard]] bool full() const { return words_.size() == most_; }
    /// There were more words than it takes.
    [[nodiscard]] bool overflowed() const { return overflowed_; }
    [[nodiscard]] const std::vector<std::uint32_t>& words() const { return words_; }

 private:
    std::size_t most_;
    std::vector<std::uint32_t> words_;
    bool overflowed_ = false;
};

/// Timers count the cycles of the run. While packets cannot leave, a unit holds a few; then it
/// overruns: it loses what happens until there is room, and begins again with its timer.
class TraceUnit final : public StreamEnd {
 public:
    /// `buffer` and `events` must outlive this.
    TraceUnit(const schedule::TraceUnit& configured, int fifo_packets, TraceBuffer& buffer,
              const EventBus& events)
        : unit_{configured.unit},
          header_{configured.unit, configured.packet_id},
          fifo_packets_{static_cast<std::size_t>(fifo_packets)},
          buffer_{buffer},
          events_{events} {}

    /// Without a stream its packets wait for take_waiting().
    void connect(Stream& stream, int source) {
        stream_ = &stream;
        source_ = source;
    }

    [[nodiscard]] const words::Unit& unit() const { return unit_; }
    [[nodiscard]] TraceLevels& levels() { return levels_; }

    /// The broadcast arrives in `cycle`. A unit runs once: further signals change nothing, nor
    /// does a Stop without a Start before it.
    void start(arch::Cycles cycle) {
        if (!start_) start_ = cycle;
    }
    void stop(arch::Cycles cycle) {
        if (start_ && !stop_) stop_ = std::max(cycle, *start_ + arch::Cycles{1});
    }

    /// All that happened before `now` is known: makes packets of it, and sends what it can.
    void advance(arch::Cycles now);
    /// The packets that have not left, which no longer need to.
    [[nodiscard]] std::vector<words::Packet> take_waiting();

    /// In which it watched nothing, because of overruns.
    [[nodiscard]] arch::Cycles lost() const { return lost_; }

    void bd_moved(const Moment& end) override;
    void read(std::span<std::byte> bytes) override;
    void write(std::span<const std::byte> /*bytes*/) override {}
    [[nodiscard]] std::string describe() const override;

 private:
    void begin(arch::Cycles cycle);
    void encode(arch::Cycles until);
    void queue_packets(bool has_room);
    void send_next();

    words::Unit unit_;
    words::PacketHeader header_;
    std::size_t fifo_packets_;
    TraceBuffer& buffer_;
    const EventBus& events_;
    Stream* stream_ = nullptr;
    int source_ = 0;
    TraceLevels levels_;
    std::optional<arch::Cycles> start_;
    std::optional<arch::Cycles> stop_;
    bool stopped_ = false;
    std::optional<words::UnitEncoder> encoder_;  ///< none: before the start, or overrun
    arch::Cycles encoder_begin_{0};              ///< its cycle 0
    arch::Cycles encoded_to_{0};
    std::deque<words::Packet> waiting_;  ///< the first of them is being sent
    bool sending_ = false;
    std::size_t bytes_read_ = 0;  ///< of the packet that is being sent
    arch::Cycles lost_{0};
};

}  // namespace xdnasim::sim
