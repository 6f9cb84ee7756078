#pragma once
// All trace units of an array, what they see of DMA channels, and the broadcast that starts and
// stops the units.

#include <algorithm>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include <systemc>

#include "sim/core_probe.hpp"
#include "sim/dma_channel.hpp"
#include "sim/environment.hpp"
#include "sim/stream.hpp"
#include "sim/stream_probe.hpp"
#include "sim/tiles.hpp"
#include "sim/trace_buffer.hpp"
#include "sim/trace_slots.hpp"
#include "sim/trace_unit.hpp"
#include "traces/events/events.hpp"
#include "traces/events/trace_words.hpp"
#include "traces/names/event_meaning.hpp"
#include "traces/names/event_names.hpp"
#include "workloads/calls/kernel_table.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {

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
    /// Marks what has begun and not ended, up to `now`.
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

// The trace units themselves.

class TraceSystem final : public sc_core::sc_module, public events::Listener {
 public:
    SC_HAS_PROCESS(TraceSystem);

    /// Precondition: the schedule has a trace, and outlives the trace system.
    TraceSystem(const sc_core::sc_module_name& name, Environment& environment,
                const schedule::Schedule& schedule);

    /// The unit whose words enter the switches at `port`.
    [[nodiscard]] TraceUnit& unit_at(const arch::Port& port);

    /// What the units watch; it is built after them.
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
    /// To be called once, at the end of the run. Returns the words of all sinks, one sink after the
    /// other, and the units that lost events.
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
    std::vector<TraceBuffer> buffers_;  ///< by TraceUnit::sink; must not grow once there are units
    std::vector<std::unique_ptr<TraceUnit>> units_;  ///< in the order of the schedule's trace
    std::multimap<arch::TileId, CoreProbe> cores_;
    std::multimap<arch::DmaChannelId, DmaProbe> channels_;
    std::vector<StreamProbe> streams_;  ///< by number
    bool running_ = false;
    arch::Cycles last_stop_{0};  ///< cycle of the last stop of a unit
    Alarm look_event_;
};

}  // namespace xdnasim::sim
