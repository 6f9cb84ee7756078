#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "workloads/kernels/kernel_program.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::kernels {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class ProgramFile : public testing::Test {
 protected:
    [[nodiscard]] vliw::CallSchedule example(const char* name) const {
        return vliw::schedule_call(
            load_kernel_program(std::string{XDNASIM_EXAMPLES "/kernels/"} + name, npu.core.slots),
            npu.core.slots);
    }
    /// Message of the InputError thrown when a file with this text is loaded or scheduled; "":
    /// none.
    [[nodiscard]] std::string refusal(std::string_view text) const {
        const auto file = folder_.write("kernel.yaml", text);
        return input_error_if_any([&] {
            const vliw::LoopNest program = load_kernel_program(file, npu.core.slots);
            static_cast<void>(schedule_program(program, file, npu.core.slots));
        });
    }

    const arch::Device npu = arch::load_device(arch::find_device("xdna-phoenix"));
    TemporaryFolder folder_;
};

TEST_F(ProgramFile, MakesOneChainWaitForItself) {
    EXPECT_EQ(example("dot_product.yaml").ii, 2);
}

TEST_F(ProgramFile, MakesTwoChainsFillEveryCycle) {
    const auto call = example("two_chains.yaml");
    EXPECT_EQ(call.ii, 2);  // two products
    EXPECT_LT(call.cycles(), example("dot_product.yaml").cycles());
}

TEST_F(ProgramFile, WritesOneAccumulatorACycle) {
    // A load and a conversion take different slots but write accumulators through one port.
    for (const char* load : {"vlda", "vlda.conv", "vlda.ups"}) {
        const auto file = folder_.write(
            "kernel.yaml",
            fmt::format("kernel: x\nsteps: 1000\nconstants: [k]\nbody:\n"
                        "  - {{op: {}, writes: a, registers: {{accumulator: 1}}, memory: x}}\n"
                        "  - {{op: vups, reads: [k], writes: b, registers: {{accumulator: 1}}}}\n",
                        load));
        const auto program = load_kernel_program(file, npu.core.slots);
        EXPECT_EQ(vliw::schedule_call(program, npu.core.slots).ii, 2) << load;
    }
}

TEST_F(ProgramFile, NamesThePlaceAndTheNearestOperation) {
    EXPECT_THAT(refusal("kernel: x\nbody:\n  - {op: vmacc}\n"),
                AllOf(HasSubstr("kernel.yaml:3:10"), HasSubstr("did you mean 'vmac'")));
}

TEST_F(ProgramFile, IsNamedWhereItsRegistersAreTooFew) {
    EXPECT_THAT(refusal("kernel: x\nsteps: 8\n"
                        "before:\n  - {op: vld, writes: w, registers: {vector: 13}, memory: a}\n"
                        "  - {op: vld, writes: x, registers: {vector: 12}, memory: a}\n"
                        "body:\n  - {op: vst, reads: [w], memory: b}\n"
                        "  - {op: vst, reads: [x], memory: b}\n"),
                AllOf(HasSubstr("kernel.yaml: values from before the loop would keep 25 vector "
                                "registers through all steps; the core has 24")));
    EXPECT_THAT(refusal("kernel: x\nbody:\n"
                        "  - {op: vld, writes: w, registers: {vector: 25}, memory: a}\n"),
                HasSubstr("kernel.yaml:3:37: 25 registers; the core has 24"));
}

TEST_F(ProgramFile, RefusesAResultWhereThereIsNone) {
    EXPECT_THAT(refusal("kernel: x\nbody:\n  - {op: vst, writes: y}\n"),
                AllOf(HasSubstr("kernel.yaml:3:5"), HasSubstr("'vst' writes no register")));
}

