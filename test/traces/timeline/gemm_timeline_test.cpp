// The timeline of a small GEMM: its processes and threads, kernels, tasks and locks.

#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/traces/timeline/recorded_timeline.hpp"

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

TEST(GemmTimeline, HasAProcessPerTileAndThreadsForCoreChannelsAndPorts) {
    const Recorded run = small_gemm();
    std::set<std::string> processes;
    for (const auto& [number, name] : names(run.trace, "process_name", "pid"))
        processes.insert(name);
    EXPECT_THAT(processes, testing::IsSupersetOf({"core (0,2)", "core (1,2)", "mem tile (0,1)",
                                                  "mem tile (1,1)", "shim (0,0)", "shim (1,0)"}));
    std::set<std::string> threads;
    for (const auto& [number, name] : names(run.trace, "thread_name", "tid"))
        threads.insert(name);
    EXPECT_THAT(threads, testing::IsSupersetOf({"core", "DMA_S2MM_0", "DMA_MM2S_0",
                                                "PORT_0 master DMA:0", "PORT_2 slave DMA:0"}));
}

TEST(GemmTimeline, HoldsKernelsBetweenTheEventsOfTheirFirstAndLastLine) {
    const Recorded run = small_gemm();
    int calls = 0;
    for (const json& entry : run.trace["traceEvents"]) {
        if (!entry["name"].get<std::string>().starts_with("matmul")) continue;
        EXPECT_EQ(entry["args"]["begins"], "INSTR_EVENT_0");
        EXPECT_EQ(entry["args"]["ends"], "INSTR_EVENT_1");
        ++calls;
    }
    EXPECT_EQ(calls, 32);
}

TEST(GemmTimeline, StartsAndFinishesEachTaskOfAShim) {
    const Recorded run = small_gemm();
    int started = 0;
    int finished = 0;
    for (const json& entry : run.trace["traceEvents"]) {
        if (entry["pid"] != 1) continue;  // shim (0,0)
        started += entry["args"].value("begins", "").ends_with("_START_TASK") ? 1 : 0;
        finished += entry["args"].value("ends", "").ends_with("_FINISHED_TASK") ? 1 : 0;
    }
    EXPECT_GT(started, 0);
    EXPECT_EQ(started, finished);
}

TEST(GemmTimeline, NamesTheLockThatACoreWaitsFor) {
    const Recorded run = small_gemm();
    std::set<std::string> locks;
    for (const json& entry : run.trace["traceEvents"])
        if (entry["name"] == "LOCK_STALL") locks.insert(entry["args"]["lock"]);
    EXPECT_THAT(locks, testing::Contains("A full"));
}

TEST(GemmTimeline, OfAWindowHasTheWholeSpansThatReachIntoIt) {
    const Window window{Cycles{10'000}, Cycles{12'000}};
    const Bars part = bars_of(record("gemm_teaching.yaml", {}, window).trace);
    Bars expected = bars_of(small_gemm().trace);
    std::erase_if(expected, [](const Bar& bar) {
        const auto& [process, name, begin, length] = bar;
        return begin >= 12'000 || begin + length <= 10'000;
    });
    EXPECT_GT(part.size(), 10U);
    EXPECT_EQ(part, expected);
}

}  // namespace
}  // namespace xdnasim::timeline
