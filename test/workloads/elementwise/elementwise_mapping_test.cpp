#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/support/mapped_elementwise.hpp"
#include "test/support/schedule_parts.hpp"
#include "workloads/elementwise/elementwise_parts.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/schedule/workload.hpp"

namespace xdnasim::elementwise {
namespace {

using arch::Bytes;
using kernels::DataType;
using schedule::Schedule;
using testing::HasSubstr;
using testing::StartsWith;

class Elementwise : public testing::Test {
 protected:
    [[nodiscard]] static ElementwiseDesign vector_scalar() {
        ElementwiseDesign problem;
        problem.core = {0, 2};
        problem.object = Bytes{4096};
        problem.objects = 4;
        problem.depth = 2;
        problem.kernel = {KernelKind::Scale, "vector_scalar", DataType::Int32, 3,
                          arch::Cycles{10'245}};
        return problem;
    }
    [[nodiscard]] static ElementwiseDesign add_one() {
        ElementwiseDesign problem = vector_scalar();
        problem.object = Bytes{32};
        problem.objects = 8;
        problem.mem_tile_object = Bytes{64};
        problem.kernel = {KernelKind::AddOne, "add_one", DataType::Int32, 1, std::nullopt};
        return problem;
    }
    [[nodiscard]] Schedule map(const ElementwiseDesign& problem) const {
        return test::map_elementwise(problem, device_);
    }
    [[nodiscard]] std::string refusal(const ElementwiseDesign& problem) const {
        try {
            static_cast<void>(map(problem));
        } catch (const schedule::MappingError& error) {
            EXPECT_THAT(error.what(), StartsWith(error.key()));
            return error.what();
        }
        return "(accepted)";
    }

    arch::Device device_ = arch::load_device(arch::find_device("xdna-phoenix"));
};

TEST_F(Elementwise, ConnectsShimAndCoreWithoutTheMemTile) {
    const Schedule schedule = map(vector_scalar());
    ASSERT_EQ(schedule.tiles.size(), 2U);
    ASSERT_EQ(schedule.flows.size(), 2U);
    const schedule::Flow& in = schedule::test::flow_named(schedule, "in");
    EXPECT_EQ(in.source.tile, (arch::TileId{0, 0}));
    EXPECT_EQ(in.sinks.front().tile, (arch::TileId{0, 2}));
    const schedule::Flow& out = schedule::test::flow_named(schedule, "out");
    EXPECT_EQ(out.source.tile, (arch::TileId{0, 2}));
    EXPECT_EQ(out.sinks.front().tile, (arch::TileId{0, 0}));
    EXPECT_TRUE(validate(schedule, device_).empty());
}

TEST_F(Elementwise, PassesTheMemTileBothWaysWhenAsked) {
    const Schedule schedule = map(add_one());
    ASSERT_EQ(schedule.tiles.size(), 3U);
    EXPECT_EQ(schedule.flows.size(), 4U);
    const schedule::TileProgram& mem = *schedule.find({0, 1});
    EXPECT_EQ(mem.channels.size(), 4U);
    ASSERT_EQ(mem.buffers.size(), 4U);
    for (const schedule::Buffer& buffer : mem.buffers)
        EXPECT_EQ(buffer.size, Bytes{64});
    for (const schedule::Bd& bd : schedule.find({0, 2})->bds)
        EXPECT_EQ(bd.length, Bytes{32});
}

TEST_F(Elementwise, GoesToTheCoreThatItNames) {
    ElementwiseDesign problem = vector_scalar();
    int cores = 0;
    for (int column = 0; column < device_.columns; ++column)
        for (int row = device_.first_core_row(); row < device_.rows(); ++row) {
            problem.core = {column, row};
            const Schedule schedule = map(problem);
            for (const schedule::TileProgram& program : schedule.tiles)
                EXPECT_EQ(!program.core.empty(), program.tile == problem.core)
                    << to_string(program.tile);
            ++cores;
        }
    EXPECT_EQ(cores, device_.columns * device_.core_rows());
}

TEST_F(Elementwise, HoldsAsManyObjectsOfEachFifoAsItsDepthSays) {
    for (const int depth : {1, 2, 3, 7}) {
        ElementwiseDesign problem = vector_scalar();
        problem.depth = depth;
        const Schedule schedule = map(problem);
        const schedule::TileProgram& core = *schedule.find({0, 2});
        EXPECT_EQ(core.buffers.size(), 2U * static_cast<std::size_t>(depth));
        EXPECT_EQ(core.bds.size(), 2U * static_cast<std::size_t>(depth));
        ASSERT_EQ(core.locks.size(), 4U);
        for (const schedule::Lock& lock : core.locks)
            EXPECT_EQ(lock.initial, lock.name.ends_with("empty") ? depth : 0) << lock.name;
    }
}

TEST_F(Elementwise, CallsTheKernelForEachObjectOfARoundInTurn) {
    ElementwiseDesign problem = vector_scalar();
    problem.depth = 3;
    const Schedule schedule = map(problem);
    const schedule::TileProgram& core = *schedule.find({0, 2});
    ASSERT_EQ(core.core.size(), 1U);
    const auto& loop = std::get<schedule::Loop>(core.core.front().op);
    EXPECT_FALSE(loop.count.has_value());
    std::set<schedule::BufferRef> used;
    int calls = 0;
    for (const schedule::CoreOp& op : loop.body) {
        const auto* call = std::get_if<schedule::Call>(&op.op);
        if (call == nullptr) continue;
        ++calls;
        for (const schedule::BufferSlice& slice : call->arguments)
            used.insert(slice.buffer);
    }
    EXPECT_EQ(calls, 3);
    EXPECT_EQ(used.size(), 6U);
}

TEST_F(Elementwise, PutsObjectsIntoBanksOfTheirOwnWhereTheyFit) {
    const auto placed = place_in_core(vector_scalar(), device_).value();
    std::set<std::int64_t> banks;
    for (const Bytes address : placed) {
        EXPECT_GE(address, device_.core_stack);
        banks.insert(address.count() / (2 * device_.core.banks.size.count()));
    }
    EXPECT_EQ(banks.size(), 4U);
}

TEST_F(Elementwise, PutsObjectsThatNoBankHoldsOneAfterTheOther) {
    ElementwiseDesign problem = vector_scalar();
    problem.depth = 1;
    problem.object = Bytes{30'000};
    const auto placed = place_in_core(problem, device_).value();
    ASSERT_EQ(placed.size(), 2U);
    EXPECT_GE(placed[1], placed[0] + problem.object);
    EXPECT_TRUE(validate(map(problem), device_).empty());
}

TEST_F(Elementwise, MovesEverythingInOneTaskEachWay) {
    ElementwiseDesign problem = vector_scalar();
    problem.objects = 100'000;
    const Schedule schedule = map(problem);
    EXPECT_EQ(schedule.sequence.size(), 5U);
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        EXPECT_EQ(buffer.size, Bytes{409'600'000});
}

TEST_F(Elementwise, SaysWhatItComputes) {
    const Schedule schedule = map(add_one());
    const schedule::Work work = schedule.workload->work();
    EXPECT_EQ(work.results, Bytes{256});
    EXPECT_EQ(work.moved, Bytes{512});
    const kernels::Kernel& kernel = *schedule.kernel(work.kernel.value());
    EXPECT_TRUE(std::holds_alternative<kernels::AddOne>(kernel.work));
}

TEST_F(Elementwise, RefusesCoresWithoutAWayToHostMemory) {
    ElementwiseDesign problem = vector_scalar();
    problem.core.row = 1;
    EXPECT_THAT(refusal(problem), HasSubstr("row 1 of xdna-phoenix has no cores; allowed: 2 to 5"));
    problem = vector_scalar();
    device_.shim_has_dma[0] = false;
    EXPECT_THAT(refusal(problem), HasSubstr("column 0 of xdna-phoenix has no shim that reaches "
                                            "host memory; allowed: 1, 2, 3"));
}

TEST_F(Elementwise, RefusesObjectsThatTheHardwareCannotHold) {
    ElementwiseDesign problem = vector_scalar();
    problem.object = Bytes{4098};
    EXPECT_THAT(refusal(problem), HasSubstr("4098 is not a multiple of 4, a word of DMA; nearest: "
                                            "4096 and 4100"));
    problem.object = Bytes{65'536};
    EXPECT_THAT(refusal(problem), HasSubstr("a BD of a core moves at most 65532 bytes"));
    problem.object = Bytes{16'384};
    EXPECT_THAT(refusal(problem), HasSubstr("at most 16128 fit"));
    problem.object = Bytes{16'128};
    EXPECT_TRUE(validate(map(problem), device_).empty());
    problem.objects = 0;
    EXPECT_THAT(refusal(problem), HasSubstr("elementwise.objects: 0; at least 1"));
    problem.objects = 1 << 21;
    EXPECT_THAT(refusal(problem), HasSubstr("a BD of a shim moves at most 17179869180"));
}

TEST_F(Elementwise, RefusesFifosDeeperThanTheBdsAreMany) {
    ElementwiseDesign problem = add_one();
    problem.depth = 9;
    EXPECT_THAT(refusal(problem), HasSubstr("enough for 1 to 8 objects of a FIFO, not 9"));
    problem.depth = 0;
    EXPECT_THAT(refusal(problem), HasSubstr("not 0"));
}

TEST_F(Elementwise, RefusesMemTileObjectsThatDoNotHoldWholeOnesOfTheCore) {
    ElementwiseDesign problem = add_one();
    problem.mem_tile_object = Bytes{80};
    EXPECT_THAT(refusal(problem), HasSubstr("80 is not a multiple of the core's objects of 32; "
                                            "nearest: 64 and 96"));
    problem.mem_tile_object = Bytes{96};
    EXPECT_THAT(
        refusal(problem),
        HasSubstr("elementwise.objects: 8 does not fill whole objects of the mem tile, each "
                  "of which has 3 of the core's; nearest: 6 and 9"));
    problem.objects = 1 << 14;
    problem.mem_tile_object = Bytes{32 << 13};
    EXPECT_THAT(refusal(problem), HasSubstr("are 1048576 bytes, 524288 more than the 524288"));
    device_.row_kinds[1] = arch::TileKind::CompTile;
    problem.core.row = 2;
    EXPECT_THAT(refusal(problem), HasSubstr("has no mem tiles beside its shims"));
}

TEST_F(Elementwise, RefusesKernelsWhoseSlotsAreNotKnown) {
    ElementwiseDesign problem = vector_scalar();
    problem.kernel.cycles_per_call.reset();
    EXPECT_THAT(refusal(problem),
                HasSubstr("elementwise.kernel: no slot model for a kernel that scales int32; "
                          "allowed: int8. Change the kernel, or give cycles_per_call"));
    problem.kernel.type = DataType::Int8;
    EXPECT_TRUE(validate(map(problem), device_).empty());
}

}  // namespace
}  // namespace xdnasim::elementwise
