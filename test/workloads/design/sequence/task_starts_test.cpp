// Starts of tasks with attributes of their own, tasks that loops carry, and numbers of BDs that are
// values, as mlir-aie has them since the autumn of 2026.

#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

constexpr int kRound = 16;
constexpr int kRounds = 8;
constexpr int kNumbersMoved = kRound * kRounds;

/// A design that moves 128 of the 1,024 numbers of %a to %b through a mem tile. `sequence`:
/// operations that read %a.
std::string by_mem_tile(const std::string& sequence) {
    return R"(module {
  aie.device(npu1_1col) {
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    aie.objectfifo @a(%shim, {%mem}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    aie.objectfifo @b(%mem, {%shim}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    aie.objectfifo.link [@a] -> [@b]([] [])
    aie.runtime_sequence(%a: memref<1024xi32>, %b: memref<128xi32>) {
      %c2 = arith.constant 2 : i32
      %c3 = arith.constant 3 : i32
      %out = aiex.dma_configure_task_for @b {
        aie.dma_bd(%b : memref<128xi32> offset = 0 len = 128)
        aie.end
      } {issue_token = true}
      aiex.dma_start_task(%out)
)" + sequence +
           R"(      aiex.dma_await_task(%out)
    }
  }
}
)";
}

/// A task that reads %a. `bd`: the rest of its BD; `attributes`: attributes of the task; `head`:
/// operation that configures it.
std::string rounds_task(const std::string& bd, const std::string& attributes = "",
                        const std::string& head = "aiex.dma_configure_task_for @a") {
    return fmt::format(
        "      %t = {} {{\n        aie.dma_bd(%a : memref<1024xi32> {}\n        aie.end\n"
        "      }} {{{}}}\n",
        head, bd, attributes);
}

const std::string kEightRounds =
    "offset = 0 len = 16 sizes = [8, 1, 1, 16] strides = [64, 0, 0, 1])";

class TaskStarts : public RunWithData {
 protected:
    void expect_rounds(const std::string& sequence) const {
        std::vector<std::int32_t> input(1024);
        std::iota(input.begin(), input.end(), 1);
        std::vector<std::int32_t> expected;
        for (int i = 0; i < kNumbersMoved; ++i)
            expected.push_back(i / kRound * 64 + i % kRound + 1);
        expect_all(by_mem_tile(sequence), input, expected);
    }
    /// BD number and push of each task of the input, in order.
    [[nodiscard]] std::vector<std::pair<std::int64_t, schedule::PushTask>> pushes(
        const std::string& sequence) const {
        const problem::Problem problem =
            problem::load_problem(folder_.write("pushed.mlir", by_mem_tile(sequence)), {});
        std::vector<std::pair<std::int64_t, schedule::PushTask>> all;
        for (const schedule::SequenceOp& operation : map_problem(problem).sequence)
            if (const auto* push = std::get_if<schedule::PushTask>(&operation.op))
                if (push->direction == arch::Direction::MM2S)
                    all.emplace_back(push->bd.base, *push);
        return all;
    }
    [[nodiscard]] std::vector<std::pair<int, bool>> repeats(const std::string& sequence) const {
        std::vector<std::pair<int, bool>> all;
        for (const auto& [bd, push] : pushes(sequence))
            all.emplace_back(push.repeat, push.token);
        return all;
    }
    [[nodiscard]] std::int64_t first_bd(const std::string& sequence) const {
        const auto all = pushes(sequence);
        return all.empty() ? -1 : all.front().first;
    }
    [[nodiscard]] std::string refused(const std::string& sequence) const {
        return input_error([&] { return pushes(sequence); });
    }
};

TEST_F(TaskStarts, RepeatAsOftenAsTheySayThemselves) {
    // Three rounds, four rounds, and one, as the task itself says: eight in all.
    const std::string sequence =
        rounds_task(kEightRounds, "issue_token = true") +
        "      aiex.dma_start_task(%t) {repeat_count = 2 : i32, no_token}\n"
        "      aiex.dma_start_task(%t) repeat %c3 : i32\n"
        "      aiex.dma_start_task(%t) {no_token}\n"
        "      aiex.dma_await_task(%t)\n";
    expect_rounds(sequence);
    EXPECT_THAT(repeats(sequence), ElementsAre(Pair(2, false), Pair(3, true), Pair(0, false)));
    // Starts without a count have that of the task.
    EXPECT_THAT(repeats(rounds_task(kEightRounds, "repeat_count = 7 : i32") +
                        "      aiex.dma_start_task(%t) {repeat_count = 0 : i32}\n"
                        "      aiex.dma_start_task(%t)\n"),
                ElementsAre(Pair(0, false), Pair(7, false)));
}

