#pragma once
// A stream through the switches: the flows that share ports, with their sources, their sinks,
// back-pressure, and packet arbitration port by port. Data moves in segments, each from one change
// at the stream's ends to the next, never word by word.

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

/// One end of a stream: a DMA channel, a port to the programmable logic, a control port, a trace
/// unit.
class StreamEnd {
 public:
    virtual ~StreamEnd() = default;
    /// Called when the last beat of the BD that the end has offered or accepted passes, at `end` >=
    /// now.
    virtual void bd_moved(const Moment& end) = 0;
    /// Source: fills `bytes` with the next bytes of its BD. Called only in runs that move data.
    virtual void read(std::span<std::byte> bytes) = 0;
    /// Sink: stores the next bytes of its BD. Called only in runs that move data.
    virtual void write(std::span<const std::byte> bytes) = 0;
    /// Sink: called when a packet begins whose header names this BD of the sink.
    virtual void packet_begins(int /*bd*/) {}
    [[nodiscard]] virtual std::string describe() const = 0;
};

class Stream;

/// Something outside the array that a stream's rate depends on: the DRAM behind a shim channel, the
/// clock of the programmable logic.
class RateLimiter {
 public:
    virtual ~RateLimiter() = default;
    /// Called when the stream starts or stops moving data. While it moves, the limiter sets its
    /// rate.
    virtual void set_active(Stream& stream, bool active) = 0;
};

class Stream : public sc_core::sc_module {
 public:
    enum class State : std::uint8_t { Starved, Backpressure, Moving };

    /// What a stream, or a packet of it, has been doing without a change since `since`.
    struct Present {
        State state{};
        std::optional<int> flow{};  ///< number among the stream's flows; nullopt if starved
        arch::Cycles since{};
        arch::Bytes moved{};  ///< bytes moved since `since`
    };

    SC_HAS_PROCESS(Stream);

    /// `packet`: each BD is sent as a packet with a header word, and sources that share ports take
    /// turns.
    Stream(const sc_core::sc_module_name& name, Environment& environment, int number, bool packet);

    /// Adds a source and returns its number. `sinks`: those that its data reaches, by the numbers
    /// that add_sink returned. `header_is_data`: the bytes that it offers include the headers of
    /// its packets. `ports`: ports that it shares with other sources, in the order in which its
    /// packets reach them; a packet takes one after the other, and frees all of them when it has
    /// passed. nullopt: all sources of a packet stream share one port.
    int add_source(StreamEnd& end, std::vector<int> sinks, bool header_is_data = false,
                   std::optional<std::vector<arch::Port>> ports = std::nullopt);
    /// Adds a sink and returns its number. `hops`: number of switch hops from the source's port to
    /// this sink. `fifo_beats`: number of beats that it takes before its BD has started.
    int add_sink(StreamEnd& end, int hops, int fifo_beats);
    /// Limits data from `end` or to `end` to the limiter's rate.
    void limit_by(RateLimiter& limiter, const StreamEnd& end) {
        limits_.push_back({&limiter, &end});
    }

    /// Starts a BD of `length` at the source, now. `leads`: how much earlier it would start with
    /// each limit relaxed. `sink_bd`: the sink's BD that the packet's header names, if any.
    void offer(int source, arch::Bytes length, const Leads& leads = {},
               std::optional<int> sink_bd = std::nullopt);
    /// Starts a BD of `length` at the sink, now. `leads`: how much earlier it would start with each
    /// limit relaxed.
    void accept(int sink, arch::Bytes length, const Leads& leads = {});
    /// Sets the rate of the limiter `by`; only that limiter calls this, while it is active.
    /// `saved`: what relaxing each limit saves of a cycle at that rate.
    void set_rate(const RateLimiter& by, arch::BytesPerCycle rate, const Leads& saved = {});
    /// The rate at which the stream and its other limiters let the data pass that `by` is active
    /// for; the stream's width if `by` is not active.
    [[nodiscard]] arch::BytesPerCycle rate_beside(const RateLimiter& by) const;

    /// Shows what its future depends on. Precondition: no bytes move.
    void visit_state(StateVisitor& visitor);

