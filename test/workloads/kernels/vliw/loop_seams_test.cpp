// Values that pass from the code before a loop into the loop, and from the loop to the code behind
// it, and the order of loads and stores. The tests list all issues of a call and compare their
// cycles with the order of the program.

#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "test/workloads/kernels/vliw/call_issues.hpp"
#include "test/workloads/kernels/vliw/example_slots.hpp"
#include "workloads/kernels/vliw/call_schedule.hpp"

namespace xdnasim::vliw {
namespace {

class LoopSeams : public testing::Test {
 protected:
    [[nodiscard]] Issues issues(std::int64_t blocks, std::int64_t steps) {
        nest.blocks = blocks;
        nest.steps = steps;
        const CallSchedule call = schedule_call(nest, slots);
        EXPECT_GT(call.ii, 0);
        return issues_of(call);
    }
    static Instruction load(const std::string& value) {
        return {.operation = "vld", .label = "ld", .writes = value, .memory = "in"};
    }
    static Instruction store(const std::string& value) {
        return {.operation = "vst", .label = "st", .reads = {value}, .memory = "out"};
    }

    const arch::SlotModel slots = example_slots();
    LoopNest nest;
};

TEST_F(LoopSeams, LetTheStepsReadWhatHasArrived) {
    constexpr std::int64_t kLatency = 7;
    nest.before = {load("w")};
    nest.body = {store("w")};
    for (const std::int64_t blocks : {1, 2, 5})
        for (const std::int64_t steps : {1, 2, 8}) {
            const Issues all = issues(blocks, steps);
            ASSERT_EQ(std::ssize(all.at("st")), blocks * steps);
            for (std::int64_t i = 0; i < blocks * steps; ++i)
                EXPECT_GE(all.at("st")[static_cast<std::size_t>(i)],
                          all.at("ld")[static_cast<std::size_t>(i / steps)] + kLatency);
            EXPECT_EQ(schedule_call(nest, slots).kernel_cycles().count(),
                      blocks * (kLatency + steps));
        }
}

TEST_F(LoopSeams, LetTheStepsReadAnAccumulatorThatTheyDoNotAddTo) {
    constexpr std::int64_t kLatency = 9;
    nest.before = {{.operation = "vlda.ups", .label = "ld", .writes = "s", .memory = "in"}};
    nest.body = {{.operation = "vst.srs", .label = "st", .reads = {"s"}, .memory = "out"},
                 {.operation = "vst", .label = "st k", .reads = {"k"}, .memory = "out"}};
    const Issues all = issues(1, 1);
    EXPECT_GE(all.at("st")[0], all.at("ld")[0] + kLatency);
}

TEST_F(LoopSeams, LetTheEndReadWhatHasArrived) {
    constexpr std::int64_t kLatency = 7;
    nest.before = {load("w")};
    nest.body = {{.operation = "add", .label = "add", .reads = {"k"}, .writes = "n"}};
    nest.after = {store("w")};
    for (const std::int64_t blocks : {1, 3})
        for (const std::int64_t steps : {1, 2, 100}) {
            const Issues all = issues(blocks, steps);
            for (std::size_t i = 0; i < static_cast<std::size_t>(blocks); ++i)
                EXPECT_GE(all.at("st")[i], all.at("ld")[i] + kLatency);
        }
    nest.blocks = nest.steps = 1;
    EXPECT_EQ(schedule_call(nest, slots).kernel_cycles().count(), kLatency + 1);
}

TEST_F(LoopSeams, LetTheStepsLoadWhatTheBlockBeforeHasStored) {
    constexpr std::int64_t kStoreToLoad = 3;  // vst.srs reaches memory in cycle 7, vld in 5
    nest.body = {{.operation = "vld", .label = "ld", .writes = "x", .memory = "a"}};
    nest.after = {{.operation = "vst.srs", .label = "st", .reads = {"x"}, .memory = "a"}};
    for (const std::int64_t steps : {1, 4}) {
        const Issues all = issues(5, steps);
        for (std::int64_t block = 1; block < 5; ++block)
            EXPECT_EQ(all.at("ld")[static_cast<std::size_t>(block * steps)],
                      all.at("st")[static_cast<std::size_t>(block - 1)] + kStoreToLoad);
    }
}

/// Code before and behind a loop of a single cycle.
class ShortLoop : public LoopSeams {
 protected:
    ShortLoop() {
        nest.body = {{.operation = "add", .label = "add", .reads = {"k"}, .writes = "n"}};
    }
    static constexpr std::int64_t kStoreToLoad = 3;  // vst.srs reaches memory in cycle 7, vld in 5
    const Instruction into_a{
        .operation = "vst.srs", .label = "into a", .reads = {"k"}, .memory = "a"};
    const Instruction from_a{.operation = "vld", .label = "from a", .writes = "x", .memory = "a"};
};

TEST_F(ShortLoop, LetsTheEndLoadWhatTheStartHasStored) {
    nest.before = {into_a};
    nest.after = {from_a};
    for (const std::int64_t blocks : {1, 3})
        for (const std::int64_t steps : {1, 2}) {
            const Issues all = issues(blocks, steps);
            for (std::size_t i = 0; i < static_cast<std::size_t>(blocks); ++i)
                EXPECT_GE(all.at("from a")[i], all.at("into a")[i] + kStoreToLoad);
        }
}

TEST_F(ShortLoop, LetsTheEndLoadWhatTheEndBeforeHasStored) {
    nest.after = {from_a, into_a};
    const Issues all = issues(4, 1);
    for (std::size_t i = 1; i < 4; ++i)
        EXPECT_GE(all.at("from a")[i], all.at("into a")[i - 1] + kStoreToLoad);
}

TEST_F(ShortLoop, LetsTheEndReadWhatTheEndBeforeHasLoaded) {
    constexpr std::int64_t kLatency = 7;
    nest.after = {store("w"), load("w")};
    const Issues all = issues(4, 1);
    for (std::size_t i = 1; i < 4; ++i)
        EXPECT_GE(all.at("st")[i], all.at("ld")[i - 1] + kLatency);
}

/// Nests of one block of 1 to 20 steps. Short ones are unrolled, longer ones are pipelined.
class StepsOverArrays : public testing::Test {
 protected:
    /// Expects that each step issues `second` after `first`, and that calls with more steps take
    /// longer.
    void expect_order(const std::string& first, const std::string& second) {
        std::int64_t before = 0;
        int unrolled = 0;
        for (nest.steps = 1; nest.steps <= kSteps; ++nest.steps) {
            const CallSchedule call = schedule_call(nest, slots);
            unrolled += call.ii == 0 ? 1 : 0;
            const Issues all = issues_of(call);
            for (std::size_t i = 0; i < static_cast<std::size_t>(nest.steps); ++i)
                EXPECT_GT(all.at(second)[i], all.at(first)[i]) << nest.steps << " steps";
            EXPECT_GT(call.kernel_cycles().count(), before) << nest.steps << " steps";
            before = call.kernel_cycles().count();
        }
        EXPECT_GT(unrolled, 0);
        EXPECT_LT(unrolled, kSteps);
    }
    static Instruction load(const std::string& value, const std::string& array) {
        return {.operation = "vld", .label = "ld " + value, .writes = value, .memory = array};
    }
    static Instruction store(const std::string& value, const std::string& array) {
        return {.operation = "vst", .label = "st " + value, .reads = {value}, .memory = array};
    }

