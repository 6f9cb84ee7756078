// What closed forms say of a network with given splits, against hand calculations.

#include "workloads/network/network_model.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/support/stock_device.hpp"
#include "test/workloads/network/network_problem.hpp"
#include "workloads/network/network_workload.hpp"

namespace xdnasim::network {
namespace {

using test::network_of;
using test::problem_of;
using test::text_of;

const std::vector<std::string> kSplitAsWorked{"width: 32, relu: true, split: {a: 2, b: 2, c: 1}",
                                              "width: 16, relu: true, split: {a: 2, b: 1, c: 1}"};

TEST(NetworkModel, GivesASampleTheCyclesOfAHandCalculation) {
    const problem::Problem problem = problem_of(text_of(16, 32, kSplitAsWorked));
    const std::vector<Stage>& stages = network_of(problem).stages();
    ASSERT_EQ(stages.size(), 2U);
    EXPECT_EQ(stages[1].link, Link::Cascade);
    const Forecast forecast =
        LatencyModel{network_of(problem).design(), problem.device}.forecast(stages);
    // In: 30 + 8 x 16 / 4 + 4 (2 + 2); layers: (2 + 1) 25 and 33; out: 30 + 8 x 16 / 4 + 16.
    EXPECT_EQ(forecast.stages[0].link, 78);
    EXPECT_EQ(forecast.stages[0].compute, 75);
    EXPECT_EQ(forecast.stages[1].link, 0);
    EXPECT_EQ(forecast.stages[1].compute, 33);
    EXPECT_EQ(forecast.out, 78);
    EXPECT_EQ(forecast.cycles(), 264);
}

TEST(NetworkModel, GivesASampleOfAStreamTheTimeOfTheSlowestCore) {
    const problem::Problem problem = problem_of(text_of(16, 32, kSplitAsWorked));
    const Pace pace = LatencyModel{network_of(problem).design(), problem.device}.pace(
        network_of(problem).stages());
    // The first layer: 2 x 25, and around it a call of 2, a return of 18, two locks of 14 and 6
    // that restore. The second: 33 and as much; the cascade holds both rounds of the first.
    EXPECT_EQ(pace.cores, 104);
    // 8 x 16 bytes at the 16 B x 0.3 GHz of a port beside an array at 1.25 GHz, and a BD's switch.
    EXPECT_NEAR(pace.streams, 128 / 3.84 + 1, 1e-9);
    EXPECT_EQ(pace.slowest(), pace.cores);
}

// One alone leaves at 264. The second leaves 104 behind it, as long as the slowest core has for
// each, and the third another 104.
TEST(NetworkModel, AddsThePaceForEachFurtherSampleOfAStream) {
    const Pace pace{.cores = 104, .streams = 35};
    EXPECT_EQ(cycles_of_stream(264, 78, pace, 1), 264);
    EXPECT_EQ(cycles_of_stream(264, 78, pace, 3), 264 + 2 * 104);
    // The slowest core has had its first sample from 264 - 78 - 104 on, if it is the last one.
    EXPECT_EQ(cycles_before_pace(264, 78, pace), 82);
}

// Streams are slower than a sample is to the last stage's end, in 186: all three have come in after
// 600, and the last one goes out.
TEST(NetworkModel, LetsAStreamThatIsSlowerThanTheStagesDecide) {
    const Pace pace{.cores = 104, .streams = 200};
    EXPECT_EQ(cycles_before_pace(264, 78, pace), 0);
    EXPECT_EQ(cycles_of_stream(264, 78, pace, 3), 600 + 78);
}

TEST(NetworkModel, KnowsWhatTheSameSplitsTakeByDma) {
    const problem::Problem problem =
        problem_of(text_of(16, 32,
                           {"width: 32, relu: true, split: {a: 2, b: 2, c: 1}",
                            "width: 16, relu: true, split: {a: 2, b: 1, c: 1}"},
                           "  link: dma\n"));
    const Forecast forecast = LatencyModel{network_of(problem).design(), problem.device}.forecast(
        network_of(problem).stages());
    // 70 + 75 + max(102, 98) + 33 + 66
    EXPECT_EQ(forecast.stages[1].link, 102);
    EXPECT_EQ(forecast.cycles(), 346);
}

TEST(NetworkModel, OrdersOtherSplitsAsAHandCalculationDoes) {
    const arch::Device device = xdnasim::test::device_named("versal-ve2802");
    const auto cycles = [&](int b0, int b1) {
        const auto layer = [](int width, int b) {
            return fmt::format("width: {}, relu: true, split: {{a: 2, b: {}, c: 1}}", width, b);
        };
        const problem::Problem problem =
            problem_of(text_of(16, 32, {layer(32, b0), layer(16, b1)}));
        return LatencyModel{network_of(problem).design(), device}
            .forecast(network_of(problem).stages())
            .cycles();
    };
    EXPECT_EQ(cycles(4, 1), 278);
    EXPECT_EQ(cycles(2, 2), 281);
    EXPECT_EQ(cycles(1, 1), 287);
}

/// Wider streams, and longer ways through switches: each counts where a hand
/// calculation has it.
TEST(NetworkModel, TakesTheNumbersOfTheDevice) {
    const problem::Problem problem =
        problem_of(text_of(16, 32,
                           {"width: 32, relu: true, split: {a: 2, b: 2, c: 1}",
                            "width: 16, relu: true, split: {a: 2, b: 1, c: 1}"},
                           "  link: dma\n"));
    const auto changed = [&](const auto& change) {
        arch::Device device = problem.device;
        change(device);
        return LatencyModel{network_of(problem).design(), device}.forecast(
            network_of(problem).stages());
    };
    const Forecast wide = changed([](arch::Device& device) {
        device.stream_width = arch::Bytes{8};
        device.pl->port_width = arch::Bytes{16};
    });
    // In: 30 + 8 x 16 / 8 + 4 x 2; between: what is given, 30 + 8 x 32 / 8 + 4 x 2, and what is
    // taken, 30 + 8 x 32 / 8 + 4; out: 30 + 8 x 16 / 8 + 4.
    EXPECT_EQ(wide.stages[0].link, 54);
    EXPECT_EQ(wide.stages[1].link, 70);
    EXPECT_EQ(wide.out, 50);
    const Forecast far =
        changed([](arch::Device& device) { device.timing.switch_hop = arch::Cycles{40}; });
    // Two switches in, two between, one out, each of 36 more.
    EXPECT_EQ(far.stages[0].link, 70 + 72);
    EXPECT_EQ(far.stages[1].link, 102 + 72);
    EXPECT_EQ(far.out, 66 + 36);
}

/// Ports half as wide, or at half the clock, take twice as long for each word.
TEST(NetworkModel, TakesTheWidthAndTheClockOfThePortsToTheProgrammableLogic) {
    const problem::Problem problem = problem_of(text_of(16, 32, kSplitAsWorked));
    const auto changed = [&](const auto& change) {
        arch::Device device = problem.device;
        change(device);
        return LatencyModel{network_of(problem).design(), device}.forecast(
            network_of(problem).stages());
    };
    int checked = 0;
    for (const Forecast& slow :
         {changed([](arch::Device& device) { device.pl->port_width = arch::Bytes{4}; }),
          changed([](arch::Device& device) { device.pl->clock_ghz = 0.15; }),
          changed([](arch::Device& device) { device.clock_ghz = 2.5; })}) {
        // 8 x 16 bytes at two a cycle, in and out, and the rest as it was: 264 in all.
        EXPECT_DOUBLE_EQ(slow.stages[0].link, 30 + 64 + 16) << checked;
        EXPECT_DOUBLE_EQ(slow.out, 30 + 64 + 16) << checked;
        EXPECT_DOUBLE_EQ(slow.cycles(), 264 + 2 * 32) << checked;
        ++checked;
    }
    EXPECT_EQ(checked, 3);
    const Forecast faster =
        changed([](arch::Device& device) { device.stream_width = arch::Bytes{8}; });
    EXPECT_DOUBLE_EQ(faster.out, 78) << "no more than a port gives";
}

TEST(NetworkModel, TakesTheLatenciesOfTheCoresOperationsForAnAggregation) {
    const problem::Problem problem =
        problem_of(text_of(32, 16, {"width: 32, aggregate: sum, split: {a: 4, b: 1, c: 1}"}));
    const std::vector<Stage>& stages = network_of(problem).stages();
    ASSERT_TRUE(stages[1].aggregates);
    const auto cycles = [&](const arch::Device& device) {
        return LatencyModel{network_of(problem).design(), device}.compute(stages[1]);
    };
    const double as_it_is = cycles(problem.device);
    const auto later = [&](const char* operation) {
        arch::Device device = problem.device;
        const int index = device.core.slots.index_of(operation);
        device.core.slots.operations[static_cast<std::size_t>(index)].result += 10;
        return cycles(device) - as_it_is;
    };
    // Four cores: one load and one narrowing; four products, three of them behind a get.
    EXPECT_EQ(later("vld"), 10);
    EXPECT_EQ(later("vmac"), 40);
    EXPECT_EQ(later("vmov.get"), 30);
    EXPECT_EQ(later("vsrs"), 10);
}

}  // namespace
}  // namespace xdnasim::network
