// Timelines of whole runs: what the simulator reported is in the file, once, where and when it
// happened.

#include <map>
#include <set>
#include <string>
#include <tuple>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "backends/systemc/systemc_backend.hpp"
#include "test/sim/example_run.hpp"
#include "test/traces/timeline/recorded_timeline.hpp"
#include "traces/events/events.hpp"
#include "traces/timeline/timeline.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::timeline {
namespace {

using arch::Cycles;
using nlohmann::json;
using test::Bar;
using test::Bars;
using test::bars_of;
using test::names;
using test::record;
using test::Recorded;
using test::small_gemm;

Recorded small_transfer() {
    return record("transfer_memcpy.yaml",
                  {{"transfer.streams",
                    "[{name: only, rows: 64, row_bytes: 4096, run_bytes: 4096, runs: 4}]"}});
}

Recorded traced_gemm() {
    return record("gemm_traced.yaml", {{"gemm.size", "{m: 128, k: 512, n: 512}"}});
}

Recorded traced_chain() {
    return record("elementwise_vector_scalar.yaml", {{"trace.route", "streams"}});
}

std::string action_name(const events::CoreInterval& interval, const events::Legend& legend) {
    switch (interval.action) {
        case events::CoreAction::Kernel:
            return legend.kernels.at(static_cast<std::size_t>(interval.object));
        case events::CoreAction::Return:
        case events::CoreAction::CascadeGet:
        case events::CoreAction::CascadePut:
            break;
        case events::CoreAction::LockAcquire:
            return "INSTR_LOCK_ACQUIRE_REQ";
        case events::CoreAction::LockRelease:
            return "INSTR_LOCK_RELEASE_REQ";
    }
    return "?";
}

std::string core_name(const events::CoreInterval& interval, const events::Legend& legend) {
    switch (interval.state) {
        case events::CoreState::Busy:
            return action_name(interval, legend);
        case events::CoreState::LockStall:
            return "LOCK_STALL";
        case events::CoreState::StreamStall:
            return "STREAM_STALL";
        case events::CoreState::MemoryStall:
            return "MEMORY_STALL";
        case events::CoreState::CascadeStall:
            return "CASCADE_STALL";
        case events::CoreState::Idle:
            break;
    }
    return "?";
}

std::string tile_name(const arch::Device& device, arch::TileId tile) {
    return to_string(device.kind(tile)) + " " + to_string(tile);
}

Bars tile_bars(const Recorded& run) {
    Bars bars;
    for (const auto& event : run.recorder.core) {
        if (event.action == events::CoreAction::Return) continue;  // hardware has no event for it
        bars.emplace(tile_name(run.device, event.tile), core_name(event, run.legend),
                     event.begin.count(), (event.end - event.begin).count());
    }
    for (const auto& event : run.recorder.bds)
        bars.emplace(tile_name(run.device, event.tile), "BD " + std::to_string(event.bd),
                     event.begin.count(), (event.end - event.begin).count());
    for (const auto& event : run.recorder.dram)
        bars.emplace("DRAM", "at its limit", event.begin.count(),
                     (event.end - event.begin).count());
    return bars;
}

bool is_port(const Bar& bar) {
    return std::get<1>(bar).starts_with("PORT_");
}

class RunTimeline : public testing::TestWithParam<Recorded (*)()> {};

TEST_P(RunTimeline, HasEachIntervalOfCoresDmasAndDramOnce) {
    const Recorded run = GetParam()();
    Bars bars = bars_of(run.trace);
    std::erase_if(bars, is_port);
    EXPECT_GT(bars.size(), 20U);
    EXPECT_EQ(bars, tile_bars(run));
}

TEST_P(RunTimeline, HasEachIntervalOfAStreamOnceAtEachOfItsPorts) {
    const Recorded run = GetParam()();
    Bars bars = bars_of(run.trace);
    std::erase_if(bars, [](const Bar& bar) { return !is_port(bar); });
    // The streams of these runs have one flow each. Ports are compared by kind, not by number.
    std::multiset<std::tuple<std::string, char, std::int64_t, std::int64_t>> found;
    std::multiset<std::tuple<std::string, char, std::int64_t, std::int64_t>> expected;
    for (const auto& [process, name, cycle, cycles] : bars)
        found.emplace(process, name[5], cycle, cycles);
    const auto expect_at_ports = [&](int stream, char kind, Cycles begin, Cycles end) {
        const auto& flows = run.legend.streams.at(static_cast<std::size_t>(stream));
        ASSERT_EQ(flows.size(), 1U);
        expected.emplace(tile_name(run.device, flows[0].source.tile), kind, begin.count(),
                         (end - begin).count());
        for (const events::StreamSink& sink : flows[0].sinks)
            expected.emplace(tile_name(run.device, sink.port.tile), kind,
                             (begin + sink.delay).count(), (end - begin).count());
    };
    for (const auto& event : run.recorder.segments)
        expect_at_ports(event.stream, 'R', event.begin, event.end);
    for (const auto& event : run.recorder.stalls)
        expect_at_ports(event.stream, event.cause == events::StreamStallCause::Starved ? 'I' : 'S',
                        event.begin, event.end);
    EXPECT_GT(found.size(), 20U);
    EXPECT_EQ(found, expected);
}

/// Expects that two spans of a track never overlap.
void expect_one_after_the_other(const Recorded& run) {
    std::map<int, std::map<double, double>> tracks;  // length by begin
    std::size_t spans_of_some_length = 0;
    for (const json& entry : run.trace["traceEvents"])
        if (entry["ph"] == "X" && entry["dur"] > 0) {
            EXPECT_TRUE(tracks[entry["tid"]].emplace(entry["ts"], entry["dur"]).second) << entry;
            ++spans_of_some_length;
        }
    EXPECT_GT(spans_of_some_length, 100U);
    for (const auto& [track, spans] : tracks) {
        double end = 0;
        for (const auto& [begin, length] : spans) {
            EXPECT_GT(begin, end - 1e-6) << "track " << track;
            end = begin + length;
        }
    }
}

TEST_P(RunTimeline, NeverHasTwoSpansOfATrackAtTheSameTime) {
    expect_one_after_the_other(GetParam()());
}

TEST(TracedTimeline, NeverHasTwoSpansOfATrackAtTheSameTime) {
    for (const auto run : {traced_gemm, traced_chain})
        expect_one_after_the_other(run());
}

TEST_P(RunTimeline, GivesTheTimesOfTheCyclesInMicroseconds) {
    const Recorded run = GetParam()();
    const double cycle = 1e-3 / run.device.clock_ghz;
    constexpr double kHalfNanosecond = 0.5e-3 + 1e-9;
    int spans = 0;
    for (const json& entry : run.trace["traceEvents"]) {
        if (entry["ph"] != "X") continue;
        ++spans;
        const double begin = entry["args"]["cycle"].get<double>() * cycle;
        const double length = entry["args"]["cycles"].get<double>() * cycle;
        EXPECT_NEAR(entry["ts"].get<double>(), begin, kHalfNanosecond);
        EXPECT_NEAR(entry["dur"].get<double>(), length, 2 * kHalfNanosecond);
    }
    EXPECT_GT(spans, 100);
}

TEST_P(RunTimeline, NamesEachTrackThatItUses) {
    const Recorded run = GetParam()();
    const auto threads = names(run.trace, "thread_name", "tid");
    for (const json& entry : run.trace["traceEvents"])
        EXPECT_TRUE(threads.contains(entry["tid"])) << entry;
}

INSTANTIATE_TEST_SUITE_P(Examples, RunTimeline, testing::Values(small_gemm, small_transfer),
                         [](const auto& example) {
                             return example.index == 0 ? "Gemm" : "Transfer";
                         });

TEST(Listeners, DoNotChangeTheRun) {
    const problem::Problem problem =
        problem::load_problem(XDNASIM_EXAMPLES "/gemm_teaching.yaml", {});
    const schedule::Schedule schedule = problem::map_problem(problem);
    sim::test::Recorder recorder;
    const auto heard =
        backends::make_systemc_backend()->run(schedule, problem.device, {.listeners = {&recorder}});
    const auto alone = backends::make_systemc_backend()->run(schedule, problem.device, {});
    EXPECT_EQ(heard.cycles, alone.cycles);
    EXPECT_FALSE(recorder.core.empty());
}

}  // namespace
}  // namespace xdnasim::timeline
