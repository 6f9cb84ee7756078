#pragma once
// A stream through the switches: the flows that share ports, with their sources, their
// sinks, back-pressure, and packet arbitration. It moves data in segments, from one change
// of its ends to the next, never word by word.

#include <algorithm>
#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <systemc>

#include "sim/environment.hpp"
#include "sim/state.hpp"

namespace xdnasim::sim {

/// The DMA channel, or the port to the programmable logic, at one end of a stream.
class StreamEnd {
 public:
    virtual ~StreamEnd() = default;
    /// The last beat of the BD that it offered or accepts has passed at `end` >= now.
    virtual void bd_moved(const Moment& end) = 0;
    /// Source: fills `bytes` with the next ones of its BD. Only called when data moves.
    virtual void read(std::span<std::byte> bytes) = 0;
    /// Sink: stores the next bytes into its BD. Only called when data moves.
    virtual void write(std::span<const std::byte> bytes) = 0;
    /// Sink: a packet begins whose header names this BD of its own.
    virtual void packet_begins(int /*bd*/) {}
    [[nodiscard]] virtual std::string describe() const = 0;
};

class Stream;

/// What a stream's rate depends on outside the array: the DRAM behind a shim channel, the clock of
/// the programmable logic.
class RateLimiter {
 public:
    virtual ~RateLimiter() = default;
    /// The stream starts or stops to move data. While it moves, the limiter sets its rate.
    virtual void set_active(Stream& stream, bool active) = 0;
};

class Stream : public sc_core::sc_module {
 public:
    enum class State : std::uint8_t { Starved, Backpressure, Moving };

    /// What a stream has been doing since `since` without a change.
    struct Present {
        State state{};
        int flow = -1;  ///< among the stream's; -1: none
        arch::Cycles since{};
        arch::Bytes moved{};  ///< since then
    };

    SC_HAS_PROCESS(Stream);

    /// `packet`: sources take turns, one BD at a time, each with a header word.
    Stream(const sc_core::sc_module_name& name, Environment& environment, int number, bool packet);

    /// `sinks`: numbers given by add_sink, those that this source's data reaches.
    /// `header_is_data`: its packets' headers are among the bytes that it offers.
    int add_source(StreamEnd& end, std::vector<int> sinks, bool header_is_data = false);
    /// `latency`: from the source's port to this sink. `fifo_beats`: that it takes before its BD
    /// has started.
    int add_sink(StreamEnd& end, arch::Cycles latency, int fifo_beats);
    /// Data that comes from `end`, or goes there, moves at the limiter's rate at most.
    void limit_by(RateLimiter& limiter, const StreamEnd& end) {
        limits_.push_back({&limiter, &end});
    }

    /// A BD of `length` starts at the source, now; `leads`: of its start. `sink_bd`: that its
    /// packet's header names.
    void offer(int source, arch::Bytes length, const Leads& leads = {},
               std::optional<int> sink_bd = std::nullopt);
    /// A BD of `length` starts at the sink, now; `leads`: of its start.
    void accept(int sink, arch::Bytes length, const Leads& leads = {});
    /// Only limiters call this, for themselves, while they are active. `saved`: of each cycle at
    /// that rate.
    void set_rate(const RateLimiter& by, arch::BytesPerCycle rate, const Leads& saved = {});

    /// What its future depends on. Precondition: no bytes move.
    void visit_state(StateVisitor& visitor);

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] Present present() const;
    /// What its ends do where it does not move, for the explanation of a deadlock: "is in
    /// back-pressure from ..."; empty when it moves.
    [[nodiscard]] std::string blocked_by() const;

 private:
    struct Source {
        StreamEnd* end;
        std::vector<int> sinks;
        bool header_is_data;
        std::int64_t remaining = 0;    ///< bytes of its BD still to send
        Moment offered{};              ///< that BD
        std::optional<int> sink_bd{};  ///< named by its packet's header
        std::int64_t offers = 0;       ///< BDs offered so far
    };
    struct Sink {
        StreamEnd* end;
        arch::Cycles latency;
        Leads saved;                  ///< of it
        std::int64_t fifo_bytes;      ///< taken before a BD has started, switches included
        std::int64_t received = 0;    ///< bytes since the start of the run
        std::int64_t accepted = 0;    ///< bytes of all BDs started since then
        std::int64_t length = 0;      ///< bytes of the last of them
        Moment started{};             ///< the last of them
        std::vector<std::byte> fifo;  ///< received, but not yet in a BD; when data moves
        [[nodiscard]] bool in_bd() const { return received < accepted; }
        /// Bytes that could still be taken before its last BD started, had `more` come.
        [[nodiscard]] double room(double more) const {
            const auto ahead = static_cast<double>(received - (accepted - length)) + more;
            return std::max(static_cast<double>(fifo_bytes) - ahead, 0.0);
        }
    };
    struct RateLimit {
        RateLimiter* limiter;
        const StreamEnd* end;
        bool active = false;
        double rate = 0;  ///< bytes a cycle
        Leads saved{};
    };
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
    void wait_for_ends(arch::Cycles now);
    void wait_for_start(const Sink& sink, double moved);
    void finish_segment(arch::Cycles now);
    void move_data(std::int64_t bytes);
    void enter(State state, arch::Cycles now);
    [[nodiscard]] bool meets(const StreamEnd& end) const;
    void take_rate();
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
    std::vector<RateLimit> limits_;

    State state_ = State::Starved;
    arch::Cycles state_since_{0};
    std::int64_t segment_bytes_ = 0;  ///< to move until the milestone
    double moved_ = 0;                ///< of them, up to `rate_since_`
    double rate_ = 0;                 ///< bytes a cycle
    arch::Cycles rate_since_{0};
    arch::Cycles segment_begin_{0};
    Moment front_;                  ///< of what has moved
    Leads saved_;                   ///< of each cycle at the present rate
    std::vector<std::byte> chunk_;  ///< scratch for the data of one segment
    Alarm milestone_event_;
};

}  // namespace xdnasim::sim
