// Livelocks are told apart from loops that merely take long.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "sim/simulation_context.hpp"
#include "test/sim/example_run.hpp"
#include "test/sim/program_builder.hpp"
#include "test/support/schedule_parts.hpp"
#include "workloads/gemm/gemm_program.hpp"

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using schedule::CoreBody;
using test::acquire;
using test::call;
using test::loop;
using test::release;
using testing::HasSubstr;

/// Programs without a stream that moves, with a limit of 100 kernel calls and rounds of loops by
/// default.
class Livelocks : public testing::Test {
 protected:
    /// `most_rounds`: limit of kernel calls and rounds of loops while no stream moves.
    [[nodiscard]] static Cycles run_of(const schedule::Schedule& made, const arch::Device& device,
                                       std::int64_t most_rounds, bool in_full) {
        const SimulationContext context;
        Environment environment{device};
        environment.progress = Progress{most_rounds};
        Dram dram{"dram", environment};
        NpuArray array{made, environment, dram, nullptr};
        if (in_full) array.simulate_in_full();
        return array.run();
    }
    [[nodiscard]] static std::string failure_of(const schedule::Schedule& made,
                                                const arch::Device& device,
                                                std::int64_t most_rounds, bool in_full) {
        try {
            return fmt::format("it ended after {} cycles",
                               run_of(made, device, most_rounds, in_full).count());
        } catch (const base::Error& error) {
            return error.what();
        }
    }
    [[nodiscard]] Cycles run() { return run_of(builder.finish(), device, 100, true); }
    [[nodiscard]] std::string failure(std::int64_t most_rounds = 100, bool in_full = true) {
        return failure_of(builder.finish(), device, most_rounds, in_full);
    }

    static constexpr arch::TileId kWest{0, 4};
    static constexpr arch::TileId kEast{1, 4};
    const arch::Device device = test::device_named("xdna2-strix");
    test::ProgramBuilder builder{device};
};

TEST_F(Livelocks, AreNotLongLoopsThatEnd) {
    builder.program(kEast, {loop(20, {loop(200, {call(builder.external(10))})})});
    EXPECT_EQ(run(), Cycles{20 * 200 * 10});
}

TEST_F(Livelocks, AreNotLongLoopsWithinOneThatDoesNot) {
    const schedule::LockRef done = builder.lock(kWest, 0);
    builder.program(
        kWest, {loop(std::nullopt, {loop(5000, {call(builder.external(10))}), release(done)})});
    builder.program(kEast, {acquire(done), acquire(done)});
    const Cycles cycles = run();
    EXPECT_GE(cycles, Cycles{2 * 5000 * 10});
    EXPECT_LT(cycles, Cycles{2 * 5000 * 10 + 100});
}

TEST_F(Livelocks, AreNotCoresThatPassWordsOverACascade) {
    constexpr std::int64_t kWords = 5000;
    builder.cascade(kWest, kEast);
    builder.program(kWest, {loop(std::nullopt, {call(builder.external(1, {.puts = 1}))})});
    builder.program(kEast, {loop(kWords, {call(builder.external(1, {.gets = 1}))})});
    EXPECT_EQ(run(), Cycles{kWords} + device.core.cascade.latency);
}

TEST_F(Livelocks, AreLoopsThatDoNotEndWhateverIsInThem) {
    builder.program(kWest, {acquire(builder.lock(kWest, 0))});
    builder.program(kEast, {loop(std::nullopt, {loop(50, {call(builder.external(10))})})});
    EXPECT_THAT(failure(),
                HasSubstr("livelock: no stream has moved while cores, (1,4) among them"));
}

TEST_F(Livelocks, AreLoopsWithACountThatNoRunComesTo) {
    constexpr std::int64_t kAllOnes = 0xffff'ffff;
    builder.program(kEast, {loop(kAllOnes, {call(builder.external(10))})});
    EXPECT_THAT(failure(),
                HasSubstr("livelock: no stream has moved while cores, (1,4) among them"));
}

TEST_F(Livelocks, AreToldWhereRepeatsAreSkipped) {
    constexpr std::int64_t kMostThatABoundHas = 0x7fff'ffff;
    builder.program(kEast, {loop(kMostThatABoundHas, {call(builder.external(10))})});
    EXPECT_THAT(failure(1'000'000, false),
                HasSubstr("livelock: no stream has moved while cores, "));
}

TEST_F(Livelocks, AreToldWhereAnotherCoreWaitsEverLonger) {
    // All wake-ups come again, but no state does: the time for which a core has waited keeps
    // growing.
    const test::Fifo never = builder.fifo(kWest, 1, arch::Bytes{64});
    builder.program(kWest, {acquire(never.full)});
    builder.program(kEast, {loop(std::nullopt, {call(builder.external(10))})});
    EXPECT_THAT(failure(1000, false), HasSubstr("livelock"));
}

TEST_F(Livelocks, OfACoreThatComputesForEverAmongStreamsThatStandAreTold) {
    const arch::Device teaching = test::teaching_device();
    schedule::Schedule gemm = test::SmallGemm{}.schedule(teaching);
    schedule::TileProgram& core = schedule::test::program_of(gemm, {0, 2});
    const schedule::CoreOp zero = schedule::test::op_calling(core.core, gemm::kZeroKernel);
    core.core = {{schedule::Loop{std::nullopt, {zero}}}};
    EXPECT_THAT(failure_of(gemm, teaching, 1000, false), HasSubstr("livelock"));
}

}  // namespace
}  // namespace xdnasim::sim
