#pragma once
// The trace unit of a module: turns the levels of its events into packets, and sends them.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arch/units.hpp"
#include "sim/event_bus.hpp"
#include "sim/stream.hpp"
#include "sim/trace_buffer.hpp"
#include "sim/trace_levels.hpp"
#include "traces/words/encoder.hpp"
#include "traces/words/packet.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

/// Its timer counts the cycles of the run. While packets cannot leave, a unit holds `fifo_packets`
/// of them; then it overruns: it loses what happens until there is room, and starts again with
/// the value of its timer.
class TraceUnit final : public StreamEnd {
 public:
    /// `buffer` and `events` must outlive the unit.
    TraceUnit(const schedule::TraceUnit& configured, int fifo_packets, TraceBuffer& buffer,
              const EventBus& events)
        : unit_{configured.unit},
          header_{configured.unit, configured.packet_id},
          fifo_packets_{static_cast<std::size_t>(fifo_packets)},
          buffer_{buffer},
          events_{events} {}

    /// Sends its packets from that source of `stream`. Without a stream, they wait for
    /// take_waiting().
    void connect(Stream& stream, int source) {
        stream_ = &stream;
        source_ = source;
    }

    [[nodiscard]] const words::Unit& unit() const { return unit_; }
    [[nodiscard]] TraceLevels& levels() { return levels_; }

    // The broadcast arrives in `cycle`. A unit runs once: further signals change nothing, nor does
    // a stop without a start before it.
    void start(arch::Cycles cycle) {
        if (!start_) start_ = cycle;
    }
    void stop(arch::Cycles cycle) {
        if (start_ && !stop_) stop_ = std::max(cycle, *start_ + arch::Cycles{1});
    }

    /// Makes packets of what happened before `now`, all of which is known, and sends those that can
    /// leave.
    void advance(arch::Cycles now);
    /// Removes and returns the packets that have not left.
    [[nodiscard]] std::vector<words::Packet> take_waiting();

    /// Number of cycles of which nothing was written because of overruns.
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
    std::optional<words::UnitEncoder> encoder_;  ///< nullopt before the start and in an overrun
    arch::Cycles encoder_begin_{0};              ///< cycle of the run that is its cycle 0
    arch::Cycles encoded_to_{0};
    std::deque<words::Packet> waiting_;  ///< if `sending_`, the first of them is being sent
    bool sending_ = false;
    std::size_t bytes_read_ = 0;  ///< bytes of the packet being sent that have left
    arch::Cycles lost_{0};
};

}  // namespace xdnasim::sim
