#include "workloads/kernels/kernel_program.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/support/input_error.hpp"
#include "test/workloads/kernels/vliw/schedule_verifier.hpp"

namespace xdnasim::kernels {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Programs : public testing::Test {
 protected:
    [[nodiscard]] Kernel matmul(int m, int k, int n, DataType c = DataType::Int8,
                                Layout layout = Layout::RowMajor) const {
        Matmul work{};
        work.a = work.b = DataType::Int8;
        work.c = c;
        work.m = m;
        work.k = k;
        work.n = n;
        work.r = 4;
        work.s = work.t = 8;
        work.b_layout = layout;
        return {"matmul", work, std::nullopt};
    }
    [[nodiscard]] vliw::CallSchedule schedule(const Kernel& kernel,
                                              CallKind kind = CallKind::Accumulate) const {
        return vliw::schedule_call(program_of(kernel, npu, kind), npu.core.slots);
    }
    [[nodiscard]] std::string refusal(const Kernel& kernel,
                                      std::optional<Blocking> blocking = std::nullopt) const {
        return input_error([&] { return program_of(kernel, npu, CallKind::Accumulate, blocking); });
    }

    const arch::Device npu = arch::load_device(arch::find_device("xdna-phoenix"));
};

TEST_F(Programs, IssueAProductInEveryCycleOfTheLoop) {
    const auto call = schedule(matmul(64, 64, 64));
    EXPECT_EQ(call.ii, 8);  // a product for each of 4 x 2 tiles of C
    EXPECT_EQ(call.bounds.binding, "vec");
}

TEST_F(Programs, MakeEveryPartOfEveryCallLegal) {
    for (const CallKind kind : {CallKind::Accumulate, CallKind::First})
        for (const DataType c : {DataType::Int8, DataType::Int16, DataType::Int32})
            for (const Layout layout : {Layout::RowMajor, Layout::ColumnMajor})
                for (const int k : {8, 16, 24, 64})
                    for (const auto& section :
                         schedule(matmul(32, k, 32, c, layout), kind).sections)
                        EXPECT_THAT(vliw::verify(section.graph, section.schedule, npu.core.slots),
                                    testing::IsEmpty())
                            << section.name << ", k " << k;
}

TEST_F(Programs, IssueAsManyProductsAsTheTileHas) {
    const auto slots = schedule(matmul(64, 72, 48)).slot_use(npu.core.slots);
    const auto vec = std::ranges::find(npu.core.slots.slots, "vec") - npu.core.slots.slots.begin();
    EXPECT_EQ(slots[static_cast<std::size_t>(vec)], 64 * 72 * 48 / 256);
}

TEST_F(Programs, TakeLessTimeWhenCIsNotLoaded) {
    EXPECT_LT(schedule(matmul(64, 64, 64), CallKind::First).cycles(),
              schedule(matmul(64, 64, 64)).cycles());
}

TEST_F(Programs, TakeLongerForWiderOutputs) {
    const auto cycles = [&](DataType c) { return schedule(matmul(64, 64, 64, c)).cycles(); };
    EXPECT_LT(cycles(DataType::Int8), cycles(DataType::Int16));
    EXPECT_LT(cycles(DataType::Int16), cycles(DataType::Int32));
}

TEST_F(Programs, GrowByOneIntervalPerBlockAndStep) {
    const auto cycles = [&](int k) { return schedule(matmul(64, k, 64)).kernel_cycles().count(); };
    EXPECT_EQ(cycles(128) - cycles(64), 16 * 8 * 8);  // 16 blocks, 8 steps, II of 8
}

TEST_F(Programs, UseAnotherBlockingWhereThePublishedOneDoesNotDivide) {
    const auto work = std::get<Matmul>(matmul(8, 32, 32).work);
    EXPECT_EQ(choose_blocking(work, matrix_rate(work, npu)), (Blocking{2, 4}));
}

TEST_F(Programs, RefuseMoreAccumulatorsThanTheCoreHas) {
    EXPECT_THAT(refusal(matmul(64, 64, 64), Blocking{8, 2}),
                AllOf(HasSubstr("takes 32 accumulators"), HasSubstr("the core has 18"),
                      HasSubstr("at most 9 tiles")));
}

TEST_F(Programs, RefuseATileThatTheInstructionOrTheBlockingDoesNotDivide) {
    EXPECT_THAT(refusal(matmul(64, 60, 64)),
                AllOf(HasSubstr("k is 60"), HasSubstr("nearest: 56 or 64")));
    EXPECT_THAT(refusal(matmul(24, 64, 64), Blocking{4, 2}),
                AllOf(HasSubstr("m is 24"), HasSubstr("multiple of 16"), HasSubstr("4 x 2 tiles")));
}

TEST_F(Programs, ListTheTypesThatTheDeviceMultiplies) {
    Kernel kernel = matmul(64, 64, 64);
    std::get<Matmul>(kernel.work).b = DataType::Int16;
    EXPECT_THAT(refusal(kernel), HasSubstr("int8 x int8 -> int16"));
}

TEST_F(Programs, StoreAVectorOfZerosPerCycle) {
    const Kernel zero{"zero", Zero{arch::Bytes{4096}}, std::nullopt};
    EXPECT_EQ(schedule(zero).kernel_cycles(), arch::Cycles{4096 / 32});
}

TEST_F(Programs, ThatACoreCannotHoldNameTheDeviceAndTheKernel) {
    arch::Device small = npu;
    small.name = "small";
    small.core.slots.registers[static_cast<std::size_t>(arch::RegisterFile::Vector)] = 1;
    const auto message = AllOf(
        HasSubstr("core.slots of small has no layout for the kernel 'matmul': operation ld A"),
        HasSubstr("; available: 1"));
    EXPECT_THAT(input_error([&] { return schedule_of(matmul(64, 64, 64), small); }), message);
    EXPECT_THAT(input_error([&] { return cycles_per_call(matmul(64, 64, 64), small); }), message);
}

}  // namespace
}  // namespace xdnasim::kernels
