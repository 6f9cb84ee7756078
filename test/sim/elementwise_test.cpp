// Simulations of two designs that were recorded on a Phoenix: mlir-aie's vector_scalar_mul and
// add_one_objFifo.

#include <filesystem>

#include <gtest/gtest.h>

#include "test/sim/example_run.hpp"
#include "test/sim/first_column.hpp"
#include "workloads/elementwise/elementwise_parts.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using test::kCore;

/// The kernel calls of an example's core, in a simulated run.
std::vector<events::CoreInterval> calls_of(const char* example,
                                           const std::vector<problem::Setting>& settings = {}) {
    const problem::Problem loaded =
        problem::load_problem(std::filesystem::path{XDNASIM_EXAMPLES} / example, settings);
    const test::Timed timed = test::run(problem::map_problem(loaded), loaded.device);
    return timed.recorder.calls(kCore, elementwise::kKernel);
}

TEST(RecordedVectorScalar, HasTheRecordedPeriodAndGapBetweenItsCalls) {
    constexpr int kWithin = 3;
    const auto calls = calls_of("elementwise_vector_scalar.yaml");
    ASSERT_EQ(calls.size(), 4U);
    for (std::size_t i = 1; i < calls.size(); ++i) {
        // The recording shows the kernel's own first and last lines, so that its gap includes the
        // call.
        const Cycles gap = calls[i].begin + calls[i].call - calls[i - 1].end;
        EXPECT_NEAR(static_cast<double>(gap.count()), 67, kWithin);
        EXPECT_NEAR(static_cast<double>((calls[i].begin - calls[i - 1].begin).count()), 10'312,
                    kWithin);
    }
}

TEST(RecordedAddOne, TakesAnObjectAsOftenAsTheRecordingShows) {
    const auto calls = calls_of("elementwise_add_one.yaml");
    ASSERT_EQ(calls.size(), 8U);
    // The first objects come at the rate at which the MemTile sends them. After them, the recording
    // shows 68 to 70 cycles from object to object, and a few more where the loop over them branches
    // back.
    for (std::size_t i = 3; i < calls.size(); ++i)
        EXPECT_NEAR(static_cast<double>((calls[i].begin - calls[i - 1].begin).count()), 69,
                    0.05 * 69)
            << "object " << i;
}

TEST(Elementwise, CallsFollowEachOtherWithFourLockOperationsBetween) {
    const auto calls = calls_of("elementwise_vector_scalar.yaml", {{"device", "xdna-phoenix"}});
    ASSERT_GT(calls.size(), 1U);
    // Kernel end > release > release > acquire > acquire > call, as recorded on a Phoenix; the
    // kernel begins 2 cycles after the call.
    EXPECT_EQ(calls[1].begin - calls[0].end, Cycles{18 + 20 + 14 + 14 + 14});
}

TEST(Elementwise, AnInlinedKernelIsNotCalled) {
    const arch::Device device = test::device_named("xdna-phoenix");
    const auto called = calls_of("elementwise_vector_scalar.yaml", {{"device", "xdna-phoenix"}});
    const auto inlined =
        calls_of("elementwise_vector_scalar.yaml",
                 {{"device", "xdna-phoenix"}, {"elementwise.kernel.inlined", "true"}});
    ASSERT_GT(device.timing.core_call, Cycles{0});
    EXPECT_EQ(called[0].end - called[0].begin,
              inlined[0].end - inlined[0].begin + device.timing.core_call);
}

TEST(Elementwise, WithOneObjectInAFifoTheCoreWaitsForTheStreams) {
    const auto one = calls_of("elementwise_vector_scalar.yaml", {{"elementwise.depth", "1"}});
    ASSERT_EQ(one.size(), 4U);
    // An object of 1,024 words leaves and the next one arrives while the core has nothing to do.
    EXPECT_GT(one[1].begin - one[0].end, Cycles{1'024});
}

TEST(Elementwise, ShortKernelsRunAtThePaceOfTheStream) {
    const auto calls = calls_of("elementwise_vector_scalar.yaml",
                                {{"elementwise.objects", "32"},
                                 {"elementwise.kernel.cycles_per_call", "100"},
                                 {"device", "{base: xdna-phoenix, set: {dram.channel: 100}}"}});
    ASSERT_EQ(calls.size(), 32U);
    // The ShimTile sends all objects of 1,024 words in one BD, a word each cycle.
    EXPECT_EQ(calls[31].begin - calls[30].begin, Cycles{1'024});
}

}  // namespace
}  // namespace xdnasim::sim
