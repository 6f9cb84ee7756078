// The words that the simulated trace units write, decoded, are what happened in the array: random
// designs, traced at random, against the events that a listener heard in the same run.

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "example_run.hpp"
#include "xdnasim/sim/shared_streams.hpp"
#include "xdnasim/traces/names/event_meaning.hpp"
#include "xdnasim/traces/names/event_names.hpp"
#include "xdnasim/traces/words/levels.hpp"
#include "xdnasim/workloads/elementwise/elementwise_mapping.hpp"
#include "xdnasim/workloads/tracing/add_trace.hpp"

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using events::CoreState;
using names::EventMeaning;
using names::Signal;
using words::Module;

/// From `begin` up to `end`.
struct Interval {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    bool operator==(const Interval&) const = default;
};
using Intervals = std::vector<Interval>;

void PrintTo(const Interval& interval, std::ostream* out) {
    *out << interval.begin << ".." << interval.end;
}

/// In order, with what touches joined.
Intervals joined(Intervals intervals) {
    std::ranges::sort(intervals, {}, &Interval::begin);
    Intervals result;
    for (const Interval& interval : intervals) {
        if (interval.begin == interval.end) continue;
        if (!result.empty() && interval.begin <= result.back().end)
            result.back().end = std::max(result.back().end, interval.end);
        else
            result.push_back(interval);
    }
    return result;
}

std::int64_t cycles_in(const Intervals& intervals) {
    std::int64_t sum = 0;
    for (const Interval& interval : intervals)
        sum += interval.end - interval.begin;
    return sum;
}

/// What begins before `end`.
Intervals before(const Intervals& intervals, std::int64_t end) {
    Intervals result;
    for (const Interval& interval : intervals)
        if (interval.begin < end) result.push_back({interval.begin, std::min(interval.end, end)});
    return result;
}

/// When each slot of each unit was asserted, in cycles of the run.
class DecodedTrace final : public words::LevelSink {
 public:
    explicit DecodedTrace(const std::vector<std::uint32_t>& words) {
        words::LevelDecoder decoder{*this, words::Reading::AsWritten};
        decoder.read(words);
        decoder.finish();
        for (std::size_t i = 0; i < decoder.streams().size(); ++i) {
            const auto& stream = decoder.streams()[i];
            const auto start = static_cast<std::int64_t>(stream.levels.start_timer().value());
            starts_[stream.header.unit] = start;
            for (int slot = 0; slot < words::kSlots; ++slot)
                for (const Interval& own : slots_[{static_cast<int>(i), slot}])
                    units_[{stream.header.unit, slot}].push_back(
                        {own.begin + start, own.end + start});
        }
    }
    [[nodiscard]] Intervals of(const words::Unit& unit, int slot) const {
        const auto found = units_.find({unit, slot});
        return found == units_.end() ? Intervals{} : found->second;
    }
    /// The first cycle that a unit could tell of.
    [[nodiscard]] std::int64_t begin(const words::Unit& unit) const { return starts_.at(unit) + 1; }
    [[nodiscard]] int faults() const { return faults_; }

 private:
    void on_levels(int stream, std::span<const words::Level> levels) override {
        for (const words::Level& level : levels) {
            const auto cycle = static_cast<std::int64_t>(level.cycle());
            for (int slot = 0; slot < words::kSlots; ++slot) {
                Intervals& own = slots_[{stream, slot}];
                const bool asserted = (level.mask() >> static_cast<unsigned>(slot) & 1U) != 0;
                const bool was = !own.empty() && own.back().end < 0;
                if (asserted && !was) own.push_back({cycle, -1});
                if (!asserted && was) own.back().end = cycle;
            }
        }
    }
    void on_fault(const words::Fault&) override { ++faults_; }

    std::map<std::pair<int, int>, Intervals> slots_;
    std::map<std::pair<words::Unit, int>, Intervals> units_;
    std::map<words::Unit, std::int64_t> starts_;
    int faults_ = 0;
};

Intervals from(std::int64_t begin, Intervals intervals) {
    std::erase_if(intervals, [&](const Interval& interval) { return interval.end <= begin; });
    for (Interval& interval : intervals)
        interval.begin = std::max(interval.begin, begin);
    return intervals;
}

