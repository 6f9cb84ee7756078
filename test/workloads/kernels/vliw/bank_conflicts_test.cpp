#include "workloads/kernels/vliw/bank_conflicts.hpp"

#include <gtest/gtest.h>

#include "test/workloads/kernels/vliw/example_slots.hpp"

namespace xdnasim::vliw {
namespace {

using arch::Bytes;

/// A call with a loop of ten cycles, each of which loads from x and y and stores to z.
class BankConflicts : public testing::Test {
 protected:
    BankConflicts() {
        slots.slots = {"lda", "ldb", "st"};
        slots.operations = {{.name = "load", .slots = {0, 1}},
                            {.name = "store", .slots = {2}, .store = true}};
        banks.count = 8;
        banks.size = Bytes{8192};
        banks.dma_access = Bytes{16};
        banks.core_loses = 1;
        CodeSection loop;
        loop.graph.nodes = {{.operation = 0, .label = "x", .memory = "x"},
                            {.operation = 0, .label = "y", .memory = "y"},
                            {.operation = 1, .label = "z", .memory = "z"}};
        loop.schedule = {.placements = {{0, 0}, {0, 1}, {0, 2}}, .length = 1, .ii = 1};
        loop.cycles = 1;
        loop.runs = 10;
        call.sections.push_back(loop);
        call.nests = {{.count = 1}};
    }
    /// Expected stalls with x, y and z, of 4,096 bytes each, at these addresses.
    [[nodiscard]] double stalls(std::int64_t x, std::int64_t y, std::int64_t z,
                                const std::vector<DmaTraffic>& traffic = {}) const {
        const std::vector<ArrayPlacement> arrays{{"x", Bytes{x}, Bytes{4096}},
                                                 {"y", Bytes{y}, Bytes{4096}},
                                                 {"z", Bytes{z}, Bytes{4096}}};
        return expected_stalls(call, slots, banks, arrays, traffic);
    }

