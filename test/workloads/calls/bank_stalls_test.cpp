#include <map>

#include <gtest/gtest.h>

#include "test/sim/example_run.hpp"
#include "test/sim/program_builder.hpp"
#include "test/support/schedule_parts.hpp"
#include "workloads/calls/kernel_table.hpp"
#include "workloads/gemm/gemm_program.hpp"

namespace xdnasim::sim::test {
namespace {

using arch::Cycles;

class Banks : public testing::Test {
 protected:
    Banks() {
        small.tile = {64, 64, 64};
        npu.core.banks.loads_and_stores_collide = true;
    }
    [[nodiscard]] Cycles memory_stall_of(const schedule::Schedule& schedule) const {
        const Timed timed = run(schedule, npu);
        Cycles sum{};
        for (const events::CoreInterval& event : timed.recorder.core)
            if (event.state == events::CoreState::MemoryStall &&
                event.object == gemm::kMatmulKernel.index)
                sum += event.end - event.begin;
        return sum;
    }

    arch::Device npu = device_named("xdna-phoenix");
    SmallGemm small;
};

TEST_F(Banks, CostCyclesWhereTheDmaWritesIntoTheBanksThatTheCoreReads) {
    EXPECT_GT(memory_stall_of(small.schedule(npu)), Cycles{});
}

TEST_F(Banks, CostLessWhenLoadsAndStoresDoNotCollide) {
    const Cycles with = memory_stall_of(small.schedule(npu));
    npu.core.banks.loads_and_stores_collide = false;
    EXPECT_LT(memory_stall_of(small.schedule(npu)), with);
}

TEST_F(Banks, CostOtherCyclesWhenTheBuffersLieElsewhere) {
    schedule::Schedule schedule = small.schedule(npu);
    const Cycles close = memory_stall_of(schedule);
    // A0, A1, B0 and B1 lie in a pair of banks of their own each; C0 shares the pair of B1.
    for (schedule::TileProgram& program : schedule.tiles) {
        if (program.buffers.size() != 5 || program.tile.row < 2) continue;
        const auto place = [&](std::string_view name, std::int64_t address) {
            schedule::test::buffer_named(program, name).address = arch::Bytes{address};
        };
        place("A1", 16384);
        place("B0", 2 * 16384);
        place("B1", 3 * 16384);
        place("C0", 3 * 16384 + 8192);
    }
    EXPECT_NE(memory_stall_of(schedule), close);
    EXPECT_LT(memory_stall_of(schedule), close);
}

TEST_F(Banks, AreNotKnownForAKernelWhoseCyclesTheProblemSets) {
    small.cycles_per_call = 1000;
    EXPECT_EQ(memory_stall_of(small.schedule(npu)), Cycles{});
}

/// Two cores, one above the other, that copy between buffers at addresses of the test's choice.
class NeighboursBanks : public testing::Test {
 protected:
    static constexpr arch::TileId kLower{3, 5};
    static constexpr arch::TileId kUpper{3, 6};
    static constexpr std::int64_t kPair = 16384;
    static constexpr arch::Bytes kSize{4096};

    struct Place {
        arch::TileId tile;
        std::int64_t address;
    };
    schedule::BufferSlice at(const Place& place) {
        const schedule::BufferRef buffer = builder.buffer(place.tile, kSize);
        addresses[buffer] = arch::Bytes{place.address};
        return {buffer, arch::Bytes{0}, kSize};
    }
    /// Returns the cycles that `core` stalls for memory banks while it runs one call of a copy
    /// kernel.
    std::int64_t stalls(arch::TileId core, const Place& from, const Place& to) {
        builder.program(core, {call(copy, {at(from), at(to)})});
        schedule::Schedule made = builder.finish();
        for (const auto& [buffer, address] : addresses)
            made.find(buffer.tile)->buffers[static_cast<std::size_t>(buffer.index)].address =
                address;
        EXPECT_EQ(validate(made, device).size(), 0U);
        return run_program(made, device).time(core, events::CoreState::MemoryStall);
    }

    arch::Device device = device_named("versal-ve2802");  // a load and a store collide in a bank
    ProgramBuilder builder{device};
    schedule::KernelRef copy = builder.kernel({"copy", kernels::Copy{kSize}, {}});
    std::map<schedule::BufferRef, arch::Bytes> addresses;
};

TEST_F(NeighboursBanks, MeetNobodyInTheSamePlaceOfAnotherMemory) {
    EXPECT_EQ(stalls(kLower, {kLower, 0}, {kUpper, 0}), 0);
}

TEST_F(NeighboursBanks, MeetWhereBothArraysLieInOneOfThem) {
    const std::int64_t stalled = stalls(kLower, {kUpper, 0}, {kUpper, 8192});
    EXPECT_GT(stalled, kSize.count() / 32 / 2);  // of 128 loads and 128 stores of 32 bytes
    EXPECT_LE(stalled, kSize.count() / 32);
}

TEST_F(NeighboursBanks, AreSharedWithTheirOwnCore) {
    builder.program(kUpper, {call(copy, {at({kUpper, 4096}), at({kUpper, kPair})})});
    // Both cores load from the same pair of banks: each core loses half of the cycles in which both
    // load. Their stores go to other pairs.
    const std::int64_t stalled = stalls(kLower, {kUpper, 8192}, {kLower, 0});
    EXPECT_GT(stalled, kSize.count() / 32 / 4);
    EXPECT_LE(stalled, kSize.count() / 32 / 2);
}

TEST_F(NeighboursBanks, AreSharedWithWhatTheirOwnCoreStores) {
    builder.program(kUpper, {call(copy, {at({kUpper, kPair}), at({kUpper, 4096})})});
    const std::int64_t stalled = stalls(kLower, {kUpper, 8192}, {kLower, 0});
    EXPECT_GT(stalled, kSize.count() / 32 / 4);
    EXPECT_LE(stalled, kSize.count() / 32 / 2);
}

TEST_F(NeighboursBanks, AreLoadedFromBesideStoresWhereTheTwoDoNotMeet) {
    device.core.banks.loads_and_stores_collide = false;
    builder.program(kUpper, {call(copy, {at({kUpper, kPair}), at({kUpper, 4096})})});
    EXPECT_EQ(stalls(kLower, {kUpper, 8192}, {kLower, 0}), 0);
}

TEST_F(NeighboursBanks, AreSharedByStoresEvenWhereLoadsAndStoresDoNotMeet) {
    device.core.banks.loads_and_stores_collide = false;
    builder.program(kUpper, {call(copy, {at({kUpper, kPair}), at({kUpper, 4096})})});
    const std::int64_t stalled = stalls(kLower, {kLower, 0}, {kUpper, 8192});
    EXPECT_GT(stalled, kSize.count() / 32 / 4);
    EXPECT_LE(stalled, kSize.count() / 32 / 2);
}

TEST_F(NeighboursBanks, AreNotSharedInOtherPairs) {
    builder.program(kUpper, {call(copy, {at({kUpper, kPair}), at({kUpper, 2 * kPair})})});
    EXPECT_EQ(stalls(kLower, {kUpper, 0}, {kLower, 0}), 0);
}

}  // namespace
}  // namespace xdnasim::sim::test
