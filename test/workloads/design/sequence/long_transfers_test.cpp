// Transfers that need more than one BD of a shim, and tasks that are repeated more often than one
// push to the task queue allows.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/workloads/design/run_with_data.hpp"

namespace xdnasim::design {
namespace {

using testing::HasSubstr;

struct Run {
    std::int64_t size = 1;
    std::int64_t stride = 0;
};

/// Dimensions of a transfer, outermost first.
using Runs = std::vector<Run>;

std::int64_t elements_of(const Runs& runs) {
    std::int64_t elements = 1;
    for (const Run& run : runs)
        elements *= run.size;
    return elements;
}

/// Indices of the elements that are moved, in order.
std::vector<std::int64_t> indices_of(const Runs& runs) {
    std::vector<std::int64_t> all{0};
    for (const Run& run : runs) {
        std::vector<std::int64_t> inner;
        for (const std::int64_t from : all)
            for (std::int64_t i = 0; i < run.size; ++i)
                inner.push_back(from + i * run.stride);
        all = std::move(inner);
    }
    return all;
}

std::string lists_of(const Runs& runs) {
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> strides;
    for (const Run& run : runs) {
        sizes.push_back(run.size);
        strides.push_back(run.stride);
    }
    return fmt::format("[{}][{}]", fmt::join(sizes, ", "), fmt::join(strides, ", "));
}

std::string dimensions_of(const Runs& runs) {
    std::vector<std::string> all;
    for (const Run& run : runs)
        all.push_back(fmt::format("<size = {}, stride = {}>", run.size, run.stride));
    return fmt::format("[{}]", fmt::join(all, ", "));
}

/// A transfer of %a or %b, by the object FIFO of the same name. `more`: more attributes.
std::string memcpy(const std::string& argument, const Runs& runs, int id,
                   const std::string& more = "") {
    return fmt::format(
        "      aiex.npu.dma_memcpy_nd(%{0}[0, 0, 0, 0]{1}) {{id = {2} : i64, metadata = @{0}{3}}} "
        ": "
        "memref<!{0}>\n",
        argument, lists_of(runs), id, more);
}

Runs in_a_row(std::int64_t elements) {
    return {{}, {}, {}, {elements, 1}};
}

std::string memcpy_all(const std::string& argument, std::int64_t elements, int id) {
    return memcpy(argument, in_a_row(elements), id, ", issue_token = true");
}

/// A task that moves `runs` of %a or %b. `length`: elements of a round; `more`: attributes of the
/// task.
std::string task(const std::string& argument, const Runs& runs, std::int64_t length,
                 const std::string& more) {
    return fmt::format(
        "      %t{0} = aiex.dma_configure_task_for @{0} {{\n"
        "        aie.dma_bd(%{0} : memref<!{0}>, 0, {2}, {1})\n"
        "        aie.end\n      }} {{{3}}}\n",
        argument, dimensions_of(runs), length, more);
}

std::string start(const std::string& argument) {
    return fmt::format("      aiex.dma_start_task(%t{})\n", argument);
}

const std::string kWait = "      aiex.npu.dma_wait {symbol = @b}\n";

/// A design that moves %a, of `from` elements, to %b, of `to` elements, through a mem tile. `type`:
/// type of an object.
std::string loop_back(const std::string& sequence, std::int64_t from, std::int64_t to,
                      const std::string& type = "16xi32") {
    std::string text = fmt::format(R"(module {{
  aie.device(npu1_1col) {{
    %shim = aie.tile(0, 0)
    %mem = aie.tile(0, 1)
    aie.objectfifo @a(%shim, {{%mem}}, 2 : i32) : !aie.objectfifo<memref<{0}>>
    aie.objectfifo @b(%mem, {{%shim}}, 2 : i32) : !aie.objectfifo<memref<{0}>>
    aie.objectfifo.link [@a] -> [@b]([] [])
    aie.runtime_sequence(%a: memref<!a>, %b: memref<!b>) {{
{1}    }}
  }}
}}
)",
                                   type, sequence);
    for (const auto& [name, elements] : {std::pair{"!a>", from}, std::pair{"!b>", to}})
        for (auto at = text.find(name); at != std::string::npos; at = text.find(name))
            text.replace(at, 2, fmt::format("{}{}", elements, type.substr(type.find('x'))));
    return text;
}