    [[nodiscard]] int number() const { return number_; }
    /// The bytes that wait in switches before a port, `delay` behind the source, because the sink
    /// has not started a BD for them. `moved`: bytes of the present segment that have left the
    /// source. `receiver`: index of the sink among the source's sinks; nullopt: the only sink, and
    /// 0 is returned if the source has several.
    [[nodiscard]] arch::Bytes waiting_bytes(int source, std::optional<std::size_t> receiver,
                                            arch::Cycles delay, arch::Bytes moved) const;
    /// The last BD that started at a sink.
    struct LastBd {
        arch::Cycles started{};
        arch::Bytes length{};
    };
    /// The last BD of the sink that waiting_bytes() is about; nullopt if there is no such sink.
    [[nodiscard]] std::optional<LastBd> last_bd(int source,
                                                std::optional<std::size_t> receiver) const;
    /// The bytes that have moved up to now of the BD, of `length` bytes, that `end` has offered or
    /// accepted.
    [[nodiscard]] arch::Bytes moved_of(const StreamEnd& end, arch::Bytes length) const;
    /// What each packet (of a circuit: each BD) that holds all of its ports is doing; if there is
    /// none, that the stream is starved.
    [[nodiscard]] std::vector<Present> present() const;
    /// Why data of `end` does not move, to explain a deadlock: "is in back-pressure from ...";
    /// empty if it moves.
    [[nodiscard]] std::string blocked_by(const StreamEnd& end) const;

 private:
    // Shares of the DRAM are fractions of a byte per cycle. Rounding may leave their sum just below
    // a whole byte, which must not cost a cycle.
    static constexpr double kRoundingSlack = 1e-6;

    struct Source {
        StreamEnd* end;
        std::vector<int> sinks;
        bool header_is_data;
        std::vector<int> ports{};      ///< shared ports, in the order in which packets reach them
        std::int64_t remaining = 0;    ///< bytes of its BD still to send
        CountRange range{};            ///< range of `remaining`
        Moment offered{};              ///< when its BD was offered
        std::optional<int> sink_bd{};  ///< the sink's BD that its packet's header names
        std::size_t ports_held = 0;    ///< number of `ports` that its packet holds
        bool passes = false;           ///< its packet holds all ports

        State state = State::Starved;  ///< while it passes: what it has done since `since`
        arch::Cycles since{0};
        std::int64_t segment_bytes = 0;  ///< bytes of the present segment
        double moved = 0;                ///< bytes of the segment moved up to `rate_since`
        double rate = 0;                 ///< bytes a cycle
        arch::Cycles rate_since{0};
        arch::Cycles segment_begin{0};
        arch::Cycles milestone{0};  ///< planned end of the segment, if `due`
        bool due = false;
        Moment front{};  ///< when the last data up to now left, with its leads
        Leads saved{};   ///< what relaxing each limit saves of each cycle at `rate`
    };
    /// A port of a switch that packets share: one packet after the other, in order of arrival.
    struct SharedPort {
        std::optional<arch::Port> port;  ///< nullopt: a stand-in that all sources share
        std::optional<int> holder{};     ///< number of the source whose packet holds the port
        std::deque<int> waiting{};       ///< numbers of the sources whose packets wait for it
        Moment freed{};                  ///< when the last holder freed it
    };
    struct Sink {
        StreamEnd* end;
        arch::Cycles latency;
        Leads saved;                    ///< what relaxing each limit saves of `latency`
        std::int64_t fifo_bytes;        ///< taken before a BD has started, switches included
        std::int64_t own_bytes;         ///< the part of `fifo_bytes` behind the sink's port
        std::int64_t received = 0;      ///< bytes since the start of the run
        std::int64_t accepted = 0;      ///< bytes of all BDs started since the start of the run
        CountRange range{};             ///< range of left()
        std::int64_t length = 0;        ///< bytes of the last BD
        Moment started{};               ///< when the last BD started
        Moment caught_up{};             ///< earliest end of the last BD, behind what was held
        std::vector<std::byte> fifo{};  ///< bytes received but not yet in a BD, if data moves
        std::optional<int> source{};    ///< number of the source that sends to it, or did last
        [[nodiscard]] bool in_bd() const { return received < accepted; }
        [[nodiscard]] std::int64_t left() const { return accepted - received; }
        /// Bytes that its FIFO would still take after `more` further ones, if the last BD had not
        /// started yet.
        [[nodiscard]] double room(double more);
    };
    struct RateLimit {
        RateLimiter* limiter;
        const StreamEnd* end;
        std::optional<int> source{};  ///< number of the source that it limits at present
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
    /// Bytes of the present segment that have moved up to now.
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
    int packets_ = 0;               ///< number of packets that pass or wait for ports
    Elapsed starved_;               ///< time without packets
    std::vector<std::byte> chunk_;  ///< scratch for the data of one segment
    Alarm milestone_event_;
};

}  // namespace xdnasim::sim
