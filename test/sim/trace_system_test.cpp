// The decoded words of simulated trace units agree with what happened in the array. Random designs
// with random trace units are compared with the events that a listener received in the same run,
// both from the trace units and from the modules that they watch.

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "test/sim/decoded_trace.hpp"
#include "test/sim/example_run.hpp"
#include "test/sim/trace_expectation.hpp"
#include "test/support/mapped_elementwise.hpp"
#include "traces/names/event_meaning.hpp"
#include "traces/names/event_names.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/mapping/mapping.hpp"

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using names::EventMeaning;
using names::Signal;
using test::Counted;
using test::DecodedTrace;
using test::Expectation;
using test::Intervals;
using test::joined;
using test::Mark;
using words::Module;

/// Expects that a slot was asserted in the intervals `expected`. `stop`: when the unit stopped.
void expect_same(const Intervals& decoded, const Intervals& expected, std::int64_t stop) {
    const Intervals all = joined(expected);
    // Modules report no interval that had not ended when the run did.
    const std::int64_t end = all.empty() ? 0 : all.back().end;
    EXPECT_EQ(before(decoded, end), all);
    if (decoded.size() == all.size()) return;
    // One interval more is allowed: one that was still going on at the end, or the cycle of a
    // core's request for a lock, which modules report only when the wait is over.
    ASSERT_EQ(decoded.size(), all.size() + 1);
    const test::Asserted& last = decoded.back();
    EXPECT_TRUE(last.end == stop || last.end - last.begin == 1) << last.begin << ".." << last.end;
}

/// Whether one interval of `whole` contains all of `part`.
bool lies_in(const test::Asserted& part, const Intervals& whole) {
    return std::ranges::any_of(whole, [&](const test::Asserted& each) {
        return each.begin <= part.begin && part.end <= each.end;
    });
}

/// Expects that a slot was asserted as `counted` says. `begin`: the first cycle that the unit
/// traced; `stop`: when it stopped.
void expect_counted(const Intervals& decoded, const Counted& counted, std::int64_t begin,
                    std::int64_t stop) {
    std::int64_t told = 0;
    for (const Mark& mark : counted.marks) {
        told += mark.cycles;
        const std::int64_t seen = cycles_in(before(decoded, mark.end));
        EXPECT_LE(seen, told) << "up to cycle " << mark.end;
        EXPECT_GE(seen, told - counted.behind) << "up to cycle " << mark.end;
    }
    if (!counted.marks.empty()) {
        EXPECT_LE(cycles_in(decoded), told);
        EXPECT_GE(cycles_in(decoded), told - counted.unseen);
    }
    for (const test::Asserted& full : before(from(begin, counted.full), stop))
        EXPECT_TRUE(lies_in(full, decoded)) << full.begin << ".." << full.end;
    if (!counted.within) return;
    const Intervals allowed = joined(*counted.within);
    for (const test::Asserted& seen : decoded)
        // Modules report no interval that was still going on at the end.
        EXPECT_TRUE(seen.end == stop || lies_in(seen, allowed)) << seen.begin << ".." << seen.end;
}

/// How much was compared: intervals, how many of them are memory stalls, and the segments of
/// streams that the DRAM slows down.
struct Compared {
    int intervals = 0;
    int memory_stalls = 0;
    int slow_segments = 0;

    Compared& operator+=(const Compared& other) {
        intervals += other.intervals;
        memory_stalls += other.memory_stalls;
        slow_segments += other.slow_segments;
        return *this;
    }
};

/// Expects that exactly what the units encoded reached the host, cycle by cycle.
void expect_encoded(const DecodedTrace& decoded, const std::vector<schedule::TraceUnit>& units,
                    const test::Recorder& recorder) {
    std::map<std::pair<words::Unit, int>, Intervals> encoded;
    for (const events::TraceStretch& stretch : recorder.stretches)
        for (int slot = 0; slot < words::kSlots; ++slot)
            if ((stretch.mask >> static_cast<unsigned>(slot) & 1U) != 0)
                encoded[{stretch.unit, slot}].push_back(
                    {stretch.begin.count(), stretch.end.count()});
    for (const schedule::TraceUnit& unit : units)
        for (int slot = 0; slot < words::kSlots; ++slot)
            EXPECT_EQ(decoded.of(unit.unit, slot), joined(encoded[{unit.unit, slot}]))
                << words::to_string(unit.unit) << " slot " << slot;
}

Compared compare(const schedule::Schedule& schedule, const arch::Device& device) {
    const test::Timed timed = test::run(schedule, device);
    EXPECT_FALSE(timed.trace->buffer_full);
    EXPECT_TRUE(timed.trace->overruns.empty());
    const DecodedTrace decoded{timed.trace->words};
    EXPECT_EQ(decoded.faults(), 0);
    expect_encoded(decoded, schedule.trace->units, timed.recorder);
    const names::EventNames event_names{device.generation};
    const Expectation expectation{schedule, device, timed.recorder};
    Compared compared;
    for (const schedule::TraceUnit& unit : schedule.trace->units) {
        for (int slot = 0; slot < words::kSlots; ++slot) {
            const int event = unit.events[static_cast<std::size_t>(slot)];
            const std::string name{event_names.name(unit.unit.module, event).value()};
            SCOPED_TRACE(words::to_string(unit.unit) + " " + name);
            const EventMeaning meaning = names::meaning(unit.unit.module, name).value();
            // core_probe_test compares issues with the slot schedule.
            if (meaning.signal == Signal::Vector) continue;
            const Intervals seen = decoded.of(unit.unit, slot);
            const std::int64_t begin = decoded.begin(unit.unit);
            const std::int64_t stop = decoded.end(unit.unit);
            const auto [expected, counted] = expectation.of(unit, meaning);
            if (meaning.signal == Signal::Never)
                EXPECT_TRUE(seen.empty());
            else if (counted)
                expect_counted(seen, *counted, begin, stop);
            else
                expect_same(seen, from(begin, expected), stop);
            compared += {static_cast<int>(seen.size()),
                         meaning.signal == names::stall_signal(events::CoreState::MemoryStall)
                             ? static_cast<int>(seen.size())
                             : 0,
                         counted ? counted->slow : 0};
        }
    }
    return compared;
}

