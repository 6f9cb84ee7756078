#pragma once
// A stream through the switches: the flows that share ports, with their sources, their
// sinks, back-pressure, and packet arbitration. It moves data in segments, from one change
// of its ends to the next, never word by word.

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <systemc>

#include "xdnasim/sim/environment.hpp"

namespace xdnasim::sim {

/// The DMA channel at one end of a stream.
class StreamEnd {
 public:
    virtual ~StreamEnd() = default;
    /// The last beat of the BD that it offered or accepts has passed at `end` >= now.
    virtual void bd_moved(arch::Cycles end) = 0;
    /// Source: fills `bytes` with the next ones of its BD. Only called when data moves.
    virtual void read(std::span<std::byte> bytes) = 0;
    /// Sink: stores the next bytes into its BD. Only called when data moves.
    virtual void write(std::span<const std::byte> bytes) = 0;
    [[nodiscard]] virtual std::string describe() const = 0;
};

class Stream;

/// What a stream's rate depends on outside the array: the DRAM behind a shim channel.
class RateLimiter {
 public:
    virtual ~RateLimiter() = default;
    /// The stream starts or stops to move data. While it moves, the limiter sets its rate.
    virtual void set_active(Stream& stream, bool active) = 0;
};

class Stream : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(Stream);

    /// `packet`: sources take turns, one BD at a time, each with a header word.
    Stream(const sc_core::sc_module_name& name, Environment& environment, int number, bool packet);

    /// `sinks`: numbers given by add_sink, those that this source's data reaches.
    int add_source(StreamEnd& end, std::vector<int> sinks);
    /// `latency`: from the source's port to this sink.
    int add_sink(StreamEnd& end, arch::Cycles latency);
    void limit_by(RateLimiter& limiter) { limiter_ = &limiter; }

    /// A BD of `length` starts at the source, now.
    void offer(int source, arch::Bytes length);
    /// A BD of `length` starts at the sink, now.
    void accept(int sink, arch::Bytes length);
    /// Only the limiter calls this, while the stream moves.
    void set_rate(arch::BytesPerCycle rate);

    [[nodiscard]] int number() const { return number_; }
    /// Why the stream does not move, for the explanation of a deadlock; empty when it moves.
    [[nodiscard]] std::string blocked_by() const;

 private:
    struct Source {
        StreamEnd* end;
        std::vector<int> sinks;
        std::int64_t remaining = 0;  ///< bytes of its BD still to send
    };
    struct Sink {
        StreamEnd* end;
        arch::Cycles latency;
        std::int64_t fifo_bytes;      ///< taken before a BD has started, switches included
        std::int64_t received = 0;    ///< bytes since the start of the run
        std::int64_t accepted = 0;    ///< bytes of all BDs started since then
        std::vector<std::byte> fifo;  ///< received, but not yet in a BD; when data moves
        [[nodiscard]] bool in_bd() const { return received < accepted; }
    };
    enum class State : std::uint8_t { Starved, Backpressure, Moving };

    [[nodiscard]] Source& active() { return sources_[static_cast<std::size_t>(active_)]; }
    [[nodiscard]] const Source& active() const {
        return sources_[static_cast<std::size_t>(active_)];
    }
    [[nodiscard]] Sink& sink(int number) { return sinks_[static_cast<std::size_t>(number)]; }
    [[nodiscard]] const Sink& sink(int number) const {
        return sinks_[static_cast<std::size_t>(number)];
    }

    void milestone();
    void advance(arch::Cycles now);
    void plan(arch::Cycles now);
    void schedule_milestone(arch::Cycles now);
    void finish_segment(arch::Cycles now);
    void move_data(std::int64_t bytes);
    void enter(State state, arch::Cycles now);
    void take_next_packet();
    [[nodiscard]] std::int64_t bytes_to_milestone() const;

    Environment& environment_;
    int number_;
    bool packet_;
    std::int64_t width_;  ///< bytes a cycle
    std::vector<Source> sources_;
    std::vector<Sink> sinks_;
    std::deque<int> ready_;  ///< sources that wait for their turn
    int active_ = -1;
    RateLimiter* limiter_ = nullptr;

    State state_ = State::Starved;
    arch::Cycles state_since_{0};
    std::int64_t segment_bytes_ = 0;  ///< to move until the milestone
    double moved_ = 0;                ///< of them, up to `rate_since_`
    double rate_ = 0;                 ///< bytes a cycle
    arch::Cycles rate_since_{0};
    arch::Cycles segment_begin_{0};
    std::vector<std::byte> chunk_;  ///< scratch for the data of one segment
    sc_core::sc_event milestone_event_;
};

}  // namespace xdnasim::sim
