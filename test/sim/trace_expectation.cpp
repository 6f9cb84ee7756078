#include "trace_expectation.hpp"

#include <algorithm>

#include "xdnasim/sim/shared_streams.hpp"

namespace xdnasim::sim::test {

using arch::Cycles;
using events::CoreAction;
using events::CoreState;
using names::EventMeaning;
using names::Signal;
using words::Module;

namespace {

void pulse(Intervals& intervals, Cycles at) {
    intervals.push_back({at.count(), at.count() + 1});
}

}  // namespace

Expected Expectation::of(const schedule::TraceUnit& unit, const EventMeaning& meaning) const {
    if (names::is_of_core(meaning.signal)) return of_core(unit.unit.tile, meaning.signal);
    if (names::is_of_port(meaning.signal))
        return of_port(unit.ports[static_cast<std::size_t>(meaning.number)], meaning.signal);
    return of_channel(unit, meaning);
}

Expected Expectation::of_core(arch::TileId tile, Signal signal) const {
    Expected expected;
    std::optional<Cycles> stall_end;
    for (const events::CoreInterval& event : recorder_.core) {
        if (event.tile != tile) continue;
        const bool waited = event.state == CoreState::LockStall;
        const bool releases = event.action == CoreAction::LockRelease;
        const bool asked_before = !waited && !releases && stall_end == event.begin;
        if (waited) stall_end = event.end;
        const bool is_kernel = event.action == CoreAction::Kernel;
        if (is_kernel && event.state == CoreState::Busy) add_kernel(expected, event, signal);
        if (is_kernel || asked_before) continue;
        if (signal == (releases ? Signal::LockRelease : Signal::LockAcquire))
            pulse(expected.intervals, event.begin);
        if (signal != names::stall_signal(CoreState::LockStall)) continue;
        const std::int64_t begin = (event.begin + device_.trace.lock_stall).count();
        expected.intervals.push_back({begin, std::max(waited ? event.end.count() : 0, begin + 1)});
    }
    return expected;
}

void Expectation::add_kernel(Expected& expected, const events::CoreInterval& event,
                             Signal signal) const {
    const Cycles end = event.end + event.memory_stall;
    if (signal == names::stall_signal(CoreState::MemoryStall)) {
        // Parts the kernel evenly: behind a share of its cycles, and of the stalls before.
        const Cycles begin = event.begin + event.call;
        const std::int64_t stalls = event.memory_stall.count();
        for (std::int64_t i = 0; i < stalls; ++i)
            pulse(expected.intervals,
                  begin + Cycles{(event.end - begin).count() * (i + 1) / (stalls + 1) + i});
    }
    if (schedule_.kernels[static_cast<std::size_t>(event.object)].inlined) return;
    if (signal == Signal::KernelBegins) pulse(expected.intervals, event.begin + event.call);
    if (signal == Signal::KernelEnds || signal == Signal::Return) pulse(expected.intervals, end);
    if (signal == Signal::Call) pulse(expected.intervals, event.begin);
}

Expectation::At Expectation::at(const arch::Port& port) const {
    const auto streams = flows_by_stream(schedule_);
    for (std::size_t stream = 0; stream < streams.size(); ++stream)
        for (std::size_t i = 0; i < streams[stream].size(); ++i) {
            const schedule::Flow& flow = schedule_.flows[streams[stream][i]];
            const At found{static_cast<int>(stream), static_cast<int>(i), Cycles{0}};
            if (flow.source == port) return found;
            for (std::size_t sink = 0; sink < flow.sinks.size(); ++sink)
                if (flow.sinks[sink] == port)
                    return {found.stream, found.flow,
                            device_.timing.switch_hop *
                                std::int64_t{schedule_.routes[streams[stream][i]].hops[sink]}};
        }
    return {};
}

std::vector<Expectation::Step> Expectation::steps(int stream) const {
    const std::int64_t width = device_.stream_width.count();
    std::vector<Step> all;
    for (const events::StreamSegment& event : recorder_.segments)
        if (event.stream == stream)
            all.push_back(
                {event.begin, event.end, event.flow, (event.bytes.count() + width - 1) / width});
    for (const events::StreamStall& event : recorder_.stalls)
        if (event.stream == stream)
            all.push_back({event.begin, event.end, event.flow, 0,
                           event.cause == events::StreamStallCause::Backpressure});
    std::ranges::stable_sort(all, {}, &Step::begin);
    return all;
}

Expected Expectation::of_port(const arch::Port& port, Signal signal) const {
    Expected expected;
    const At place = at(port);
    const auto add = [&](Signal seen, Cycles begin, Cycles end) {
        if (signal == seen)
            expected.intervals.push_back(
                {(begin + place.delay).count(), (end + place.delay).count()});
    };
    // A segment whose beats are more than its cycles leaves some to what follows.
    std::int64_t owed = 0;
    std::optional<int> last_flow;
    bool slow = false;
    for (const Step& step : steps(place.stream)) {
        const std::int64_t cycles = (step.end - step.begin).count();
        const std::int64_t beats = std::min(step.beats + owed, cycles);
        owed += step.beats - beats;
        const Cycles moved = step.begin + Cycles{beats};
        if (step.beats > 0) last_flow = step.flow;
        if (last_flow == place.flow) {
            add(Signal::PortRunning, step.begin, moved);
            slow = slow || (step.beats > 0 && beats < cycles);
            expected.marks.push_back({(step.end + place.delay).count(), beats});
        }
        if (step.held_back && step.flow == place.flow) add(Signal::PortStalled, moved, step.end);
    }
    if (!slow || signal != Signal::PortRunning) expected.marks.clear();
    return expected;
}

Expected Expectation::of_channel(const schedule::TraceUnit& unit,
                                 const EventMeaning& meaning) const {
    const int channel = unit.unit.module != Module::MemTile ? meaning.channel
                        : meaning.direction == arch::Direction::S2MM
                            ? unit.s2mm[static_cast<std::size_t>(meaning.channel)]
                            : unit.mm2s[static_cast<std::size_t>(meaning.channel)];
    Expected expected;
    for (const auto& bd : recorder_.of_channel(unit.unit.tile, meaning.direction, channel)) {
        if (meaning.signal == Signal::TaskStarts && bd.starts_task)
            pulse(expected.intervals, bd.begin);
        if (meaning.signal == Signal::BdFinishes) pulse(expected.intervals, bd.end);
        if (meaning.signal == Signal::TaskFinishes && bd.ends_task)
            pulse(expected.intervals, bd.end);
    }
    if (meaning.signal == Signal::LockOfDmaStall)
        for (const events::DmaLockStall& stall : recorder_.lock_stalls)
            if (stall.tile == unit.unit.tile && stall.direction == meaning.direction &&
                stall.channel == channel)
                expected.intervals.push_back({stall.begin.count(), stall.end.count()});
    return expected;
}

}  // namespace xdnasim::sim::test