class RandomTrace {
 public:
    explicit RandomTrace(unsigned seed) : random_{seed} {}

    [[nodiscard]] int between(int min, int max) {
        return std::uniform_int_distribution<int>{min, max}(random_);
    }
    template <class Item>
    [[nodiscard]] const Item& one_of(const std::vector<Item>& items) {
        return items[static_cast<std::size_t>(between(0, static_cast<int>(items.size()) - 1))];
    }

    /// A unit for every module that the design uses, each slot with a random event of the module.
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
                   "MEMORY_STALL",  "INSTR_LOCK_RELEASE_REQ", "INSTR_VECTOR"};
        if (module != Module::Memory) all.insert(all.end(), ports.begin(), ports.end());
        return all;
    }

    std::mt19937 random_;
};

elementwise::ElementwiseDesign random_elementwise(RandomTrace& random, const arch::Device& device) {
    elementwise::ElementwiseDesign problem;
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

Compared compare_random_chain(unsigned seed) {
    RandomTrace random{seed};
    arch::Device device =
        test::device_named(random.between(0, 1) == 0 ? "xdna-phoenix" : "xdna2-krackan");
    // Less than a stream takes, so that words do not come a whole number of cycles apart.
    device.dram.channel = device.dram.channel * 0.85;
    const auto problem = random_elementwise(random, device);
    schedule::Schedule schedule = xdnasim::test::map_elementwise(problem, device);
    tracing::TraceRequest request = random.request(schedule, device);
    if (random.between(0, 1) == 0) request.route = tracing::Route::Ideal;
    mapping::complete(schedule, device, &request);
    return compare(schedule, device);
}

TEST(SimulatedTrace, HoldsWhatHappenedInRandomChainsOfObjectFifos) {
    constexpr unsigned kDesigns = 75;
    Compared compared;
    for (unsigned seed = 1; seed <= kDesigns; ++seed) {
        SCOPED_TRACE(seed);
        compared += compare_random_chain(seed);
        if (HasFailure()) return;
    }
    EXPECT_GT(compared.intervals, 1'000);
    EXPECT_GT(compared.slow_segments, 100);
}

Compared compare_random_gemm(unsigned seed, int columns) {
    RandomTrace random{seed};
    const arch::Device device = test::teaching_device();
    test::SmallGemm gemm;
    gemm.columns = columns;
    gemm.panels = random.between(1, 3);
    gemm.m_blocks = random.between(1, 3);
    gemm.n_blocks = random.between(1, 3);
    if (random.between(0, 1) == 1) gemm.cycles_per_call = random.between(20, 400);
    schedule::Schedule schedule = gemm.schedule(device);
    tracing::TraceRequest request = random.request(schedule, device);
    request.route = tracing::Route::Ideal;
    mapping::complete(schedule, device, &request);
    return compare(schedule, device);
}

TEST(SimulatedTrace, HoldsWhatHappenedInRandomGemms) {
    constexpr unsigned kDesigns = 25;
    Compared compared;
    for (unsigned seed = 1; seed <= kDesigns; ++seed) {
        SCOPED_TRACE(seed);
        compared += compare_random_gemm(seed, 1);
        if (HasFailure()) return;
    }
    EXPECT_GT(compared.intervals, 1'000);
    EXPECT_GT(compared.memory_stalls, 100);
    EXPECT_GT(compared.slow_segments, 100);
}

TEST(SimulatedTrace, HoldsWhatHappenedInRandomGemmsWithBroadcasts) {
    constexpr unsigned kDesigns = 25;
    Compared compared;
    for (unsigned seed = 1; seed <= kDesigns; ++seed) {
        SCOPED_TRACE(seed);
        compared += compare_random_gemm(seed, 2);
        if (HasFailure()) return;
    }
    EXPECT_GT(compared.intervals, 1'000);
}

// Beats that switches hold pass a port late. These seeds are the few of a thousand in which the
// sink becomes ready in the cycle in which the source has sent a BD, so that the port does not
// stall, or in which a segment has more beats than cycles while the switches are full.
TEST(SimulatedTrace, HoldsWhatPassesAPortBehindFullSwitches) {
    Compared compared = compare_random_chain(368);
    for (const auto& [seed, columns] : {std::pair{352U, 1}, {35U, 2}, {352U, 2}, {497U, 2}}) {
        SCOPED_TRACE(seed);
        compared += compare_random_gemm(seed, columns);
    }
    EXPECT_GT(compared.intervals, 100);
}

TEST(SimulatedTrace, OfAnIdealRouteChangesNothingButTheSignals) {
    const arch::Device device = test::teaching_device();
    const schedule::Schedule plain = test::SmallGemm{}.schedule(device);
    schedule::Schedule traced = plain;
    const tracing::TraceRequest ideal{.route = tracing::Route::Ideal};
    mapping::complete(traced, device, &ideal);
    const Cycles signal = device.cycles(device.command_processor.push);
    EXPECT_EQ(test::run(traced, device).cycles, test::run(plain, device).cycles + signal * 2);
}

}  // namespace
}  // namespace xdnasim::sim