class LongTransfers : public RunWithData {
 protected:
    template <class Element = std::int32_t>
    void expect_moved(const std::string& sequence, const Runs& runs,
                      const std::string& type = "16xi32") const {
        const std::vector<std::int64_t> indices = indices_of(runs);
        std::vector<Element> input(static_cast<std::size_t>(*std::ranges::max_element(indices)) +
                                   1);
        std::iota(input.begin(), input.end(), Element{1});
        std::vector<Element> expected;
        for (const std::int64_t index : indices)
            expected.push_back(input[static_cast<std::size_t>(index)]);
        expect_all(loop_back(sequence, std::ssize(input), std::ssize(expected), type), input,
                   expected);
    }
    [[nodiscard]] std::vector<schedule::PushTask> pushes(const std::string& sequence,
                                                         const std::string& type = "16xi32") const {
        const problem::Problem problem = problem::load_problem(
            folder_.write("pushed.mlir", loop_back(sequence, 1 << 21, 1 << 21, type)), {});
        std::vector<schedule::PushTask> all;
        for (const schedule::SequenceOp& operation : map_problem(problem).sequence)
            if (const auto* push = std::get_if<schedule::PushTask>(&operation.op))
                if (push->direction == arch::Direction::MM2S) all.push_back(*push);
        return all;
    }
    /// Numbers of the BDs that the input's pushes name, in order.
    [[nodiscard]] std::vector<int> bds_of(const std::string& sequence) const {
        std::vector<int> bds;
        for (const schedule::PushTask& push : pushes(sequence))
            bds.push_back(static_cast<int>(push.bd.base));
        return bds;
    }
};

std::string moves(const Runs& runs) {
    return memcpy("a", runs, 0) + memcpy_all("b", elements_of(runs), 1) + kWait;
}

TEST_F(LongTransfers, ThatOneBdHoldsWhenItsRoundsTakeADimensionAreOneTask) {
    for (const Runs& runs : {Runs{{}, {2, 4}, {2048, 8}, {4, 1}},
                             // A dimension with a stride of 0 takes no register.
                             Runs{{}, {3, 0}, {}, {64, 1}}}) {
        expect_moved(moves(runs), runs);
        EXPECT_EQ(bds_of(moves(runs)), std::vector{0});
    }
}

TEST_F(LongTransfers, AreCutAtTheOutermostDimension) {
    for (const Runs& runs : {Runs{{2, 8192}, {2, 4}, {1024, 8}, {4, 1}},
                             Runs{{2, 16}, {2, 8192}, {4, 2048}, {1040, 1}},
                             // More rounds than a BD's iteration counts.
                             Runs{{100, 64}, {}, {}, {16, 1}}, Runs{{65, 64}, {}, {8, 4}, {2, 1}},
                             // Steps that are too long for a register.
                             Runs{{2, (1 << 20) + 16}, {}, {}, {64, 1}}}) {
        SCOPED_TRACE(lists_of(runs));
        expect_moved(moves(runs), runs);
        // The second BD is not 1, which the output names.
        EXPECT_EQ(bds_of(moves(runs)), (std::vector{0, 2}));
    }
}

TEST_F(LongTransfers, OfBytesAreCountedInWords) {
    const Runs runs{{2, 8192}, {2, 32768}, {2, 16384}, {4096, 1}};
    expect_moved<std::int8_t>(moves(runs), runs, "16xi8");
}

TEST_F(LongTransfers, ToTheHostGiveOneTokenWithTheLastTask) {
    const Runs runs{{100, 16}, {}, {}, {16, 1}};
    const std::vector<std::int64_t> indices = indices_of(runs);
    std::vector<std::int32_t> input(indices.size());
    std::iota(input.begin(), input.end(), 1);
    std::vector<std::int32_t> expected(static_cast<std::size_t>(indices.back()) + 1);
    for (std::size_t i = 0; i < indices.size(); ++i)
        expected[static_cast<std::size_t>(indices[i])] = input[i];
    expect_all(loop_back(memcpy("b", runs, 0) + memcpy("a", in_a_row(elements_of(runs)), 1) + kWait,
                         std::ssize(input), std::ssize(expected)),
               input, expected);
}

TEST_F(LongTransfers, TakeBdsAgainOnceSomethingHasWaitedForThem) {
    const Runs runs{{65 * 4, 16}, {}, {}, {16, 2}};
    const std::string one = memcpy("a", runs, 0, ", issue_token = true");
    const std::string waits = "      aiex.npu.dma_wait {symbol = @a}\n";
    std::string often;
    std::string at_once;
    for (int i = 0; i < 4; ++i) {
        often += one + waits;
        at_once += one;
    }
    EXPECT_EQ(bds_of(often).size(), 20U);
    EXPECT_THAT(input_error([&] { return bds_of(at_once); }),
                HasSubstr("shim (0,0) has no BD left for a transfer that needs several; "
                          "allowed: a wait for the transfer before it"));
}

