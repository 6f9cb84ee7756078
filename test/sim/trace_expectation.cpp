#include "test/sim/trace_expectation.hpp"

#include <algorithm>

#include "sim/shared_streams.hpp"

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
    if (signal == names::stall_signal(CoreState::MemoryStall)) return memory_stalls_of(tile);
    Expected expected;
    std::optional<Cycles> stall_end;
    for (const events::CoreInterval& event : recorder_.core) {
        if (event.tile != tile || event.action == CoreAction::Return) continue;
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
    if (schedule_.kernels[static_cast<std::size_t>(event.object)].inlined) return;
    if (signal == Signal::KernelBegins) pulse(expected.intervals, event.begin + event.call);
    if (signal == Signal::KernelEnds || signal == Signal::Return) pulse(expected.intervals, end);
    if (signal == Signal::Call) pulse(expected.intervals, event.begin);
}

/// As many memory stalls as kernel calls report, each within its call.
Expected Expectation::memory_stalls_of(arch::TileId tile) const {
    Counted counted;
    counted.within.emplace();
    for (const events::CoreInterval& event : recorder_.core) {
        if (event.tile != tile || event.state != CoreState::Busy ||
            event.action != CoreAction::Kernel)
            continue;
        const Cycles begin = event.begin + event.call;
        const Cycles end = event.end + event.memory_stall;
        counted.marks.push_back({end.count(), event.memory_stall.count()});
        counted.within->push_back({begin.count(), end.count()});
    }
    return {{}, counted};
}

Expectation::At Expectation::at(const arch::Port& port) const {
    const auto streams = flows_by_stream(schedule_);
    for (std::size_t stream = 0; stream < streams.size(); ++stream)
        for (std::size_t i = 0; i < streams[stream].size(); ++i) {
            const schedule::Flow& flow = schedule_.flows[streams[stream][i]];
            const bool broadcast = flow.sinks.size() > 1;
            const At found{static_cast<int>(stream), static_cast<int>(i), Cycles{0}, 0, broadcast};
            if (flow.source == port) return found;
            for (std::size_t sink = 0; sink < flow.sinks.size(); ++sink) {
                if (flow.sinks[sink] != port) continue;
                const Cycles delay = device_.timing.switch_hop *
                                     std::int64_t{schedule_.routes[streams[stream][i]].hops[sink]};
                return {found.stream, found.flow, delay,
                        device_.timing.switch_beats * delay.count(), broadcast};
            }
        }
    return {};
}

std::int64_t Expectation::beats_of(const events::StreamSegment& segment) const {
    const std::int64_t width = device_.stream_width.count();
    return (segment.bytes.count() + width - 1) / width;
}

std::int64_t Expectation::beats_without_a_cycle(int stream) const {
    std::int64_t sum = 0;
    for (const events::StreamSegment& segment : recorder_.segments)
        if (segment.stream == stream)
            sum += std::max<std::int64_t>(beats_of(segment) - (segment.end - segment.begin).count(),
                                          0);
    return sum;
}

Counted Expectation::beats_at(const At& place) const {
    Counted counted;
    counted.behind = beats_without_a_cycle(place.stream) + place.held;
    counted.unseen = place.held;
    for (const events::StreamSegment& segment : recorder_.segments) {
        if (segment.stream != place.stream || segment.flow != place.flow) continue;
        const std::int64_t beats = beats_of(segment);
        const std::int64_t begin = (segment.begin + place.delay).count();
        const std::int64_t end = (segment.end + place.delay).count();
        counted.marks.push_back({end, beats});
        if (beats < end - begin)
            ++counted.slow;
        else if (place.held == 0)
            counted.full.push_back({begin, end});
    }
    std::ranges::stable_sort(counted.marks, {}, &Mark::end);
    return counted;
}

Counted Expectation::stalls_at(const At& place) const {
    Counted counted;
    counted.within.emplace();
    const std::int64_t behind = beats_without_a_cycle(place.stream) + place.held;
    for (const events::StreamStall& stall : recorder_.stalls) {
        if (stall.stream != place.stream || stall.flow != place.flow ||
            stall.cause != events::StreamStallCause::Backpressure)
            continue;
        const std::int64_t begin = (stall.begin + place.delay).count();
        const std::int64_t end = stall.end.count() + (place.held > 0 ? 0 : place.delay.count());
        counted.within->push_back({begin, end});
        // A receiver of a broadcast may be ready before the slowest receiver is.
        const bool alone = !place.broadcast || place.held == 0;
        if (alone && begin + behind < end) counted.full.push_back({begin + behind, end});
    }
    // Stalls begin when the FIFO of the sink is full, which the stream does not report.
    if (place.held > 0) counted.within.reset();
    return counted;
}

Expected Expectation::of_port(const arch::Port& port, Signal signal) const {
    const At place = at(port);
    if (signal == Signal::PortRunning) return {{}, beats_at(place)};
    if (signal == Signal::PortStalled) return {{}, stalls_at(place)};
    return {};
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