    static constexpr std::int64_t kPair = 16384;  ///< bytes of a pair of banks
    arch::SlotModel slots;
    arch::MemoryBanks banks;
    CallSchedule call;
};

TEST_F(BankConflicts, AreNoneBetweenPairsOfBanks) {
    EXPECT_DOUBLE_EQ(stalls(0, kPair, 2 * kPair), 0);
}

TEST_F(BankConflicts, CostACycleForEveryTwoLoadsOfOnePair) {
    EXPECT_DOUBLE_EQ(stalls(0, 4096, 2 * kPair), 10);
}

TEST_F(BankConflicts, CountTheShareOfAnArrayThatLiesInAPair) {
    EXPECT_DOUBLE_EQ(stalls(0, kPair - 1024, 2 * kPair), 2.5);
}

TEST_F(BankConflicts, BetweenLoadsAndStoresAreTheDevicesSetting) {
    EXPECT_DOUBLE_EQ(stalls(0, kPair, 4096), 0);
    banks.loads_and_stores_collide = true;
    EXPECT_DOUBLE_EQ(stalls(0, kPair, 4096), 10);
}

TEST_F(BankConflicts, CostTwoCyclesWhereThreeArraysMeetInAPair) {
    banks.loads_and_stores_collide = true;
    EXPECT_DOUBLE_EQ(stalls(0, 4096, 8192), 20);
    // Three quarters of z lie in the pair of x and y: 7.5 of its 10 accesses meet them, the others
    // meet neither.
    EXPECT_DOUBLE_EQ(stalls(0, 4096, kPair - 3072), 10 + 7.5);
    // Without collisions between loads and stores, the two loads still meet.
    banks.loads_and_stores_collide = false;
    EXPECT_DOUBLE_EQ(stalls(0, 4096, 8192), 10);
}

TEST_F(BankConflicts, CostACycleWhereOneArrayComesTwiceAndAnotherOnce) {
    banks.loads_and_stores_collide = true;
    call.sections[0].graph.nodes[1].memory = "x";
    EXPECT_DOUBLE_EQ(stalls(0, 2 * kPair, 8192), 10);
}

TEST_F(BankConflicts, MeetWhereAStoreComesToMemoryAndNotWhereItIssues) {
    banks.loads_and_stores_collide = true;
    slots.operations[0].memory = 5;
    slots.operations[1].memory = 7;
    CodeSection& section = call.sections.front();
    section.schedule.ii = 0;
    section.schedule.length = 3;
    section.cycles = 3;
    section.runs = 1;
    for (int load = 0; load < 3; ++load) {
        section.schedule.placements = {{load, 0}, {load, 1}, {0, 2}};
        EXPECT_DOUBLE_EQ(stalls(0, kPair, 4096), load == 2 ? 1 : 0) << load;
    }
    // The store of one run reaches memory in the cycle of the next run's loads: 9 times in 10 runs.
    section.schedule.placements = {{0, 0}, {0, 1}, {1, 2}};
    section.runs = 10;
    EXPECT_DOUBLE_EQ(stalls(0, kPair, 4096), 9);
}

TEST_F(BankConflicts, WithADmaGoWithItsAccessesPerCycle) {
    const DmaTraffic reading{Bytes{8192}, Bytes{4096}, false, 4};
    EXPECT_DOUBLE_EQ(stalls(0, kPair, 2 * kPair, {reading}), 10 * 4.0 / 16);
    banks.core_loses = 0.5;
    EXPECT_DOUBLE_EQ(stalls(0, kPair, 2 * kPair, {reading}), 10 * 4.0 / 16 / 2);
}

TEST_F(BankConflicts, WithAWritingDmaHitStoresAlone) {
    const DmaTraffic writing{Bytes{8192}, Bytes{4096}, true, 4};
    EXPECT_DOUBLE_EQ(stalls(0, kPair, 2 * kPair, {writing}), 0);
    EXPECT_DOUBLE_EQ(stalls(kPair, 2 * kPair, 0, {writing}), 10 * 4.0 / 16);
}

TEST_F(BankConflicts, WithADmaThatTakesTheBankHitLoadsAndStores) {
    banks.dma_takes_bank = true;
    const DmaTraffic writing{Bytes{8192}, Bytes{4096}, true, 4};
    EXPECT_DOUBLE_EQ(stalls(0, kPair, 2 * kPair, {writing}), 10 * 4.0 / 16);
    EXPECT_DOUBLE_EQ(stalls(kPair, 2 * kPair, 0, {writing}), 10 * 4.0 / 16);
}

TEST_F(BankConflicts, WithADmaGoByWhereItIsInItsRange) {
    banks.dma_takes_bank = true;
    // At 4 bytes per cycle, the channel passes from the first pair of banks into the second in
    // cycle 4 and ends in cycle 8.
    const DmaTraffic writing{Bytes{kPair - 16}, Bytes{32}, true, 4};
    EXPECT_DOUBLE_EQ(stalls(0, 2 * kPair, 3 * kPair, {writing}), 4 * 4.0 / 16);
    EXPECT_DOUBLE_EQ(stalls(kPair, 2 * kPair, 3 * kPair, {writing}), 4 * 4.0 / 16);
    DmaTraffic earlier = writing;
    earlier.begin = -4;  // before the call
    EXPECT_DOUBLE_EQ(stalls(0, 2 * kPair, 3 * kPair, {earlier}), 0);
}

TEST_F(BankConflicts, WithADmaGoOnWhileTheCoreStalls) {
    // The channel moves data for eight cycles. The core loses a quarter of a cycle with each load
    // of x, so that the seventh load begins at 7.5 cycles and the eighth at 8.75, when the channel
    // has ended.
    const DmaTraffic reading{Bytes{8192}, Bytes{32}, false, 4};
    EXPECT_DOUBLE_EQ(stalls(0, kPair, 2 * kPair, {reading}), 7 * 4.0 / 16);
}

TEST_F(BankConflicts, WithADmaThatMovesInAShareOfTheCallsCountThatShare) {
    DmaTraffic reading{Bytes{8192}, Bytes{4096}, false, 4};
    reading.share = 0.5;
    EXPECT_DOUBLE_EQ(stalls(0, kPair, 2 * kPair, {reading}), 10 * 4.0 / 16 / 2);
}

TEST_F(BankConflicts, AreThoseOfEveryBlockThatRunsBesideAnother) {
    // Blocks of one step are not pipelined. x and y of a block are loaded in the same cycle, while
    // other blocks multiply.
    LoopNest nest;
    nest.blocks = 32;
    nest.body = {
        {.operation = "vld", .label = "ld x", .writes = "x", .result = kVector, .memory = "x"},
        {.operation = "vld", .label = "ld y", .writes = "y", .result = kVector, .memory = "y"},
        {.operation = "vmul",
         .label = "mul",
         .reads = {"x", "y"},
         .writes = "c",
         .result = kAccumulator}};
    nest.after = {{.operation = "vst", .label = "st c", .reads = {"c"}, .memory = "z"}};
    slots = example_slots();
    call = schedule_call(nest, slots);
    ASSERT_EQ(call.ii, 0);
    EXPECT_DOUBLE_EQ(stalls(0, 4096, 2 * kPair), 32);
    EXPECT_DOUBLE_EQ(stalls(0, kPair, 2 * kPair), 0);
}

TEST_F(BankConflicts, FollowTheOrderOfAccesses) {
    // The address in x advances by 1,024 bytes per block: the first four of the ten blocks load
    // from the pair of banks in which y lies.
    call.blocks = 10;
    call.sections[0].graph.nodes[0].walk = Walk{.offset = 0, .step = 0, .row = 1024, .column = 0};
    EXPECT_DOUBLE_EQ(stalls(kPair - 4096, 0, 3 * kPair), 4);
}

}  // namespace
}  // namespace xdnasim::vliw
