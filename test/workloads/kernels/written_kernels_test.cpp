// Kernels as other projects write them and other compilers compile them, compared with recordings.

#include <algorithm>

#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

class WrittenKernels : public testing::Test {
 protected:
    [[nodiscard]] vliw::CallSchedule schedule(const Matmul& matmul) const {
        return vliw::schedule_call(program_of({"", matmul, std::nullopt}, npu2), npu2.core.slots);
    }
    [[nodiscard]] std::int64_t vector_operations(const vliw::CallSchedule& call) const {
        const auto vec = std::ranges::find(npu2.core.slots.slots, "vec");
        return call.slot_use(npu2.core.slots)
            .at(static_cast<std::size_t>(vec - npu2.core.slots.slots.begin()));
    }

    const arch::Device npu2 = arch::load_device(arch::find_device("xdna2-strix"));
    const Matmul bf16{.a = DataType::Bf16,
                      .b = DataType::Bf16,
                      .c = DataType::Bf16,
                      .m = 32,
                      .k = 64,
                      .n = 64,
                      .r = 4,
                      .s = 8,
                      .t = 8,
                      .shift = 0,
                      .rounding = Rounding::ConvEven,
                      .b_layout = Layout::RowMajor,
                      .blocking = std::nullopt,
                      .compiler = Compiler::Chess,
                      .native = true};
    const Matmul int16{.a = DataType::Int16,
                       .b = DataType::Int16,
                       .c = DataType::Int32,
                       .m = 32,
                       .k = 32,
                       .n = 32,
                       .r = 4,
                       .s = 4,
                       .t = 8,
                       .shift = 0,
                       .rounding = Rounding::ConvEven,
                       .b_layout = Layout::RowMajor};
};

TEST_F(WrittenKernels, OfNativeBf16TakeAsManyVectorOperationsAsRecorded) {
    const vliw::CallSchedule call = schedule(bf16);
    EXPECT_EQ(vector_operations(call), 4'096);
    // A recording shows calls of 9,796 cycles.
    EXPECT_NEAR(static_cast<double>(call.kernel_cycles().count()), 9'796, 0.15 * 9'796);
}

TEST_F(WrittenKernels, ByPeanoTakeLongerThanTheSlotsSay) {
    Matmul peano = int16;
    peano.compiler = Compiler::Peano;
    const auto slots = static_cast<double>(schedule(int16).kernel_cycles().count());
    const auto compiled = static_cast<double>(schedule(peano).kernel_cycles().count());
    EXPECT_GT(compiled, 1.2 * slots);
    // A recording shows calls of 775 cycles, 102 of them stalls.
    EXPECT_NEAR(compiled, 775 - 102, 0.02 * (775 - 102));
}

TEST_F(WrittenKernels, ComputeAsManyTilesAtATimeAsAsked) {
    Matmul one = int16;
    one.blocking = Blocking{1, 2};
    const vliw::LoopNest nest = program_of({"", one, std::nullopt}, npu2);
    EXPECT_EQ(nest.blocks, (32 / 4) * (32 / 8 / 2));
    EXPECT_EQ(nest.columns, 32 / 8 / 2);
}

}  // namespace
}  // namespace xdnasim::kernels