TEST_F(TaskStarts, AreSplitByTheirOwnCount) {
    // 301 runs are split into 256 and 45, as by mlir-aie; only the last part issues the token.
    const std::string once = "offset = 0 len = 16)";
    EXPECT_THAT(repeats(rounds_task(once, "issue_token = true, repeat_count = 7 : i32") +
                        "      aiex.dma_start_task(%t) {repeat_count = 300 : i32}\n"
                        "      aiex.dma_start_task(%t) {repeat_count = 300 : i32, no_token}\n"),
                ElementsAre(Pair(255, false), Pair(44, true), Pair(255, false), Pair(44, false)));
}

TEST_F(TaskStarts, RunThroughTransfersThatOneBdDoesNotHold) {
    // A BD holds up to 64 rounds.
    const std::string task = rounds_task(
        "offset = 0 len = 2 sizes = [100, 1, 1, 2] strides = [4, 0, 0, 1])", "issue_token = true");
    EXPECT_THAT(repeats(task + "      aiex.dma_start_task(%t) {repeat_count = 99 : i32}\n"),
                ElementsAre(Pair(63, false), Pair(35, true)));
    EXPECT_THAT(
        refused(task + "      aiex.dma_start_task(%t)\n"),
        HasSubstr(
            "a task of 100 rounds, too long for one BD, runs 1 times; allowed: whole passes"));
}

TEST_F(TaskStarts, AreRefusedAsByMlirAie) {
    const std::string task = rounds_task(kEightRounds);
    EXPECT_THAT(refused(task + "      aiex.dma_start_task(%t) {repeat_count = -1 : i32}\n"),
                HasSubstr("'repeat_count' of aiex.dma_start_task is -1; allowed: 0 to"));
    EXPECT_THAT(
        refused(task + "      aiex.dma_start_task(%t) repeat %c2 : i32 {repeat_count = 2 : i32}\n"),
        HasSubstr("'repeat_count' of aiex.dma_start_task stands beside 'repeat'"));
    EXPECT_THAT(refused(task + "      aiex.dma_start_task(%t) repeat %many : i32\n"),
                HasSubstr("is '%many'; allowed: a number that is known before the run"));
    EXPECT_THAT(refused(task + "      aiex.dma_start_task(%t) twice\n"),
                HasSubstr("aiex.dma_start_task is not written as known here: found 'twice'"));
}

TEST_F(TaskStarts, FollowTasksThatLoopsAndChoicesHandOn) {
    // Each round awaits the task of the round before.
    const std::string sequence = R"(
      %i0 = arith.constant 0 : index
      %i1 = arith.constant 1 : index
      %i3 = arith.constant 3 : index
      %i7 = arith.constant 7 : index
      %first = aiex.dma_configure_task_for @a {
        aie.dma_bd(%a : memref<1024xi32> offset = 0 len = 16)
        aie.end
      } {issue_token = true}
      aiex.dma_start_task(%first)
      %last = scf.for %i = %i0 to %i7 step %i1 iter_args(%before = %first) -> (index) {
        %n = arith.addi %i, %i1 : index
        %is3 = arith.cmpi eq, %i, %i3 : index
        %64 = arith.constant 64 : index
        %from = arith.muli %n, %64 : index
        %offset = arith.index_cast %from : index to i32
        %t = scf.if %is3 -> (index) {
          %one = aiex.dma_configure_task_for @a {
            aie.dma_bd(%a : memref<1024xi32> offset = 256 len = 16) {bd_id = 9 : i32}
            aie.end
          } {issue_token = true}
          scf.yield %one : index
        } else {
          %other = aiex.dma_configure_task_for @a {
            aie.dma_bd(%a : memref<1024xi32> offset = %offset len = 16)
            aie.end
          } {issue_token = true}
          scf.yield %other : index
        }
        aiex.dma_start_task(%t)
        aiex.dma_await_task(%before)
        scf.yield %t : index
      }
      aiex.dma_await_task(%last)
)";
    expect_rounds(sequence);
    std::vector<std::int64_t> bds;
    for (const auto& [bd, push] : pushes(sequence))
        bds.push_back(bd);
    // The output has BD 0. A BD is free again once its task has been awaited; the first free one is
    // taken.
    EXPECT_THAT(bds, ElementsAre(1, 2, 1, 2, 9, 1, 2, 1));
}

