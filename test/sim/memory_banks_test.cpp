#include <gtest/gtest.h>

#include "sim/kernel_table.hpp"
#include "test/sim/example_run.hpp"
#include "test/support/schedule_parts.hpp"
#include "workloads/gemm/gemm_parts.hpp"

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
    // A0, A1, B0, B1 and C in a pair of banks of their own each, but for C.
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

}  // namespace
}  // namespace xdnasim::sim::test
