// Kernels whose cycles and cascade words follow from a program for the issue slots of a core.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/design_text.hpp"

namespace xdnasim::design {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kFlow = "    aie.cascade_flow(%giver, %taker)\n";

constexpr const char* kCascade = R"(
module {
  aie.device(npu1) {
    %giver = aie.tile(0, 3)
    %taker = aie.tile(0, 2)
    aie.cascade_flow(%giver, %taker)
    func.func private @give()
    func.func private @take()
    func.func private @more()
    %core_a = aie.core(%giver) {
      func.call @give() : () -> ()
      aie.end
    }
    %core_b = aie.core(%taker) {
      func.call @take() : () -> ()
      func.call @more() : () -> ()
      aie.end
    }
  }
}
)";

/// Gets 2 words in each of 3 blocks: one before the steps, and one in each step but the first.
constexpr const char* kTaker =
    "kernel: taker\nblocks: 3\nsteps: 2\n"
    "before:\n  - {op: vmov.get, writes: a, registers: {vector: 2}}\n"
    "first:\n  - {op: vst, reads: [a], memory: out}\n"
    "body:\n"
    "  - {op: vmov.get, writes: x, registers: {vector: 2}}\n"
    "  - {op: vst, reads: [x], memory: out}\n";

class ProgramOfAKernel : public testing::Test {
 protected:
    [[nodiscard]] problem::Problem load(const std::string& text, const std::string& taker) const {
        static_cast<void>(folder_.write(
            "kernels.yaml",
            "kernels:\n  give: {cycles: 3000, puts: 6}\n  more: 5000\n  take: {" + taker + "}\n"));
        static_cast<void>(folder_.write("slots.yaml", kTaker));
        return problem::load_problem(folder_.write("design.mlir", text),
                                     std::vector<problem::Setting>{});
    }
    [[nodiscard]] std::string refusal(const std::string& text, const std::string& taker) const {
        return input_error([&] { return map_problem(load(text, taker)); });
    }

    TemporaryFolder folder_;
};

TEST_F(ProgramOfAKernel, SaysWhereAWorkShiftsByMoreThanKernelsDo) {
    EXPECT_THAT(
        refusal(kCascade,
                "work: matmul, a: int16, b: int16, c: int32, m: 4, k: 4, n: 4, shift: 32"),
        AllOf(HasSubstr("kernels.yaml:4:"), HasSubstr("allowed: whole numbers from 0 to 31")));
}

TEST_F(ProgramOfAKernel, WaitsForTheWordsThatItGets) {
    const problem::Problem problem = load(kCascade, "program: slots.yaml");
    const auto result =
        backends::make_systemc_backend()->run(map_problem(problem), problem.device, {});
    ASSERT_TRUE(result.cycles);
    // The sixth and last word is put after 3,000 cycles; the call of `more`, 5,000 cycles, follows.
    EXPECT_GE(result.cycles->count(), 3000 + 5000);
    EXPECT_LE(result.cycles->count(), 3000 + 5000 + 200);
}

TEST_F(ProgramOfAKernel, NeedsTheCascadeThatItUses) {
    EXPECT_THAT(refusal(with(with(kCascade, kFlow, ""), "func.call @give() : () -> ()\n      ", ""),
                        "program: slots.yaml"),
                HasSubstr("gets words from the cascade, but no cascade leads to core (0,2)"));
}

TEST_F(ProgramOfAKernel, MovesAsManyWordsAsAreSaid) {
    EXPECT_NO_THROW(
        static_cast<void>(map_problem(load(kCascade, "program: slots.yaml, gets: 6, puts: 0"))));
    EXPECT_THAT(refusal(kCascade, "program: slots.yaml, gets: 5"),
                AllOf(HasSubstr("kernels.yaml:4:37: a call of `program` gets 6 words, not 5"),
                      HasSubstr("Make them match, or leave this key out")));
    EXPECT_THAT(refusal(kCascade, "program: slots.yaml, puts: 1"),
                HasSubstr("a call of `program` puts 0 words, not 1"));
}

TEST_F(ProgramOfAKernel, IsAFileThatIsThere) {
    EXPECT_THAT(refusal(kCascade, "program: slot.yaml"),
                AllOf(HasSubstr("kernels.yaml:4:19: "), HasSubstr("slot.yaml': no such file")));
}

TEST_F(ProgramOfAKernel, MovesAsManyWordsAsItsWork) {
    EXPECT_THAT(
        refusal(kCascade, "work: zero, bytes: 64, program: slots.yaml"),
        HasSubstr("a call reads 6 and writes 0 cascade words, but `work` reads 0 and writes 0"));
}

}  // namespace
}  // namespace xdnasim::design
