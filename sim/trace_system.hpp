#pragma once
// All trace units of an array, what they see of cores, DMA channels and streams, and the broadcast
// that starts and stops them.

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <systemc>

#include "arch/device.hpp"
#include "sim/dma_channel.hpp"
#include "sim/environment.hpp"
#include "sim/stream.hpp"
#include "sim/tiles.hpp"
#include "sim/trace_unit.hpp"
#include "sim/vliw_core.hpp"
#include "traces/events/events.hpp"
#include "traces/events/trace_words.hpp"
#include "traces/names/event_meaning.hpp"
#include "traces/names/event_names.hpp"
#include "workloads/calls/kernel_table.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

class TraceSlots {
 public:
    explicit TraceSlots(TraceLevels& levels) : levels_{&levels} {}

    void watch(names::Signal signal, int slot) { slots_.emplace_back(signal, slot); }

    [[nodiscard]] bool watches(names::Signal signal) const {
        return std::ranges::find(slots_, signal, &Slot::first) != slots_.end();
    }
    template <class Predicate>
    [[nodiscard]] bool watches_any(Predicate wanted) const {
        return std::ranges::any_of(slots_, wanted, &Slot::first);
    }
    void hold(names::Signal signal, arch::Cycles begin, arch::Cycles end) {
        for (const auto& [watched, slot] : slots_)
            if (watched == signal) levels_->hold(slot, begin, end);
    }
    void pulse(names::Signal signal, arch::Cycles cycle) {
        hold(signal, cycle, cycle + arch::Cycles{1});
    }

 private:
    using Slot = std::pair<names::Signal, int>;
    TraceLevels* levels_;
    std::vector<Slot> slots_;
};

// What a trace unit sees of a core.

class CoreProbe {
 public:
    CoreProbe(TraceSlots slots, const VliwCore& core, const calls::KernelTable& kernels,
              const arch::Device& device);

    void on(const events::CoreInterval& interval);
    void on(const events::CoreEvent& told);
    /// What goes on until `now` without having ended.
    void look(arch::Cycles now);

 private:
    struct Pattern {
        names::Signal signal;
        std::vector<vliw::IssueRun> runs;
    };

    void see_action(const events::CoreInterval& interval);
    void see_kernel(const events::CoreInterval& interval);
    void see_issues(const events::CoreInterval& interval);
    void see_words(const events::CoreInterval& interval);
    void see_lock(names::Signal request, arch::Cycles asked, arch::Cycles goes_on);
    void see_stall(events::CoreState stall, arch::Cycles begin, arch::Cycles end);
    [[nodiscard]] const std::vector<Pattern>& patterns(int kernel);

    TraceSlots slots_;
    const VliwCore& core_;
    bool kernels_tell_;  ///< events 0 and 1; false: the core's own program does
    const calls::KernelTable& kernels_;
    const arch::Device& device_;
    std::vector<std::optional<std::vector<Pattern>>> patterns_;  ///< by kernel, when it was called
    arch::Cycles stall_end_{-1};                                 ///< of the last lock stall
};

// What a trace unit sees of a DMA channel's tasks and locks.

class DmaProbe {
 public:
    DmaProbe(TraceSlots slots, const DmaChannel& channel)
        : slots_{std::move(slots)}, channel_{channel} {}

    void on(const events::BdInterval& interval) {
        if (interval.starts_task) slots_.pulse(names::Signal::TaskStarts, interval.begin);
        slots_.pulse(names::Signal::BdFinishes, interval.end);
        if (interval.ends_task) slots_.pulse(names::Signal::TaskFinishes, interval.end);
    }
    void on(const events::DmaLockStall& stall) {
        slots_.hold(names::Signal::LockOfDmaStall, stall.begin, stall.end);
    }
    /// What goes on until `now` without having ended.
    void look(arch::Cycles now) {
        if (const auto running = channel_.running(); running && running->starts_task)
            slots_.pulse(names::Signal::TaskStarts, running->since);
        if (const auto since = channel_.stalled_since())
            slots_.hold(names::Signal::LockOfDmaStall, *since, now);
    }

 private:
    TraceSlots slots_;
    const DmaChannel& channel_;
};

// What trace units see of a stream, at the ports that it passes and the DMA channels at its ends.

/// A place that a stream passes.
struct StreamView {
    TraceSlots slots;
    std::vector<int> flows;            ///< of the stream's, those that pass here
    arch::Cycles delay{};              ///< behind the source
    const DmaChannel* sink = nullptr;  ///< that the stream ends at here, if any
    /// Of a broadcast that alone passes here: which of its sinks this is the port of.
    std::optional<std::size_t> receiver{};
};

class StreamProbe {
 public:
    StreamProbe(const Stream& stream, arch::Bytes width) : stream_{stream}, width_{width.count()} {}