/// How much of what a slot sees is known beforehand.
enum class Known : std::uint8_t {
    All,
    Count,  ///< so many cycles, somewhere near
    Most    ///< no more cycles: rounded beats of a slow stream take some of them
};

/// What a slot should have seen.
struct Expected {
    Intervals intervals;
    Known known = Known::All;
};

class Expectation {
 public:
    Expectation(const schedule::Schedule& schedule, const arch::Device& device,
                const test::Recorder& recorder)
        : schedule_{schedule}, device_{device}, recorder_{recorder} {}

    [[nodiscard]] Expected of(const schedule::TraceUnit& unit, const EventMeaning& meaning) const {
        if (names::is_of_core(meaning.signal)) return of_core(unit.unit.tile, meaning.signal);
        if (names::is_of_port(meaning.signal))
            return of_port(unit.ports[static_cast<std::size_t>(meaning.number)], meaning.signal);
        return of_channel(unit, meaning);
    }

 private:
    static void pulse(Intervals& intervals, Cycles at) {
        intervals.push_back({at.count(), at.count() + 1});
    }

    [[nodiscard]] Expected of_core(arch::TileId tile, Signal signal) const {
        Expected expected;
        std::optional<Cycles> stall_end;
        for (const events::CoreInterval& event : recorder_.core) {
            if (event.tile != tile) continue;
            const bool is_lock = event.state == CoreState::LockAcquire ||
                                 event.state == CoreState::LockRelease ||
                                 event.state == CoreState::LockStall;
            const bool asked_before =
                event.state == CoreState::LockAcquire && stall_end == event.begin;
            if (event.state == CoreState::LockStall) stall_end = event.end;
            if (event.state == CoreState::Kernel) add_kernel(expected, event, signal);
            if (!is_lock || asked_before) continue;
            const bool releases = event.state == CoreState::LockRelease;
            if (signal == (releases ? Signal::LockRelease : Signal::LockAcquire))
                pulse(expected.intervals, event.begin);
            if (signal != Signal::LockStall) continue;
            const std::int64_t begin = (event.begin + device_.trace.lock_stall).count();
            const bool waited = event.state == CoreState::LockStall;
            expected.intervals.push_back(
                {begin, std::max(waited ? event.end.count() : 0, begin + 1)});
        }
        return expected;
    }
    void add_kernel(Expected& expected, const events::CoreInterval& event, Signal signal) const {
        const Cycles end = event.end + event.memory_stall;
        if (signal == Signal::MemoryStall) {
            // Spread over the kernel: so many cycles, somewhere in it.
            expected.known = Known::Count;
            const std::int64_t begin = (event.begin + event.call).count();
            expected.intervals.push_back({begin, begin + event.memory_stall.count()});
        }
        if (schedule_.kernels[static_cast<std::size_t>(event.object)].inlined) return;
        if (signal == Signal::KernelBegins) pulse(expected.intervals, event.begin + event.call);
        if (signal == Signal::KernelEnds || signal == Signal::Return)
            pulse(expected.intervals, end);
        if (signal == Signal::Call) pulse(expected.intervals, event.begin);
    }

