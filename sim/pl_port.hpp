#pragma once
// A port to the programmable logic (PL): a source or a sink of one stream, at the rate of its width
// and the PL's clock. A FIFO lies between the two clocks.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <systemc>

#include "sim/clock_domain.hpp"
#include "sim/deadlock.hpp"
#include "sim/environment.hpp"
#include "sim/repeats/outside_log.hpp"
#include "sim/repeats/state.hpp"
#include "sim/stream.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

class PlPort final : public sc_core::sc_module, public StreamEnd, public RateLimiter {
 public:
    SC_HAS_PROCESS(PlPort);

    PlPort(const sc_core::sc_module_name& name, Environment& environment,
           const schedule::PlPort& program, double clock_ghz);

    /// Connects the port to an end of `stream`. `latency`: from the stream's source to this end.
    void connect(Stream& stream, int end, arch::Cycles latency);
    /// Called when its last word has passed.
    void on_end(std::function<void(const Moment&)> callback) { ended_ = std::move(callback); }
    /// Makes this port, an input, send on the frames that leave the array by `source`, an output.
    void follow(PlPort& source);
    void start();

    [[nodiscard]] const schedule::PlPort& program() const { return program_; }
    /// The cycle in which the first word passed the PL's side.
    [[nodiscard]] std::optional<arch::Cycles> first_word() const { return first_word_; }
    /// The cycle in which the last word of each frame passed the PL's side, in cycles of the run,
    /// skipped ones included.
    [[nodiscard]] const std::vector<arch::Cycles>& frame_ends() const { return frame_ends_; }
    /// What the port waits for; nullopt if it has moved all of its data.
    [[nodiscard]] std::optional<Waiting> waiting() const;

    void bd_moved(const Moment& end) override;
    void read(std::span<std::byte> bytes) override;
    void write(std::span<const std::byte> bytes) override;
    [[nodiscard]] std::string describe() const override;
    void set_active(Stream& stream, bool active) override;

    /// Shows what its future depends on, except for the frames left. Precondition: no bytes move.
    void visit_state(StateVisitor& visitor);
    /// Whether the frame `moved` would come again in the same way, behind `before` others of the
    /// same stretch: if so, another frame follows it, and begins at the same time as before.
    [[nodiscard]] bool agrees(const FrameMoved& moved, std::int64_t before) const;
    /// Counts the frame `moved`, which has been skipped.
    void take(const FrameMoved& moved);

 private:
    void begin_frame();
    /// Called when a frame has left by the port that this one follows.
    void source_moved();
    /// Whether the next frame is there: if the port follows another, that one must have moved it.
    [[nodiscard]] bool has_frame() const;
    void set_rate();
    /// Empties the FIFO, as of the beginning of the next frame, which comes after a pause.
    void empty_fifo();
    [[nodiscard]] bool is_input() const { return program_.port.side == arch::PortSide::Slave; }
    /// The cycle in which the PL can begin with frame number `frame`.
    [[nodiscard]] arch::Cycles ready(std::int64_t frame) const;
    /// The cycle in which the PL can begin with a frame that comes at the port's interval.
    [[nodiscard]] arch::Cycles due(std::int64_t frame) const;
    /// The cycle in which a word passes the PL's side that passes the array's side in `cycle`.
    [[nodiscard]] arch::Cycles at_pl(arch::Cycles cycle) const;
    /// Counts a frame whose last word has passed the stream at `end`, and leaves the FIFO `drain`
    /// cycles later.
    void count_frame(arch::Cycles end, arch::Cycles drain);
    void log_frame(arch::Cycles end, arch::Cycles drain);
    /// Cycles that the PL takes for what the FIFO of an output holds.
    [[nodiscard]] arch::Cycles time_to_drain() const;
    /// When a frame of an output ends at the PL's side.
    [[nodiscard]] Moment end_at_pl(const Moment& end, arch::Cycles drain) const;
    /// What `slack_` will be at `cycle` if the stream goes on as it does.
    [[nodiscard]] double slack_at(arch::Cycles cycle) const;
    void visit_slack(StateVisitor& visitor);
    /// Shows the frames that the port which this one follows has moved and this one has not begun.
    void visit_source(StateVisitor& visitor) const;
    [[nodiscard]] std::span<std::byte> next_bytes(std::size_t most);

    Environment& environment_;
    const schedule::PlPort& program_;
    PlClock clock_;
    arch::Cycles crossing_;  ///< time of a word from one clock to the other
    Leads saved_;            ///< what relaxing each limit saves of `crossing_`
    double rate_;            ///< rate of the PL, in bytes per array cycle
    double fifo_;            ///< capacity of the FIFO in bytes
    arch::Cycles latency_{0};
    Stream* stream_ = nullptr;
    int end_ = 0;
    std::int64_t frame_ = 0;     ///< number of the frame that moves, or of the next one
    std::int64_t position_ = 0;  ///< offset of the next byte in the buffer
    Moment next_;                ///< beginning of the next frame, or end of the last one
    bool moving_ = false;        ///< whether its stream moves
    /// Bytes that can pass at the stream's own rate, as of `slack_since_`: those in the FIFO of an
    /// input, or the free ones in that of an output.
    double slack_ = 0;
    arch::Cycles slack_since_{0};
    std::optional<arch::Cycles> first_word_;
    std::vector<arch::Cycles> frame_ends_;
    std::function<void(const Moment&)> ended_;
    PlPort* source_ = nullptr;
    PlPort* follower_ = nullptr;
    bool awaits_source_ = false;
    Alarm frame_event_;
    Alarm rate_event_;
};

}  // namespace xdnasim::sim