    static constexpr int kSteps = 20;
    const arch::SlotModel slots = example_slots();
    LoopNest nest;
};

TEST_F(StepsOverArrays, DoNotWaitForEachOtherWhereTheyWorkInPlace) {
    nest.body = {load("x", "x"),
                 {.operation = "vshuffle", .label = "y", .reads = {"x"}, .writes = "y"},
                 store("y", "x")};
    expect_order("ld x", "st y");
    // One store per cycle. The first store waits for a load (7 cycles) and a shuffle (2).
    EXPECT_LE(schedule_call(nest, slots).kernel_cycles(), arch::Cycles{nest.steps + 7 + 2});
}

TEST_F(StepsOverArrays, LoadWhatTheyHaveStored) {
    nest.body = {load("x", "in"), store("x", "scratch"), load("y", "scratch"), store("y", "out")};
    expect_order("st x", "ld y");
}

/// The load waits for its address, which a product computes. The store waits for the load alone; it
/// may issue one cycle before the load, since a store reaches memory later after its issue.
TEST_F(StepsOverArrays, KeepTheirOrderWhereTheLoopBegins) {
    constexpr std::int64_t kLoadToStore = -1;  // vld reaches memory in cycle 5, vst.srs in 7
    nest.body = {{.operation = "vmul", .label = "mul", .reads = {"k"}, .writes = "n"},
                 {.operation = "vld", .label = "ld", .reads = {"n"}, .writes = "x", .memory = "a"},
                 {.operation = "vst.srs", .label = "st", .reads = {"k"}, .memory = "a"}};
    nest.steps = kSteps;
    const Issues all = issues_of(schedule_call(nest, slots));
    for (std::size_t i = 0; i < static_cast<std::size_t>(kSteps); ++i)
        EXPECT_GE(all.at("st")[i], all.at("ld")[i] + kLoadToStore) << i;
}

TEST_F(StepsOverArrays, StoreBehindWhatTheyLoad) {
    nest.body = {load("a", "x"),
                 load("b", "x"),
                 load("c", "x"),
                 store("k", "x"),
                 {.operation = "vmul", .label = "mul", .reads = {"a", "b", "c"}, .writes = "p"},
                 store("p", "out")};
    for (const char* const loaded : {"ld a", "ld b", "ld c"})
        expect_order(loaded, "st k");
}

}  // namespace
}  // namespace xdnasim::vliw