    /// The flow that ends at `port`, with the number of its stream, and how far behind.
    struct At {
        int stream = -1;
        int flow = 0;
        Cycles delay{};
    };
    [[nodiscard]] At at(const arch::Port& port) const {
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
    [[nodiscard]] Expected of_port(const arch::Port& port, Signal signal) const {
        Expected expected;
        const At place = at(port);
        const std::int64_t width = device_.stream_width.count();
        const auto add = [&](Cycles begin, Cycles end) {
            expected.intervals.push_back(
                {(begin + place.delay).count(), (end + place.delay).count()});
        };
        bool slow = false;
        for (const events::StreamSegment& event : recorder_.segments) {
            if (event.stream != place.stream || event.flow != place.flow) continue;
            const std::int64_t beats = (event.bytes.count() + width - 1) / width;
            slow = slow || beats != (event.end - event.begin).count();
            if (signal == Signal::PortRunning) add(event.begin, event.begin + Cycles{beats});
        }
        for (const events::StreamStall& event : recorder_.stalls)
            if (signal == Signal::PortStalled && event.stream == place.stream &&
                event.flow == place.flow)
                add(event.begin, event.end);
        if (slow) expected.known = signal == Signal::PortRunning ? Known::Count : Known::Most;
        return expected;
    }

    [[nodiscard]] Expected of_channel(const schedule::TraceUnit& unit,
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

    const schedule::Schedule& schedule_;
    const arch::Device& device_;
    const test::Recorder& recorder_;
};

void expect_same(const Intervals& decoded, const Expected& expected) {
    const Intervals all = joined(expected.intervals);
    // What had not ended when the run did was not told.
    const std::int64_t end = all.empty() ? 0 : all.back().end;
    const std::int64_t cycles = cycles_in(expected.intervals);
    if (expected.known == Known::All) {
        EXPECT_EQ(before(decoded, end), all);
        // One thing may have been going on at the end; nothing else was to be seen.
        EXPECT_LE(std::ssize(decoded), std::ssize(all) + 1);
    }
    if (expected.known == Known::Count) {
        EXPECT_GE(cycles_in(decoded), cycles);
    }
    EXPECT_LE(cycles_in(before(decoded, end)), cycles);
}

int compare(const schedule::Schedule& schedule, const arch::Device& device) {
    const test::Timed timed = test::run(schedule, device);
    EXPECT_FALSE(timed.trace->buffer_full);
    EXPECT_TRUE(timed.trace->overruns.empty());
    const DecodedTrace decoded{timed.trace->words};
    EXPECT_EQ(decoded.faults(), 0);
    const names::EventNames event_names{device.generation};
    const Expectation expectation{schedule, device, timed.recorder};
    int intervals = 0;
    for (const schedule::TraceUnit& unit : schedule.trace->units) {
        for (int slot = 0; slot < words::kSlots; ++slot) {
            const int event = unit.events[static_cast<std::size_t>(slot)];
            const std::string name{event_names.name(unit.unit.module, event).value()};
            SCOPED_TRACE(words::to_string(unit.unit) + " " + name);
            const EventMeaning meaning = names::meaning(unit.unit.module, name).value();
            if (meaning.signal == Signal::Never) continue;
            const Intervals seen = decoded.of(unit.unit, slot);
            auto [expected, known] = expectation.of(unit, meaning);
            expect_same(seen, {from(decoded.begin(unit.unit), std::move(expected)), known});
            intervals += static_cast<int>(seen.size());
        }
    }
    return intervals;
}

class RandomTrace {
 public:
    explicit RandomTrace(unsigned seed) : random_{seed} {}

    [[nodiscard]] int between(int least, int most) {
        return std::uniform_int_distribution<int>{least, most}(random_);
    }
    template <class Item>
    [[nodiscard]] const Item& one_of(const std::vector<Item>& items) {
        return items[static_cast<std::size_t>(between(0, static_cast<int>(items.size()) - 1))];
    }

    /// Every module that the design uses, each slot with one of its events.
    [[nodiscard]] tracing::TraceRequest request(const schedule::Schedule& schedule,
                                                const arch::Device& device) {
        const names::EventNames event_names{device.generation};
        tracing::TraceRequest request;
        for (const schedule::TileProgram& program : schedule.tiles)
            for (const Module module : modules_of(device.kind(program.tile))) {
                tracing::UnitRequest& unit = request.units.emplace_back();
                unit.unit = {module, program.tile};
                for (int& event : unit.events)
                    event = event_names.id(module, one_of(events_of(module)));
            }
        return request;
    }

 private:
    static std::vector<Module> modules_of(arch::TileKind kind) {
        if (kind == arch::TileKind::Shim) return {Module::Shim};
        if (kind == arch::TileKind::MemTile) return {Module::MemTile};
        return {Module::Core, Module::Memory};
    }
    static std::vector<std::string> events_of(Module module) {
        const std::vector<std::string> ports{"NONE", "PORT_RUNNING_0", "PORT_RUNNING_1",
                                             "PORT_STALLED_0", "PORT_STALLED_1"};
        std::vector<std::string> all;
        const std::string number = module == Module::MemTile ? "SEL0" : "0";
        for (const char* direction : {"S2MM", "MM2S"})
            for (const char* what : {"START_TASK", "FINISHED_BD", "FINISHED_TASK", "STALLED_LOCK"})
                all.push_back(std::string{"DMA_"} + direction + "_" + number + "_" + what);
        if (module == Module::Core)
            all = {"INSTR_EVENT_0", "INSTR_EVENT_1",          "INSTR_CALL",
                   "INSTR_RETURN",  "INSTR_LOCK_ACQUIRE_REQ", "LOCK_STALL",
                   "MEMORY_STALL",  "INSTR_LOCK_RELEASE_REQ"};
        if (module != Module::Memory) all.insert(all.end(), ports.begin(), ports.end());
        return all;
    }

    std::mt19937 random_;
};

elementwise::ElementwiseProblem random_elementwise(RandomTrace& random,
                                                   const arch::Device& device) {
    elementwise::ElementwiseProblem problem;
    problem.core = {random.between(0, device.columns - 1), device.first_core_row()};
    problem.object = arch::Bytes{32 * random.between(1, 64)};
    problem.objects = random.between(1, 12);
    problem.depth = random.between(1, 3);
    if (random.between(0, 1) == 1) problem.mem_tile_object = problem.object;
    problem.kernel.kind = elementwise::KernelKind::Copy;
    problem.kernel.name = "copy";
    problem.kernel.cycles_per_call = Cycles{random.between(1, 3'000)};
    problem.kernel.inlined = random.between(0, 3) == 0;
    return problem;
}

TEST(SimulatedTrace, HoldsWhatHappenedInRandomChainsOfObjectFifos) {
    constexpr unsigned kDesigns = 75;
    int intervals = 0;
    for (unsigned seed = 1; seed <= kDesigns; ++seed) {
        SCOPED_TRACE(seed);
        RandomTrace random{seed};
        const arch::Device device =
            test::device_named(random.between(0, 1) == 0 ? "xdna-phoenix" : "xdna2-krackan");
        const auto problem = random_elementwise(random, device);
        schedule::Schedule schedule = elementwise::map_elementwise(problem, device);
        tracing::TraceRequest request = random.request(schedule, device);
        if (random.between(0, 1) == 0) request.route = tracing::Route::Ideal;
        tracing::add_trace(schedule, request, device);
        intervals += compare(schedule, device);
        if (HasFailure()) return;
    }
    EXPECT_GT(intervals, 1'000);
}

TEST(SimulatedTrace, HoldsWhatHappenedInRandomGemms) {
    constexpr unsigned kDesigns = 25;
    int intervals = 0;
    for (unsigned seed = 1; seed <= kDesigns; ++seed) {
        SCOPED_TRACE(seed);
        RandomTrace random{seed};
        const arch::Device device = test::teaching_device();
        test::SmallGemm gemm;
        gemm.panels = random.between(1, 3);
        gemm.m_blocks = random.between(1, 3);
        gemm.n_blocks = random.between(1, 3);
        if (random.between(0, 1) == 1) gemm.cycles_per_call = random.between(20, 400);
        schedule::Schedule schedule = gemm.schedule(device);
        tracing::TraceRequest request = random.request(schedule, device);
        request.route = tracing::Route::Ideal;
        tracing::add_trace(schedule, request, device);
        intervals += compare(schedule, device);
        if (HasFailure()) return;
    }
    EXPECT_GT(intervals, 1'000);
}

TEST(SimulatedTrace, OfAnIdealRouteChangesNothingButTheSignals) {
    const arch::Device device = test::teaching_device();
    const schedule::Schedule plain = test::SmallGemm{}.schedule(device);
    schedule::Schedule traced = plain;
    tracing::add_trace(traced, {.route = tracing::Route::Ideal}, device);
    const Cycles signal = device.cycles(device.command_processor.push);
    EXPECT_EQ(test::run(traced, device).cycles, test::run(plain, device).cycles + signal * 2);
}

}  // namespace
}  // namespace xdnasim::sim