    void add(StreamView view) {
        const arch::Cycles delay = view.delay;
        views_.push_back({.view = std::move(view), .delay = delay});
    }
    [[nodiscard]] bool watched() const { return !views_.empty(); }

    void on(const events::StreamSegment& segment);
    void on(const events::StreamStall& stall);
    /// What goes on until `now` without having ended.
    void look(arch::Cycles now);

 private:
    /// Packets of other flows may pass elsewhere meanwhile.
    struct Seen {
        StreamView view;
        arch::Cycles delay{};    ///< behind the source, with what waits in switches before the port
        arch::Cycles until{0};   ///< all before it, at the source
        arch::Cycles begun{-1};  ///< the segment that was seen last
        std::int64_t beats = 0;  ///< of the segment that goes on
        /// Beats for which a segment had no cycle of its own, since its rate is rounded to whole
        /// ones.
        std::int64_t owed = 0;
        std::int64_t waiting_beats = 0;  ///< in switches before the port, whose sink is not ready
    };
    void see_segment(Seen& seen, const events::StreamSegment& segment);
    void see_begin(Seen& seen, int flow, arch::Cycles begin);
    void see_ready(Seen& seen, const events::StreamSegment& segment);
    void see_moving(Seen& seen, arch::Cycles end, std::int64_t beats, std::int64_t waiting);
    void see_stall(Seen& seen, Stream::State state, arch::Cycles begin, arch::Cycles end);
    static void see_idle(Seen& seen, arch::Cycles end);
    void see_held_back(Seen& seen, arch::Cycles until);
    void see_release(Seen& seen, arch::Cycles now, std::int64_t still);
    void see_slowest(Seen& seen, arch::Cycles until);
    void see_owed(Seen& seen, arch::Cycles end);
    static void see_starved(StreamView& view, arch::Cycles from, arch::Cycles to);
    [[nodiscard]] std::int64_t waiting_beats(const Seen& seen, int flow, arch::Bytes moved) const;
    void see_beats(TraceSlots& slots, arch::Cycles begin, arch::Cycles end, std::int64_t beats);

    const Stream& stream_;
    std::int64_t width_;
    std::vector<Seen> views_;
};

// When data that passes the source of a flow passes the ports on its way.

/// Cycles behind the source, for every port of the route; those of a shim's DMA channels stand
/// for the South ports that they are joined to as well.
[[nodiscard]] std::map<arch::Port, arch::Cycles> port_delays(const schedule::Flow& flow,
                                                             const schedule::Route& route,
                                                             const arch::Device& device);

// The trace units themselves.

class TraceSystem final : public sc_core::sc_module, public events::Listener {
 public:
    SC_HAS_PROCESS(TraceSystem);

    /// Precondition: the schedule has a trace. It must outlive this.
    TraceSystem(const sc_core::sc_module_name& name, Environment& environment,
                const schedule::Schedule& schedule);

    /// The unit whose words enter the switches at `port`.
    [[nodiscard]] TraceUnit& unit_at(const arch::Port& port);

    /// What the units watch, once it is there.
    struct Array {
        const std::map<arch::TileId, std::unique_ptr<Tile>>& tiles;
        const std::vector<std::unique_ptr<Stream>>& streams;
        const std::vector<std::vector<std::size_t>>& flows_of_stream;
        const calls::KernelTable& kernels;
    };
    void watch(const Array& array);

    void signal(const schedule::SignalTrace& signal);
    [[nodiscard]] bool buffer_full() const {
        return std::ranges::any_of(buffers_, &TraceBuffer::full);
    }
    /// Once, at the end of the run: the words of each channel, one behind the other.
    [[nodiscard]] events::TraceWords finish();

    void on(const events::CoreInterval& interval) override;
    void on(const events::CoreEvent& told) override;
    void on(const events::StreamSegment& segment) override;
    void on(const events::StreamStall& stall) override;
    void on(const events::BdInterval& interval) override;
    void on(const events::DmaLockStall& stall) override;

 private:
    void watch(const schedule::TraceUnit& configured, TraceUnit& unit, const Array& array);
    void watch_port(const arch::Port& port, TraceSlots slots, const Array& array,
                    const DmaChannel* sink);
    void look();
    void look_and_advance(arch::Cycles now);
    void deliver_waiting();

    Environment& environment_;
    const schedule::Schedule& schedule_;
    names::EventNames event_names_;
    std::vector<TraceBuffer> buffers_;               ///< by TraceUnit::sink; never grows
    std::vector<std::unique_ptr<TraceUnit>> units_;  ///< as in the schedule's trace
    std::multimap<arch::TileId, CoreProbe> cores_;
    std::multimap<arch::DmaChannelId, DmaProbe> channels_;
    std::vector<StreamProbe> streams_;  ///< by number
    bool running_ = false;
    arch::Cycles last_stop_{0};  ///< at which a unit was told to stop
    Alarm look_event_;
};

}  // namespace xdnasim::sim
