#pragma once
// A port to the programmable logic (PL): a source or a sink of one stream, at the rate of its width
// and the PL's clock. Between the clocks lies a FIFO.

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

    /// `latency`: from the stream's source to this end.
    void connect(Stream& stream, int end, arch::Cycles latency);
    /// Called when its last word has passed.
    void on_end(std::function<void(const Moment&)> callback) { ended_ = std::move(callback); }
    /// Frames come from `source`, an output.
    void follow(PlPort& source);
    void start();

    [[nodiscard]] const schedule::PlPort& program() const { return program_; }
    /// When the first word passed, at the PL's side.
    [[nodiscard]] std::optional<arch::Cycles> first_word() const { return first_word_; }
    /// When the last word of each frame did, in the cycles of the run, skipped ones among them.
    [[nodiscard]] const std::vector<arch::Cycles>& frame_ends() const { return frame_ends_; }
    /// nullopt: it has moved all of its data.
    [[nodiscard]] std::optional<Waiting> waiting() const;

    void bd_moved(const Moment& end) override;
    void read(std::span<std::byte> bytes) override;
    void write(std::span<const std::byte> bytes) override;
    [[nodiscard]] std::string describe() const override;
    void set_active(Stream& stream, bool active) override;

    /// What its future depends on, but for the frames to come. Precondition: no bytes move.
    void visit_state(StateVisitor& visitor);
    /// Would this frame come as it came, after as many others in the same stretch? Then there is
    /// one behind it, which begins at the same time.
    [[nodiscard]] bool agrees(const FrameMoved& moved, std::int64_t before) const;
    void take(const FrameMoved& moved);

 private:
    void begin_frame();
    /// A frame has come into the port that this one follows.
    void source_moved();
    /// Whether the source of the next frame, if there is one, has it.
    [[nodiscard]] bool has_frame() const;
    void set_rate();
    /// Before the next frame, which comes later.
    void empty_fifo();
    [[nodiscard]] bool is_input() const { return program_.port.side == arch::PortSide::Slave; }
    /// The cycle at which the PL can begin with a frame.
    [[nodiscard]] arch::Cycles ready(std::int64_t frame) const;
    /// The same of one that comes by its interval.
    [[nodiscard]] arch::Cycles due(std::int64_t frame) const;
    /// When a word that passes the array's side at that time passes the PL's.
    [[nodiscard]] arch::Cycles at_pl(arch::Cycles cycle) const;
    /// Counts a frame whose last word has passed the stream, and leaves the FIFO `drain` later.
    void count_frame(arch::Cycles end, arch::Cycles drain);
    void log_frame(arch::Cycles end, arch::Cycles drain);
    /// What the PL takes for what is in the FIFO of an output.
    [[nodiscard]] arch::Cycles time_to_drain() const;
    /// Of a frame of an output.
    [[nodiscard]] Moment end_at_pl(const Moment& end, arch::Cycles drain) const;
    /// Bytes in the FIFO that can pass at the stream's own rate, if it goes on as it does.
    [[nodiscard]] double slack_at(arch::Cycles cycle) const;
    void visit_slack(StateVisitor& visitor);
    /// Frames that its source has and this one has not begun.
    void visit_source(StateVisitor& visitor) const;
    [[nodiscard]] std::span<std::byte> next_bytes(std::size_t most);

    Environment& environment_;
    const schedule::PlPort& program_;
    PlClock clock_;
    arch::Cycles crossing_;  ///< of a word, from one clock to the other
    Leads saved_;            ///< of it, when it is relaxed
    double rate_;            ///< of the PL, bytes per array cycle
    double fifo_;            ///< bytes that it holds
    arch::Cycles latency_{0};
    Stream* stream_ = nullptr;
    int end_ = 0;
    std::int64_t frame_ = 0;     ///< that moves, or is the next to
    std::int64_t position_ = 0;  ///< of the next byte in the buffer
    Moment next_;                ///< of the next frame's beginning, or the end
    bool moving_ = false;        ///< its stream
    /// Bytes that can pass at the stream's own rate: in the FIFO of an input, free in that of an
    /// output.
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
