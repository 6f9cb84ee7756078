#pragma once
// The NPU's command processor: runs the schedule's runtime sequence, one operation after
// the other, each at its cost.

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <systemc>

#include "sim/environment.hpp"
#include "sim/repeats/state.hpp"
#include "sim/sequence_position.hpp"
#include "sim/tile_dma.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::sim {

class CommandProcessor : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(CommandProcessor);

    CommandProcessor(const sc_core::sc_module_name& name, Environment& environment,
                     const std::vector<schedule::SequenceOp>& sequence,
                     std::map<arch::TileId, TileDma*> dmas, const LockBanks& locks);

    /// Called at each signal to the trace units.
    void on_trace_signal(std::function<void(const schedule::SignalTrace&)> callback) {
        trace_signal_ = std::move(callback);
    }

    /// Makes the operation that stops the trace units wait for go_on_to_stop_trace().
    void hold_trace_stop() { holds_stop_ = true; }
    /// `since`: the moment from which the trace units may be stopped.
    void go_on_to_stop_trace(const Moment& since);
    /// Makes operations for which `is_free` is true take no time, since they are not part of what
    /// is timed.
    void take_no_time_for(std::function<bool(const schedule::SequenceOp&)> is_free) {
        takes_no_time_ = std::move(is_free);
    }

    /// Called at the end of the last operation.
    void on_end(std::function<void(const Moment&)> callback) { ended_ = std::move(callback); }
    /// Cycles that its operations have taken, waiting excluded.
    [[nodiscard]] arch::Cycles busy() const { return busy_; }
    /// What it does, for messages: "the runtime sequence waits for a token of ...".
    [[nodiscard]] std::string describe() const;
    /// Source position of the operation that waits; an empty position if none waits.
    [[nodiscard]] base::Position awaits_at() const;
    /// Channels whose task queues it has found full and waited for.
    [[nodiscard]] const std::set<arch::DmaChannelId>& found_full() const { return found_full_; }

    /// Called when a token that it waits for has come.
    void on_token(std::function<void()> callback) { token_came_ = std::move(callback); }
    /// Shows what its future depends on, without the rounds of the sequence's loops. Precondition:
    /// no trace.
    void visit_state(StateVisitor& visitor);
    void visit_totals(TotalsVisitor& visitor) { visitor.visit(busy_); }
    [[nodiscard]] const SequencePosition& position() const { return position_; }
    /// Share of the sequence's awaited tokens that have come, 0 to 1; also 0 if it awaits none.
    [[nodiscard]] double share_done() const {
        return tokens_awaited_ > 0 ? static_cast<double>(position_.awaited()) / tokens_awaited_ : 0;
    }
    /// How much earlier its next operation would run with each limit relaxed.
    [[nodiscard]] const Leads& leads() const { return ready_.leads; }
    void set_position(SequencePosition position) { position_ = std::move(position); }
    [[nodiscard]] TileDma& dma(arch::TileId tile) const { return *dmas_.at(tile); }

 private:
    void step();
    /// Runs `op` at `cycle` and adds its cost to `cycle`; false if the processor has to wait.
    bool run(const schedule::WriteBd& op, arch::Cycles& cycle);
    bool run(const schedule::WriteMemory& op, arch::Cycles& cycle);
    bool run(const schedule::SetLock& op, arch::Cycles& cycle);
    bool run(const schedule::PushTask& op, arch::Cycles& cycle);
    bool run(const schedule::AwaitToken& op, arch::Cycles& cycle);
    bool run(const schedule::SignalTrace& op, arch::Cycles& cycle);
    bool run(const schedule::SequenceLoop& op, arch::Cycles& cycle);
    /// Adds the cost of the current operation to `cycle`.
    void work(arch::Cycles& cycle);
    void spend(arch::Cycles& cycle, arch::Cycles cost, const Leads& saved);
    void listen_for_tokens(const arch::DmaChannelId& id);
    /// False if `op` waits for room in a task queue and there is none.
    [[nodiscard]] bool has_room(const schedule::PushTask& op);
    /// The channel that the current operation pushes to; nullopt if it is not a push.
    [[nodiscard]] std::optional<arch::DmaChannelId> channel_pushed_to();

    Environment& environment_;
    std::map<arch::TileId, TileDma*> dmas_;
    const LockBanks& locks_;
    arch::Cycles bd_write_, push_, token_, write_latency_;
    SequencePosition position_;
    double tokens_awaited_;  ///< number of tokens that the whole sequence awaits
    /// Arrivals of tokens that have come or are on their way, by channel, in order of time.
    std::map<arch::DmaChannelId, std::deque<Moment>> tokens_;
    std::optional<arch::DmaChannelId> awaited_;
    std::optional<arch::DmaChannelId> full_;  ///< channel whose full task queue it waits for
    std::set<arch::DmaChannelId> found_full_;
    bool finished_ = false;
    std::function<void(const Moment&)> ended_;
    Moment ready_;  ///< when its next operation can run
    arch::Cycles busy_{};
    std::function<void()> token_came_;
    std::function<void(const schedule::SignalTrace&)> trace_signal_;
    std::function<bool(const schedule::SequenceOp&)> takes_no_time_;
    bool holds_stop_ = false;
    bool at_stop_ = false;  ///< it waits to stop the trace units
    Alarm wake_;
};

}  // namespace xdnasim::sim