TEST_F(LongTransfers, AreRefusedWhereAShimHasTooFewBds) {
    EXPECT_THAT(input_error([&] {
                    return bds_of(moves({{16 * 64 + 1, 32}, {}, {}, {16, 1}}));
                }),
                HasSubstr("a transfer that does not fit into 16 BDs, as many as a shim has"));
}

std::string runs_task(const Runs& runs, std::int64_t length, int repeat) {
    return task("a", runs, length, fmt::format("repeat_count = {} : i32", repeat)) +
           task("b", in_a_row(elements_of(runs)), elements_of(runs), "issue_token = true") +
           start("a") + start("b") + "      aiex.dma_await_task(%tb)\n";
}

TEST_F(LongTransfers, OfATaskBecomeAsManyTasks) {
    const Runs rounds{{100, 64}, {}, {}, {16, 1}};
    expect_moved(runs_task(rounds, 16, 99), rounds);
    const auto pushed = pushes(runs_task(rounds, 16, 99));
    ASSERT_EQ(pushed.size(), 2U);
    EXPECT_EQ(pushed[0].repeat, 63);
    EXPECT_EQ(pushed[1].repeat, 35);
    const Runs inner{{2, 8192}, {2, 4}, {1024, 8}, {4, 1}};
    expect_moved(runs_task(inner, 8192, 1), inner);
    EXPECT_EQ(pushes(runs_task(inner, 8192, 1)).size(), 2U);
    EXPECT_THAT(
        input_error([&] { return pushes(runs_task(rounds, 16, 98)); }),
        HasSubstr(
            "a task of 100 rounds, too long for one BD, runs 99 times; allowed: whole passes"));
}

TEST_F(LongTransfers, OfATaskPassByTheBdsThatTransfersName) {
    const Runs runs{{100, 64}, {}, {}, {16, 1}};
    const std::string sequence = task("a", runs, 16, "repeat_count = 99 : i32") + start("a") +
                                 memcpy_all("b", elements_of(runs), 1) + kWait;
    expect_moved(sequence, runs);
    EXPECT_EQ(bds_of(sequence), (std::vector{0, 2}));
}

TEST_F(LongTransfers, OfATaskBecomeAChainWhereTheyHaveNoRounds) {
    // Prime sizes have no factors by which a dimension could be split.
    const Runs primes{{2, 1 << 16}, {1031, 32}, {17, 1}};
    const std::string sequence = runs_task(primes, elements_of(primes), 0);
    expect_moved(sequence, primes, "34xi32");
    EXPECT_EQ(pushes(sequence).size(), 1U);
}

TEST_F(LongTransfers, OfTasksTakeTurnsSoThatNoneWaitsForOneThatHasNotStarted) {
    const Runs runs{{400, 32}, {}, {}, {16, 1}};
    expect_moved(runs_task(runs, 16, 399), runs);
    EXPECT_EQ(pushes(runs_task(runs, 16, 399)).size(), 7U);
}

TEST_F(LongTransfers, OfFiveDimensionsAreATaskForEachOfTheOutermost) {
    const Runs runs{{2, 512}, {2, 128}, {2, 64}, {4, 1}, {8, 4}};
    expect_moved(runs_task(runs, 64, 3), runs);
    EXPECT_EQ(pushes(runs_task(runs, 64, 3)).size(), 2U);
    // A fifth dimension that continues where the fourth ends is part of it, and a dimension of one
    // element does not count.
    for (const Runs& four : {Runs{{2, 256}, {2, 128}, {2, 64}, {4, 1}, {8, 4}},
                             Runs{{2, 512}, {2, 128}, {}, {4, 1}, {8, 4}}}) {
        expect_moved(runs_task(four, elements_of(four) / 4, 3), four);
        EXPECT_EQ(pushes(runs_task(four, elements_of(four) / 4, 3)).size(), 1U);
    }
}

TEST_F(LongTransfers, ThatAreRepeatedMoreOftenThanAPushSaysArePushedAgain) {
    const Runs runs{{600, 0}, {}, {}, {16, 1}};
    expect_moved(moves(runs), runs);
    const Runs once{{}, {}, {}, {16, 1}};
    const std::string tasks = task("a", once, 16, "repeat_count = 599 : i32") +
                              task("b", in_a_row(9600), 9600, "issue_token = true") + start("b") +
                              start("a") + "      aiex.dma_await_task(%tb)\n";
    expect_moved(tasks, runs);
    for (const std::string& text : {moves(runs), tasks}) {
        const auto pushed = pushes(text);
        ASSERT_EQ(pushed.size(), 3U);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(pushed[i].bd.base, pushed[0].bd.base);
            EXPECT_EQ(pushed[i].repeat, i < 2 ? 255 : 600 - 2 * 256 - 1);
        }
    }
}

}  // namespace
}  // namespace xdnasim::design
