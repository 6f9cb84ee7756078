#pragma once
// What a trace unit sees of a DMA channel's tasks and locks.

#include <utility>

#include "sim/dma_channel.hpp"
#include "sim/trace_slots.hpp"
#include "traces/events/events.hpp"

namespace xdnasim::sim {

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

}  // namespace xdnasim::sim