TEST_F(ProgramFile, RefusesAnArrayWhereNoneIsReached) {
    const std::string head = "kernel: x\nbody:\n  - {op: vld, writes: a, memory: x}\n";
    EXPECT_THAT(refusal(head + "  - {op: vadd, reads: [a, a], writes: b, memory: x}\n"),
                HasSubstr("kernel.yaml:4:50: 'vadd' does not access memory. Leave out 'memory'"));
    EXPECT_EQ(refusal(head + "  - {op: vadd, reads: [a, a], writes: b}\n"), "");
}

TEST_F(ProgramFile, RefusesRegistersOfTwoFiles) {
    EXPECT_THAT(refusal("kernel: x\nbody:\n  - {op: vld, writes: y, registers: {vector: 1, "
                        "accumulator: 1}}\n"),
                HasSubstr("takes one of 'vector'"));
}

TEST_F(ProgramFile, RefusesAValueThatComesFromNowhere) {
    const std::string head = "kernel: x\nbody:\n  - {op: vld, writes: right, memory: a}\n";
    EXPECT_THAT(refusal(head + "  - {op: vst, reads: [rigth], memory: b}\n"),
                AllOf(HasSubstr("kernel.yaml:4:23: no operation writes 'rigth'"),
                      HasSubstr("did you mean 'right'?")));
    EXPECT_THAT(refusal(head + "  - {op: vmac, adds_to: sum, writes: total}\n"),
                HasSubstr("kernel.yaml:4:25: no operation writes 'sum'"));
    EXPECT_EQ(refusal(head + "  - {op: vst, reads: [bias], memory: b}\nconstants: [bias]\n"), "");
    EXPECT_EQ(refusal(head + "after:\n  - {op: vst, reads: [right], memory: b}\n"), "");
}

/// "w.a" and "w.b" would be taken for parts of one value "w", which shortens the schedule.
TEST_F(ProgramFile, RefusesADotInTheNameOfAValue) {
    const std::string head = "kernel: x\nbody:\n  - {op: vld, writes: w, memory: a}\n";
    EXPECT_THAT(refusal(head + "  - {op: vld, writes: w.b, memory: a}\n"),
                HasSubstr("kernel.yaml:4:23: the value 'w.b' has a '.' in its name; allowed: names "
                          "without one"));
    EXPECT_THAT(refusal(head + "constants: [k.0]\n"), HasSubstr("kernel.yaml:4:13: "));
    EXPECT_THAT(refusal(head + "  - {op: vst, reads: [w.b], memory: b}\n"),
                HasSubstr("kernel.yaml:4:23: the value 'w.b'"));
    EXPECT_THAT(refusal(head + "  - {op: vmac, adds_to: w.b, writes: c}\n"),
                HasSubstr("kernel.yaml:4:25: the value 'w.b'"));
    EXPECT_EQ(refusal(head + "  - {op: vst, reads: [w], memory: b.out, label: st.w}\n"), "");
}

TEST_F(ProgramFile, CountsTheStepsOfAllBlocks) {
    constexpr const char* kBody = "body:\n  - {op: vld, writes: x}\n";
    EXPECT_THAT(
        refusal(fmt::format("kernel: x\nblocks: 1000000000\nsteps: 1001\n{}", kBody)),
        HasSubstr(
            "kernel.yaml:3:8: 1001 steps in each of 1000000000 blocks are more than a call's "
            "cycles can be counted for; allowed: 1000000000000 steps in all, here 1000 per block"));
    const auto longest = folder_.write(
        "kernel.yaml", fmt::format("kernel: x\nblocks: 1000000000\nsteps: 1000\n{}", kBody));
    const auto call =
        vliw::schedule_call(load_kernel_program(longest, npu.core.slots), npu.core.slots);
    EXPECT_GE(call.cycles(), arch::Cycles{500'000'000'000});  // at two loads a cycle
    EXPECT_LT(call.cycles(), arch::Cycles{100'000'000'000'000});
}

TEST_F(ProgramFile, WantsABody) {
    EXPECT_THAT(refusal("kernel: x\n"), HasSubstr("'body'"));
}

}  // namespace
}  // namespace xdnasim::kernels
