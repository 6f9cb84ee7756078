// More tasks at once than a channel's task queue holds: the sequence waits for room, as in mlir-aie
// since 1.4.4.

#include "workloads/design/sequence/task_queues.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/mlir/design_files.hpp"
#include "backends/txn/txn.hpp"
#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

constexpr arch::DmaChannelId kChannel{{0, 0}, arch::Direction::MM2S, 0};
constexpr arch::DmaChannelId kOther{{0, 0}, arch::Direction::MM2S, 1};
constexpr int kDepth = 4;

TEST(TaskQueues, MayBeFullWithAsManyTasksAsTheyTake) {
    TaskQueues queues;
    for (int task = 0; task < kDepth; ++task)
        EXPECT_FALSE(queues.push(kChannel, kDepth, false)) << task;
    EXPECT_FALSE(queues.push(kOther, kDepth, false));
    EXPECT_TRUE(queues.push(kChannel, kDepth, false));
    EXPECT_TRUE(queues.push(kChannel, kDepth, false));
}

TEST(TaskQueues, AreEmptierByTheTaskOfATokenAndThoseBeforeIt) {
    TaskQueues queues;
    for (const bool token : {false, true, false, true})
        EXPECT_FALSE(queues.push(kChannel, kDepth, token));
    queues.await(kOther);
    queues.await(kChannel);
    EXPECT_FALSE(queues.push(kChannel, kDepth, false));
    EXPECT_FALSE(queues.push(kChannel, kDepth, false));
    EXPECT_TRUE(queues.push(kChannel, kDepth, false));
}

/// A design whose core adds one to each word, and whose sequence starts `tasks` transfers of
/// `words` words each to the core without waiting for any of them.
std::string design_of(int tasks, int words) {
    std::string fills;
    for (int task = 0; task < tasks; ++task)
        fills += fmt::format(
            "      %f{0} = aiex.dma_configure_task_for @in {{\n"
            "        aie.dma_bd(%a : memref<{2}xi32>, {1}, {3})\n        aie.end\n      }}\n"
            "      aiex.dma_start_task(%f{0})\n",
            task, task * words, tasks * words, words);
    return fmt::format(R"(module {{
  aie.device(npu1_1col) {{
    %shim = aie.tile(0, 0)
    %core = aie.tile(0, 2)
    aie.objectfifo @in(%shim, {{%core}}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    aie.objectfifo @out(%core, {{%shim}}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    aie.core(%core) {{
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %one = arith.constant 1 : i32
      %16 = arith.constant 16 : index
      %objects = arith.constant {0} : index
      scf.for %round = %0 to %objects step %1 {{
        %i = aie.objectfifo.acquire @in(Consume, 1) : !aie.objectfifosubview<memref<16xi32>>
        %in = aie.objectfifo.subview.access %i[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
        %o = aie.objectfifo.acquire @out(Produce, 1) : !aie.objectfifosubview<memref<16xi32>>
        %out = aie.objectfifo.subview.access %o[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
        scf.for %k = %0 to %16 step %1 {{
          %x = memref.load %in[%k] : memref<16xi32>
          %y = arith.addi %x, %one : i32
          memref.store %y, %out[%k] : memref<16xi32>
        }}
        aie.objectfifo.release @in(Consume, 1)
        aie.objectfifo.release @out(Produce, 1)
      }}
      aie.end
    }}
    aie.runtime_sequence(%a: memref<{1}xi32>, %b: memref<{1}xi32>) {{
      %d = aiex.dma_configure_task_for @out {{
        aie.dma_bd(%b : memref<{1}xi32>, 0, {1})
        aie.end
      }} {{issue_token = true}}
      aiex.dma_start_task(%d)
{2}      aiex.dma_await_task(%d)
    }}
  }}
}}
)",
                       tasks * words / 16, tasks * words, fills);
}

class FullQueues : public RunWithData {
 protected:
    [[nodiscard]] backends::RunResult run_of(int tasks, int words) const {
        std::vector<std::int32_t> input(static_cast<std::size_t>(tasks * words));
        for (std::size_t i = 0; i < input.size(); ++i)
            input[i] = static_cast<std::int32_t>(i * 7);
        std::vector<std::int32_t> expected;
        for (const std::int32_t value : input)
            expected.push_back(value + 1);
        return run(design_of(tasks, words), bytes_of(input), bytes_of(expected));
    }
    [[nodiscard]] schedule::Schedule schedule_of(const std::string& text) const {
        const problem::Problem problem =
            problem::load_problem(folder_.write("exported.mlir", text), {});
        return map_problem(problem);
    }
};

TEST_F(FullQueues, AreWaitedForAndLoseNothing) {
    const backends::RunResult result = run_of(14, 256);
    ASSERT_TRUE(result.verification);
    EXPECT_TRUE(result.verification->passed) << result.verification->message;
    EXPECT_THAT(result.note,
                HasSubstr("found the task queue of shim (0,0) MM2S 0 full and waited"));
}

TEST_F(FullQueues, AreNotSpokenOfWhereTheyEmptyInTime) {
    EXPECT_EQ(run_of(12, 16).note, "");
    EXPECT_EQ(run_of(5, 256).note, "");
}

TEST_F(FullQueues, CostNoTimeWhereTheCoreHoldsTheTransfersBack) {
    // The core works without a pause from one transfer to the next.
    const auto cycles = [&](int tasks) { return run_of(tasks, 256).cycles->count(); };
    EXPECT_EQ(cycles(12) - cycles(10), cycles(10) - cycles(8));
}

int polls_in(const std::vector<schedule::SequenceOp>& sequence) {
    int polls = 0;
    for (const schedule::SequenceOp& operation : sequence)
        if (const auto* push = std::get_if<schedule::PushTask>(&operation.op))
            polls += push->awaits_room ? 1 : 0;
    return polls;
}

TEST_F(FullQueues, AreWaitedForByPollsInTheTextAsWell) {
    const std::string await = "aiex.npu.dma_wait {symbol = @out}";
    const std::string push =
        "aiex.npu.push_queue (0, 0, MM2S:0) {bd_id = 1 : i32, issue_token = false, repeat_count = "
        "0 "
        ": i32}\n";
    const std::string poll =
        "aiex.npu.maskpoll {address = 119336 : ui32, column = 0 : i32, mask = 4194304 : ui32, row "
        "= "
        "0 : i32, value = 0 : ui32}\n";
    const auto polls = [&](const std::string& more) {
        return polls_in(
            read(with(text_of("scale_2024.mlir"), await, more + await)).schedule.sequence);
    };
    EXPECT_EQ(polls(push + push), 0);
    EXPECT_EQ(polls(poll + push + push), 1);
    EXPECT_EQ(polls(poll + push + poll + push), 2);
}

TEST_F(FullQueues, AreExported) {
    const schedule::Schedule before = schedule_of(design_of(14, 256));
    EXPECT_EQ(polls_in(before.sequence), 10);
    EXPECT_THAT(mlir::write(before, phoenix(), mlir::Release::Current),
                HasSubstr("aiex.npu.maskpoll("));
    EXPECT_THAT(input_error([&] {
                    static_cast<void>(mlir::write(before, phoenix(), mlir::Release::V1_3_4));
                }),
                HasSubstr("waits for room in a task queue"));
    const txn::Program decoded =
        txn::decode(txn::encode(before, phoenix()), phoenix(), before.host_buffers.size());
    EXPECT_EQ(polls_in(decoded.sequence), 10);
}

}  // namespace
}  // namespace xdnasim::design
