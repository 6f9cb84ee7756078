// Products whose C starts from a bias and is stored through a ReLU.

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "base/error.hpp"
#include "test/workloads/kernels/vliw/schedule_verifier.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

class BiasRelu : public testing::TestWithParam<const char*> {
 protected:
    [[nodiscard]] Kernel matmul(int m, int k, int n, DataType c = DataType::Int8,
                                DataType input = DataType::Int8) const {
        Matmul work{};
        work.a = work.b = input;
        work.c = c;
        work.m = m;
        work.k = k;
        work.n = n;
        const arch::MatrixRate& rate = matrix_rate(work, npu);
        work.r = rate.r;
        work.s = rate.s;
        work.t = rate.t;
        return {"matmul", work, std::nullopt};
    }
    [[nodiscard]] vliw::LoopNest nest(const Kernel& kernel) const {
        return program_of(kernel, npu, CallKind::BiasRelu);
    }
    [[nodiscard]] vliw::CallSchedule schedule(const Kernel& kernel, CallKind kind) const {
        return vliw::schedule_call(program_of(kernel, npu, kind), npu.core.slots);
    }
    [[nodiscard]] static auto count(const vliw::InstructionList& list, std::string_view operation) {
        return std::ranges::count(list, operation, &vliw::Instruction::operation);
    }

    const arch::Device npu = arch::load_device(arch::find_device(GetParam()));
};

TEST_P(BiasRelu, LoadsABiasForEachColumnOfTheBlock) {
    // A tile of C takes r * t * 32 bits of accumulators, whatever the type of the output.
    const auto& matrix = npu.core.matrix.front();
    const int loads = matrix.r * matrix.t * 32 / npu.core.slots.load_bits;
    EXPECT_EQ(count(nest(matmul(64, 64, 64)).before, "vlda"), matrix.block_columns * loads);
}

TEST_P(BiasRelu, TakesTheMaximumOfEveryVectorThatItStores) {
    for (const DataType c : {DataType::Int8, DataType::Int16, DataType::Int32}) {
        const vliw::InstructionList after = nest(matmul(64, 64, 64, c)).after;
        const auto stores = count(after, "vst");
        const auto maxima = count(after, "vmax");
        EXPECT_GE(stores, maxima);
        EXPECT_EQ(stores, count(program_of(matmul(64, 64, 64, c), npu).after,
                                c == DataType::Int32 ? "vst" : "vst.srs"));
        EXPECT_EQ(count(after, c == DataType::Int32 ? "vmov" : "vsrs"), maxima);
        EXPECT_EQ(stores + 2 * maxima, std::ssize(after));
    }
}

TEST_P(BiasRelu, MultipliesAsOftenAsWithout) {
    const vliw::LoopNest with = nest(matmul(64, 64, 64));
    EXPECT_TRUE(with.first.empty());
    EXPECT_EQ(count(with.body, "vmac"), count(program_of(matmul(64, 64, 64), npu).body, "vmac"));
}

TEST_P(BiasRelu, TakesLongerThanAFirstCallWithTheSameLoop) {
    const auto with = schedule(matmul(64, 64, 64), CallKind::BiasRelu);
    const auto without = schedule(matmul(64, 64, 64), CallKind::First);
    EXPECT_GT(with.cycles(), without.cycles());
    EXPECT_EQ(with.ii, without.ii);
}

TEST_P(BiasRelu, DoesNotMakeASmallBlockWaitForItself) {
    const Kernel kernel = matmul(64, 64, 64);
    const auto loop = [&](CallKind kind) {
        return vliw::schedule_call(program_of(kernel, npu, kind, Blocking{1, 1}), npu.core.slots)
            .bounds.recurrences;
    };
    EXPECT_EQ(loop(CallKind::BiasRelu), loop(CallKind::First));
}

TEST_P(BiasRelu, MakesEveryPartOfEveryCallLegal) {
    for (const DataType c : {DataType::Int8, DataType::Int16, DataType::Int32})
        for (const int k : {8, 16, 64})
            for (const auto& section : schedule(matmul(32, k, 32, c), CallKind::BiasRelu).sections)
                EXPECT_THAT(vliw::verify(section.graph, section.schedule, npu.core.slots),
                            testing::IsEmpty())
                    << section.name << ", k " << k << ", " << to_string(c);
}

TEST_P(BiasRelu, LoadsNoPartOfABiasBeforeTheBlockBeforeHasBeenStored) {
    const auto call = schedule(matmul(64, 64, 64), CallKind::BiasRelu);
    const auto between =
        std::ranges::find(call.sections, "between blocks", &vliw::CodeSection::name);
    ASSERT_NE(between, call.sections.end());
    int last_store = 0;
    int first_arrival = 1'000'000;
    for (std::size_t i = 0; i < between->graph.nodes.size(); ++i) {
        const vliw::Node& node = between->graph.nodes[i];
        const arch::Operation& operation = vliw::at(npu.core.slots.operations, node.operation);
        const int issued = between->schedule.placements[i].cycle;
        if (operation.store) last_store = std::max(last_store, issued);
        if (node.memory == "bias")
            first_arrival = std::min(first_arrival, issued + operation.result - 1);
    }
    EXPECT_GT(first_arrival, last_store);
}

TEST_P(BiasRelu, NeedsAccumulatorsAsWideAsTheBias) {
    for (const auto& [input, c] :
         {std::pair{DataType::Int16, DataType::Int16}, std::pair{DataType::Bf16, DataType::Bf16}}) {
        const Kernel kernel = matmul(64, 64, 64, c, input);
        EXPECT_THAT([&] { static_cast<void>(nest(kernel)); },
                    ThrowsMessage<base::InputError>(HasSubstr("allowed: int8")));
    }
}

INSTANTIATE_TEST_SUITE_P(Devices, BiasRelu, testing::Values("xdna-phoenix", "xdna2-krackan"),
                         [](const auto& device) {
                             return std::string{device.param} == "xdna-phoenix" ? "Xdna" : "Xdna2";
                         });

}  // namespace
}  // namespace xdnasim::kernels
