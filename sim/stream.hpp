#pragma once
// A stream through the switches: the flows that share ports, with their sources, their
// sinks, back-pressure, and packet arbitration, port by port. It moves data in segments, from one
// change of its ends to the next, never word by word.

#include <cstddef>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <systemc>

#include "arch/tile.hpp"
#include "sim/environment.hpp"
#include "sim/repeats/state.hpp"

namespace xdnasim::sim {

/// What is at one end of a stream: a DMA channel, a port to the programmable logic, a control port,
/// a trace unit.
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
        std::optional<int> flow{};  ///< among the stream's; none when starved
        arch::Cycles since{};
        arch::Bytes moved{};  ///< since then
    };

    SC_HAS_PROCESS(Stream);

    /// `packet`: each BD passes with a header word, and sources that share ports take turns.
    Stream(const sc_core::sc_module_name& name, Environment& environment, int number, bool packet);

    /// `sinks`: numbers given by add_sink, those that this source's data reaches.
    /// `header_is_data`: its packets' headers are among the bytes that it offers.
    /// `ports`: that it shares with other sources, in the order in which its packets come to them;
    /// a packet takes one after the other, and gives all back when it has passed. nullopt: all
    /// sources of the stream share one.
    int add_source(StreamEnd& end, std::vector<int> sinks, bool header_is_data = false,
                   std::optional<std::vector<arch::Port>> ports = std::nullopt);
    /// `hops`: switches from the source's port to this sink. `fifo_beats`: how many beats it takes
    /// before its BD has started.
    int add_sink(StreamEnd& end, int hops, int fifo_beats);
    /// Data that comes from `end`, or goes there, moves at the limiter's rate at most.
    void limit_by(RateLimiter& limiter, const StreamEnd& end) {
        limits_.push_back({&limiter, &end});
    }

    /// A BD of `length` starts at the source, now; `leads`: how much earlier it would start with
    /// each limit relaxed. `sink_bd`: the sink's BD that its packet's header names.
    void offer(int source, arch::Bytes length, const Leads& leads = {},
               std::optional<int> sink_bd = std::nullopt);
    /// A BD of `length` starts at the sink, now; `leads`: how much earlier it would.
    void accept(int sink, arch::Bytes length, const Leads& leads = {});
    /// Only limiters call this, for themselves, while they are active. `saved`: what relaxing each
    /// limit saves of a cycle at that rate.
    void set_rate(const RateLimiter& by, arch::BytesPerCycle rate, const Leads& saved = {});
    /// What the others let pass of the data that this limiter is active for, or was last.
    [[nodiscard]] arch::BytesPerCycle rate_beside(const RateLimiter& by) const;

    /// What its future depends on. Precondition: no bytes move.
    void visit_state(StateVisitor& visitor);

    [[nodiscard]] int number() const { return number_; }
    /// The bytes that wait in switches before a port, `delay` behind the source, because the sink
    /// has not started a BD for them, when `moved` bytes of the segment under way have left the
    /// source. `receiver`: which of the source's sinks; without it, 0 where the source has several.
    [[nodiscard]] arch::Bytes waiting_bytes(int source, std::optional<std::size_t> receiver,
                                            arch::Cycles delay, arch::Bytes moved) const;
    /// The last BD that started at a sink.
    struct LastBd {
        arch::Cycles started{};
        arch::Bytes length{};
    };
    /// The last BD of the sink that waiting_bytes() means; none where it means none.
    [[nodiscard]] std::optional<LastBd> last_bd(int source,
                                                std::optional<std::size_t> receiver) const;
    /// The bytes that have moved up to now of the BD of `length` that the end offers or has
    /// accepted.
    [[nodiscard]] arch::Bytes moved_of(const StreamEnd& end, arch::Bytes length) const;
    /// What all packets do that pass side by side; of a stream without packets, what it does.
    [[nodiscard]] std::vector<Present> present() const;
    /// What holds `end` up where its data does not move, for the explanation of a deadlock: "is in
    /// back-pressure from ..."; empty when it moves.
    [[nodiscard]] std::string blocked_by(const StreamEnd& end) const;

 private:
    // Shares of the DRAM are fractions of a byte per cycle; their sums may miss a whole byte by
    // rounding, and must not cost a cycle for it.
    static constexpr double kRoundingSlack = 1e-6;

    struct Source {
        StreamEnd* end;
        std::vector<int> sinks;
        bool header_is_data;
        std::vector<int> ports{};      ///< shared, in the packet's order
        std::int64_t remaining = 0;    ///< bytes of its BD still to send
        CountRange range{};            ///< of these
        Moment offered{};              ///< that BD
        std::optional<int> sink_bd{};  ///< named by its packet's header
        std::size_t ports_held = 0;
        bool passes = false;  ///< it holds them all

        State state = State::Starved;  ///< while it passes: what it does since `since`
        arch::Cycles since{0};
        std::int64_t segment_bytes = 0;  ///< to move until the milestone
        double moved = 0;                ///< of them, up to `rate_since`
        double rate = 0;                 ///< bytes a cycle
        arch::Cycles rate_since{0};
        arch::Cycles segment_begin{0};
        arch::Cycles milestone{0};  ///< while it moves; `due`: there is one
        bool due = false;
        Moment front{};  ///< of what has moved
        Leads saved{};   ///< of each cycle at the present rate
    };
    /// Of a switch. One packet after the other, as they come.
    struct SharedPort {
        std::optional<arch::Port> port;
        std::optional<int> holder{};  ///< source
        std::deque<int> waiting{};
        Moment freed{};  ///< by the last holder
    };
    struct Sink {
        StreamEnd* end;
        arch::Cycles latency;
        Leads saved;                    ///< of it
        std::int64_t fifo_bytes;        ///< taken before a BD has started, switches included
        std::int64_t own_bytes;         ///< of them, those that have passed its port
        std::int64_t received = 0;      ///< bytes since the start of the run
        std::int64_t accepted = 0;      ///< bytes of all BDs started since then
        CountRange range{};             ///< of the bytes left of these
        std::int64_t length = 0;        ///< bytes of the last of them
        Moment started{};               ///< the last of them
        Moment caught_up{};             ///< no earlier has its last byte passed the sink's port
        std::vector<std::byte> fifo{};  ///< received, but not yet in a BD; when data moves
        std::optional<int> source{};    ///< that sends to it, or did last
        [[nodiscard]] bool in_bd() const { return received < accepted; }
        [[nodiscard]] std::int64_t left() const { return accepted - received; }
        /// Bytes that could still be taken before its last BD started, had `more` come.
        [[nodiscard]] double room(double more);
    };
    struct RateLimit {
        RateLimiter* limiter;
        const StreamEnd* end;
        std::optional<int> source{};  ///< that it applies to now
        double rate = 0;              ///< bytes a cycle
        Leads saved{};
    };
    [[nodiscard]] Source& source(int number) { return sources_[static_cast<std::size_t>(number)]; }
    [[nodiscard]] const Source& source(int number) const {
        return sources_[static_cast<std::size_t>(number)];
    }
    [[nodiscard]] Sink& sink(int number) { return sinks_[static_cast<std::size_t>(number)]; }
    [[nodiscard]] const Sink& sink(int number) const {
        return sinks_[static_cast<std::size_t>(number)];
    }
    [[nodiscard]] const Sink* sink_of(int source, std::optional<std::size_t> receiver) const;
    [[nodiscard]] int port_number(std::optional<arch::Port> port);
    /// Of the segment under way.
    [[nodiscard]] arch::Bytes moved_of(const Source& source) const;

    // The way of a packet: it takes its ports one by one, then its data moves.

    void take_ports(int number);
    void begin_packet(int number);
    void end_packet(int number);

    void milestone();
    void advance(Source& moving, arch::Cycles now);
    static void advance_front(Source& moving, arch::Cycles now);
    void plan(int number, arch::Cycles now);
    void set_milestone(Source& moving, arch::Cycles now);
    void visit_state(StateVisitor& visitor, Source& source);
    void notify_next();
    void wait_for_ends(Source& moving, arch::Cycles now);
    void wait_for_start(Source& moving, Sink& sink, double moved) const;
    void finish_segment(int number, arch::Cycles now);
    void move_data(Source& moving, std::int64_t bytes);
    [[nodiscard]] Moment caught_up(const Sink& sink) const;
    [[nodiscard]] static Moment end_of_bd(const Moment& arrived, const Sink& sink);
    void enter(int number, State state, arch::Cycles now);
    [[nodiscard]] bool meets(const Source& source, const StreamEnd& end) const;
    void limit(int number, bool moves);
    void take_rate(int number);
    [[nodiscard]] std::int64_t bytes_to_milestone(Source& moving);
    [[nodiscard]] std::string wait_of(const Source& waiting) const;

    Environment& environment_;
    int number_;
    bool packet_;
    std::int64_t width_;  ///< bytes a cycle
    std::vector<Source> sources_;
    std::vector<Sink> sinks_;
    std::vector<SharedPort> ports_;
    std::vector<RateLimit> limits_;
    int packets_ = 0;               ///< that pass, or wait for ports
    Elapsed starved_;               ///< while there are none
    std::vector<std::byte> chunk_;  ///< scratch for the data of one segment
    Alarm milestone_event_;
};

}  // namespace xdnasim::sim
