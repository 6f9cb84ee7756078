// The closed forms of a network with given splits, compared with hand calculations.

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
    // In: 30 + 8 x 16 / 4 + 4 x (2 + 2) = 78. Layers: (2 + 1) x 25 = 75, and 33. Out: 30 + 8 x 16 /
    // 4
    // + 16 = 78. All in cycles.
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
    // The first layer takes 2 x 25 cycles and, around them, 2 for the call, 18 for the return, 2 x
    // 14 for locks and 6 to restore: 104. The second takes 33 and the same 54. It delays the first
    // by nothing, since the cascade holds both of its rounds.
    EXPECT_EQ(pace.cores, 104);
    // A port moves 16 bytes x 0.3 GHz = 4.8 GB/s, which are 3.84 bytes per cycle of an array
    // at 1.25 GHz. 8 x 16 bytes take 128 / 3.84 cycles, and the change to the next BD one more.
    EXPECT_NEAR(pace.streams, 128 / 3.84 + 1, 1e-9);
    EXPECT_EQ(pace.slowest(), pace.cores);
}

// The first sample leaves at 264, as if it were alone. Each further sample leaves 104 cycles later,
// the time that the slowest core takes for a sample.
TEST(NetworkModel, AddsThePaceForEachFurtherSampleOfAStream) {
    const Pace pace{.cores = 104, .streams = 35};
    EXPECT_EQ(cycles_of_stream(264, 78, pace, 1), 264);
    EXPECT_EQ(cycles_of_stream(264, 78, pace, 3), 264 + 2 * 104);
    // If the slowest core is the last one, it begins its first sample at 264 - 78 - 104 = 82.
    EXPECT_EQ(cycles_before_pace(264, 78, pace), 82);
}

// A sample reaches the end of the last stage in 264 - 78 = 186 cycles, less than the 200 that the
// stream takes for it. All three samples have come in after 600 cycles; the last one then takes 78
// to go out.
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
    // In 70, first layer 75, transfer max(102 to send, 98 to receive), second layer 33, out 66.
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

/// Wider streams and slower switches change the terms in which a hand calculation has them.
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
    // In: 30 + 8 x 16 / 8 + 4 x 2 = 54. Between the layers, the longer of sending, 30 + 8 x 32 / 8
    // + 4 x 2 = 70, and receiving, 30 + 8 x 32 / 8 + 4 = 66. Out: 30 + 8 x 16 / 8 + 4 = 50.
    EXPECT_EQ(wide.stages[0].link, 54);
    EXPECT_EQ(wide.stages[1].link, 70);
    EXPECT_EQ(wide.out, 50);
    const Forecast far =
        changed([](arch::Device& device) { device.timing.switch_hop = arch::Cycles{40}; });
    // Two switches on the way in, two between the layers, one on the way out: 36 cycles more for
    // each.
    EXPECT_EQ(far.stages[0].link, 70 + 72);
    EXPECT_EQ(far.stages[1].link, 102 + 72);
    EXPECT_EQ(far.out, 66 + 36);
}

/// Ports of half the width, or with half the clock relative to the array, take twice as long for a
/// word.
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
        // 8 x 16 bytes take 64 cycles instead of 32, both in and out. The rest of the 264 stays.
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
    // A chain of four cores: the latency contains one load, one narrowing, four products, and the
    // gets of three cores.
    EXPECT_EQ(later("vld"), 10);
    EXPECT_EQ(later("vmac"), 40);
    EXPECT_EQ(later("vmov.get"), 30);
    EXPECT_EQ(later("vsrs"), 10);
}

}  // namespace
}  // namespace xdnasim::network