TEST_F(TaskStarts, TakeTheBdThatAValueNames) {
    const std::string start = "      aiex.dma_start_task(%t)\n";
    const std::string tile_task = "aiex.dma_configure_task(%shim, MM2S, 0)";
    EXPECT_EQ(first_bd(rounds_task("offset = 0 len = 16) bd_id_val %c3 : i32") + start), 3);
    // The form that mlir-aie had for a few weeks of 2026.
    EXPECT_EQ(
        first_bd(rounds_task("offset = 0 len = 16)", "", tile_task + " bd_id %c3 : i32") + start),
        3);
    EXPECT_THAT(refused(rounds_task("offset = 0 len = 16) {bd_id = 2 : i32}", "",
                                    tile_task + " bd_id %c3 : i32") +
                        start),
                HasSubstr("a task that gives the number of its BD has another BD or one with its "
                          "own number; allowed: one BD without a number"));
    EXPECT_THAT(refused(rounds_task("offset = 0 len = 16) bd_id_val %many : i32") + start),
                HasSubstr("'bd_id' of aie.dma_bd is '%many'; allowed: a number that is known"));
    EXPECT_THAT(refused(rounds_task("offset = 0) dyn_len(%c3 : i64)") + start),
                HasSubstr("aie.dma_bd is not written as known here: found 'dyn_len'"));
}

TEST_F(TaskStarts, IterateAsOftenAndAsFarAsValuesSay) {
    const std::string constants =
        "      %c8 = arith.constant 8 : i32\n"
        "      %c64 = arith.constant 64 : i32\n"
        "      %c0 = arith.constant 0 : i32\n";
    const auto task = [&](const std::string& iteration) {
        return constants +
               rounds_task(
                   "offset = 0 len = 16 sizes = [1, 1, 16] strides = [0, 0, 1]) " + iteration,
                   "repeat_count = 7 : i32") +
               "      aiex.dma_start_task(%t)\n";
    };
    expect_rounds(task("{iteration = #aie.bd_iteration<size = 8, stride = 64, current = 0>}"));
    expect_rounds(task("iteration_size_val %c8 : i32 iteration_stride_val %c64 : i32"));
    // With a stride of 0, the repeats of the task send the same numbers eight times.
    std::vector<std::int32_t> same(kNumbersMoved);
    for (std::size_t i = 0; i < same.size(); ++i)
        same[i] = static_cast<std::int32_t>(i % kRound) + 5;
    std::vector<std::int32_t> input(1024, -1);
    std::iota(input.begin(), input.begin() + kRound, 5);
    expect_all(by_mem_tile(task("iteration_size_val %c8 : i32 iteration_stride_val %c0 : i32")),
               input, same);
}

TEST_F(TaskStarts, ReadBdsOfTheGenericFormWhoseNumbersAreAttributesOrValues) {
    const auto task = [](const std::string& bd) {
        return "      %c64 = arith.constant 64 : i64\n"
               "      %t = aiex.dma_configure_task_for @a {\n        " +
               bd +
               "\n        aie.end\n      } {repeat_count = 7 : i32}\n"
               "      aiex.dma_start_task(%t)\n";
    };
    expect_rounds(task(
        R"("aie.dma_bd"(%a) <{burst_length = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0>, static_len = 16 : i32, static_offset = 0 : i32, static_sizes = array<i64: 8, 1, 1, 16>, static_strides = array<i64: 64, 0, 0, 1>}> : (memref<1024xi32>) -> ())"));
    const std::string by_values = task(
        R"("aie.dma_bd"(%a, %c64, %c3) <{burst_length = 0 : i32, operandSegmentSizes = array<i32: 1, 0, 0, 0, 1, 1>, static_len = 16 : i32, static_offset = 0 : i32, static_sizes = array<i64: 8, 1, 1, 16>, static_strides = array<i64: -9223372036854775808, 0, 0, 1>}> : (memref<1024xi32>, i64, i32) -> ())");
    expect_rounds(by_values);
    EXPECT_EQ(first_bd(by_values), 3);
}

}  // namespace
}  // namespace xdnasim::design
