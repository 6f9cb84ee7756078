#include "workloads/kernels/vliw/operation_graph.hpp"

#include <gtest/gtest.h>

#include "test/workloads/kernels/vliw/example_slots.hpp"

namespace xdnasim::vliw {
namespace {

const arch::SlotModel kSlots = example_slots();

const arch::Operation& operation(const char* name) {
    return *kSlots.find(name);
}

TEST(DataLatency, OfALoadIsTheCyclesUntilItsRegisterIsReadable) {
    EXPECT_EQ(data_latency(operation("vld"), operation("vmac")), 7);
}

TEST(DataLatency, ToAnAccumulatorIsShorterBecauseItIsReadLater) {
    EXPECT_EQ(data_latency(operation("vlda.acc"), operation("vmac"), true), 5);
    EXPECT_EQ(data_latency(operation("vlda.ups"), operation("vmac"), true), 7);
}

TEST(DataLatency, IsOneLessWhereTheResultIsForwarded) {
    EXPECT_EQ(data_latency(operation("vmac"), operation("vmac"), true), 2);
    EXPECT_EQ(data_latency(operation("vmac.f"), operation("vmac.f"), true), 4);
}

TEST(DataLatency, ForwardsToAccumulatorsOnly) {
    EXPECT_EQ(data_latency(operation("vmac"), operation("vst.srs")), 5);
}

TEST(MemoryLatency, LetsTheSecondReachMemoryOneCycleAfterTheFirst) {
    EXPECT_EQ(memory_latency(operation("vst"), operation("vld")), 1);
    EXPECT_EQ(memory_latency(operation("vst.srs"), operation("vld")), 3);
    EXPECT_EQ(memory_latency(operation("vld"), operation("vst.srs")), -1);
}

TEST(ReuseLatency, LetsTheNextLoadIssueBeforeTheReader) {
    EXPECT_EQ(reuse_latency(operation("vmac"), operation("vld")), -5);
    EXPECT_EQ(reuse_latency(operation("vmac"), operation("vlda.acc"), true), -3);
}

}  // namespace
}  // namespace xdnasim::vliw
