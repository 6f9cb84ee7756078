// Products of bf16 into f32: C moves between memory and accumulators without conversion.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/support/parameter_name.hpp"
#include "test/workloads/kernels/vliw/schedule_verifier.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

class F32Program : public testing::TestWithParam<const char*> {
 protected:
    [[nodiscard]] Kernel matmul(int k, DataType c, Layout layout = Layout::ColumnMajor) const {
        Matmul work{};
        work.a = work.b = DataType::Bf16;
        work.c = c;
        work.m = work.n = 64;
        work.k = k;
        work.b_layout = layout;
        const arch::MatrixRate& rate = matrix_rate(work, npu);
        work.r = rate.r;
        work.s = rate.s;
        work.t = rate.t;
        return {"matmul", work, std::nullopt};
    }
    [[nodiscard]] vliw::CallSchedule schedule(const Kernel& kernel, CallKind kind) const {
        return vliw::schedule_call(program_of(kernel, npu, kind), npu.core.slots);
    }

    const arch::Device npu = arch::load_device(arch::find_device(GetParam()));
};

std::vector<std::string> operations(const vliw::InstructionList& list) {
    std::vector<std::string> names;
    std::ranges::transform(list, std::back_inserter(names), &vliw::Instruction::operation);
    return names;
}

TEST_P(F32Program, LoadsAndStoresAccumulatorsWithoutConversion) {
    const vliw::LoopNest nest = program_of(matmul(64, DataType::F32), npu);
    // A block has 16 tiles of 512 bits on XDNA, moved 256 bits at a time, and 4 tiles of 2,048 bits
    // on XDNA2, moved 512 bits at a time.
    const auto passes = npu.generation == arch::Generation::Aie2p ? 16U : 32U;
    EXPECT_EQ(operations(nest.before), std::vector<std::string>(passes, "vlda"));
    EXPECT_EQ(operations(nest.after), std::vector<std::string>(passes, "vst"));
}

TEST_P(F32Program, MultipliesAsIntoBf16) {
    const vliw::LoopNest f32 = program_of(matmul(64, DataType::F32), npu);
    const vliw::LoopNest bf16 = program_of(matmul(64, DataType::Bf16), npu);
    EXPECT_EQ(operations(f32.body), operations(bf16.body));
    EXPECT_EQ(schedule(matmul(64, DataType::F32), CallKind::Accumulate).ii,
              schedule(matmul(64, DataType::Bf16), CallKind::Accumulate).ii);
}

TEST_P(F32Program, MakesEveryPartOfEveryCallLegal) {
    int checked = 0;
    for (const CallKind kind : {CallKind::Accumulate, CallKind::First}) {
        for (const Layout layout : kLayouts) {
            for (const int k : {8, 16, 96}) {
                const auto call = schedule(matmul(k, DataType::F32, layout), kind);
                for (const auto& section : call.sections) {
                    EXPECT_THAT(vliw::verify(section.graph, section.schedule, npu.core.slots),
                                testing::IsEmpty())
                        << section.name << ", k " << k;
                    ++checked;
                }
            }
        }
    }
    EXPECT_GE(checked, 12);
}

INSTANTIATE_TEST_SUITE_P(, F32Program, testing::Values("xdna-phoenix", "xdna2-krackan"),
                         NamedAfterParameter{});

}  // namespace
}  // namespace xdnasim::kernels
