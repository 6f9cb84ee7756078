// Approximate runs against the same runs in full: how far their times are off, and which figures
// must stay exact.

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "test/backends/systemc/long_gemms.hpp"
#include "test/backends/systemc/random_workloads.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::backends::properties {
namespace {

constexpr double kTolerance = 0.01;

struct BothRuns {
    RunResult full;
    RunResult approximate;

    /// By how much the approximate run's cycles are off, as a share of the full run's.
    [[nodiscard]] double off_by() const {
        const auto all = static_cast<double>(full.cycles->count());
        return std::abs(static_cast<double>(approximate.cycles->count()) - all) / all;
    }
};

BothRuns run_both(const schedule::Schedule& schedule, const arch::Device& device) {
    const auto backend = make_systemc_backend();
    return {backend->run(schedule, device, {.in_full = true}),
            backend->run(schedule, device, {.approximate = kTolerance})};
}

BothRuns run_both(const std::string& file, const Settings& settings) {
    std::vector<problem::Setting> changes;
    for (const auto& [key, value] : settings)
        changes.emplace_back(key, value);
    const problem::Problem problem = problem::load_problem(XDNASIM_EXAMPLES "/" + file, changes);
    return run_both(problem::map_problem(problem), problem.device);
}

/// Expects that each core's cycles, by what it did, add up to those of the run.
void expect_whole_cores(const RunResult& result, const std::string& what) {
    for (const CoreTimes& core : result.cores) {
        arch::Cycles sum{};
        for (const arch::Cycles time : core.cycles) {
            EXPECT_GE(time, arch::Cycles{}) << what;
            sum += time;
        }
        EXPECT_EQ(sum, *result.cycles) << what;
    }
}

void expect_same_work(const BothRuns& runs, const std::string& what) {
    EXPECT_EQ(runs.approximate.dram->read, runs.full.dram->read) << what;
    EXPECT_EQ(runs.approximate.dram->written, runs.full.dram->written) << what;
    if (runs.full.kernel) {
        EXPECT_EQ(runs.approximate.kernel->calls, runs.full.kernel->calls) << what;
    }
    expect_whole_cores(runs.approximate, what);
}

/// Expects that shares of the whole time are near those of the full run: what cores did, and what
/// relaxing the limit that binds would save.
void expect_near_shares(const BothRuns& runs, const std::string& what) {
    constexpr double kApart = 0.02;
    const auto share = [](arch::Cycles of, const RunResult& result) {
        return static_cast<double>(of.count()) / static_cast<double>(result.cycles->count());
    };
    EXPECT_NEAR(runs.approximate.bottleneck->gain, runs.full.bottleneck->gain, kApart) << what;
    for (std::size_t core = 0; core < runs.full.cores.size(); ++core) {
        const CoreTimes& some = runs.approximate.cores[core];
        const CoreTimes& all = runs.full.cores[core];
        for (std::size_t state = 0; state < all.cycles.size(); ++state)
            EXPECT_NEAR(share(some.cycles[state], runs.approximate),
                        share(all.cycles[state], runs.full), kApart)
                << what;
    }
}

void expect_bounded(const BothRuns& runs, const std::string& what) {
    ASSERT_TRUE(runs.approximate.off_by) << what;
    EXPECT_LE(*runs.approximate.off_by, 2 * kTolerance) << what;
    EXPECT_LE(runs.off_by(), *runs.approximate.off_by) << what;
}

/// Compares `count` GEMMs, each drawn by `next` from `gemms`. Returns how many of the approximate
/// runs have skipped something.
int skipping_among(int count, Settings (LongGemms::*next)(), LongGemms gemms) {
    int runs = 0;
    int skipping = 0;
    for (int refused = 0; runs < count;) {
        const Settings settings = (gemms.*next)();
        std::string text;
        for (const auto& [key, value] : settings)
            text += fmt::format(" {}={}", key, value);
        try {
            const BothRuns both = run_both("gemm_any.yaml", settings);
            expect_same_work(both, text);
            expect_bounded(both, text);
            ++runs;
            if (both.approximate.skipped > arch::Cycles{}) ++skipping;
        } catch (const base::InputError&) {
            if (++refused < 10 * count) continue;
            ADD_FAILURE() << "few GEMMs fit: " << text;
            break;
        }
    }
    return skipping;
}

TEST(ApproximateRuns, DoTheSameWorkInNearlyTheSameTimeInGemmsOfManyBlocks) {
    EXPECT_GE(skipping_among(wanted(15), &LongGemms::next, LongGemms{91}), wanted(15) / 3);
}

TEST(ApproximateRuns, DoTheSameWorkInNearlyTheSameTimeOnLargeArrays) {
    EXPECT_GE(skipping_among(wanted(10), &LongGemms::next_on_xdna2, LongGemms{93}), wanted(10) / 2);
}

Settings gemm_on(const std::string& device, const std::string& types, const std::string& size,
                 Settings more) {
    more.insert(more.end(), {{"device", device}, {"gemm.types", types}, {"gemm.size", size}});
    return more;
}

TEST(ApproximateRuns, SeeThatStretchesGetShorterByAndBy) {
    // A block takes 82,001 to 82,563 cycles at first, and 80,865 after twenty blocks.
    const BothRuns blocks =
        run_both("gemm_any.yaml",
                 gemm_on("xdna2-strix", "{a: bf16, b: bf16, c: f32}", "{m: 4856, k: 645, n: 3835}",
                         {{"gemm.b_layout", "column-major"},
                          {"gemm.c_buffers", "1"},
                          {"gemm.c_buffers_l2", "2"}}));
    EXPECT_GT(blocks.approximate.skipped_share(), 0.4);
    expect_bounded(blocks, "blocks");
    // A block takes 56,890 cycles in the first column of C, and 56,350 in the others.
    const BothRuns columns = run_both(
        "gemm_any.yaml",
        gemm_on("xdna2-krackan", "{a: int8, b: int8, c: int32}", "{m: 4275, k: 730, n: 4809}", {}));
    EXPECT_GT(columns.approximate.skipped_share(), 0.2);
    expect_bounded(columns, "columns");
}

TEST(ApproximateRuns, AreExactOverPortsToTheProgrammableLogic) {
    const BothRuns both = run_both("gama_int8.yaml", {{"gemm.iterations", "100"}});
    EXPECT_GT(both.approximate.skipped_share(), 0.5);
    EXPECT_EQ(both.approximate.off_by, 0.0);
    EXPECT_EQ(both.approximate.cycles, both.full.cycles);
}

TEST(ApproximateRuns, SkipWhatRepeatsExactlyWhereNothingElseDoes) {
    const BothRuns both = run_both("elementwise_add_one.yaml", {{"elementwise.objects", "20000"}});
    EXPECT_GT(both.approximate.skipped_share(), 0.5);
    EXPECT_EQ(both.approximate.off_by, 0.0);
    EXPECT_EQ(both.approximate.cycles, both.full.cycles);
}

TEST(ApproximateRuns, DoTheSameWorkInNearlyTheSameTimeInRandomWorkloads) {
    RandomWorkloads random{92};
    int runs = 0;
    for (int i = 0; i < wanted(10); ++i)
        for (const auto draw :
             {&RandomWorkloads::gemm, &RandomWorkloads::elementwise, &RandomWorkloads::transfer}) {
            const DrawnProblem problem = (random.*draw)();
            const BothRuns both =
                run_both(mapping::map_workload(problem.workload, problem.device), problem.device);
            expect_same_work(both, problem.text);
            expect_bounded(both, problem.text);
            ++runs;
        }
    EXPECT_EQ(runs, 3 * wanted(10));
}

TEST(ApproximateRuns, SkipMostOfWhatTheDramHoldsBack) {
    const problem::Problem problem =
        problem::load_problem(XDNASIM_EXAMPLES "/gemm_xdna2_int16out.yaml");
    const schedule::Schedule schedule = problem::map_problem(problem);
    const BothRuns both = run_both(schedule, problem.device);
    expect_same_work(both, "4K");
    expect_bounded(both, "4K");
    expect_near_shares(both, "4K");
    EXPECT_GT(both.approximate.skipped_share(), 0.5);
    const RunResult exact = make_systemc_backend()->run(schedule, problem.device, {});
    EXPECT_LT(exact.skipped_share(), 0.1) << "there is no need to approximate";
}

Settings small_blocks(const std::string& device, const std::string& type, const std::string& size,
                      const std::string& tile, const std::string& array,
                      const std::string& sequence) {
    return {
        {"device", device},      {"gemm.types", fmt::format("{{a: {0}, b: {0}, c: {0}}}", type)},
        {"gemm.size", size},     {"gemm.tile", tile},
        {"gemm.array", array},   {"gemm.b_layout", "column-major"},
        {"gemm.c_buffers", "1"}, {"gemm.bd_reconfiguration", sequence}};
}

TEST(ApproximateRuns, LearnLongerStretchesWhereShorterOnesTakeTurns) {
    // Four blocks take 3,348, 3,348, 3,348 and 9,371 cycles, over and over.
    const BothRuns four =
        run_both("gemm_any.yaml",
                 small_blocks("xdna2-krackan", "bf16", "{m: 970, k: 498, n: 830}",
                              "{m: 16, k: 64, n: 16}", "{rows: 1, columns: 1}", "four-slots"));
    expect_same_work(four, "four");
    expect_bounded(four, "four");
    EXPECT_GT(four.approximate.skipped_share(), 0.5);
    // Three blocks take 23,386 cycles and the next two 16,690, over and over.
    const BothRuns five =
        run_both("gemm_any.yaml",
                 small_blocks("xdna2-strix", "int8", "{m: 1356, k: 356, n: 903}",
                              "{m: 16, k: 80, n: 64}", "{rows: 2, columns: 1}", "overlapped"));
    expect_same_work(five, "five");
    expect_bounded(five, "five");
    EXPECT_GT(five.approximate.skipped_share(), 0.5);
}

TEST(ApproximateRuns, AccountForStallsThatAreNotOverWhereAStretchEnds) {
    const BothRuns both =
        run_both("gemm_any.yaml",
                 small_blocks("xdna2-krackan", "bf16", "{m: 2286, k: 1326, n: 2274}",
                              "{m: 32, k: 96, n: 32}", "{rows: 2, columns: 2}", "sequential"));
    EXPECT_GT(both.approximate.skipped_share(), 0.5);
    expect_same_work(both, "stalls");
    expect_near_shares(both, "stalls");
}

TEST(ApproximateRuns, LoseNoTokensThatNobodyWaitsForYet) {
    const BothRuns both = run_both("gemm_teaching.yaml", {{"gemm.size.m", "4096"}});
    EXPECT_GT(both.approximate.skipped_share(), 0.5);
    expect_same_work(both, "teaching");
    expect_bounded(both, "teaching");
}

TEST(ApproximateRuns, TakeBdsOfManyBlocksForOneStretch) {
    const BothRuns both =
        run_both("gemm_whole_array.yaml", {{"gemm.size.m", "2048"}, {"gemm.size.n", "2048"}});
    expect_same_work(both, "whole array");
    expect_bounded(both, "whole array");
}

TEST(ApproximateRuns, AreExactWhereAllStretchesTakeAsLong) {
    const BothRuns both = run_both("gemm_xdna_int8.yaml", {});
    EXPECT_GT(both.approximate.skipped_share(), 0.5);
    EXPECT_EQ(both.approximate.cycles, both.full.cycles);
}

TEST(ApproximateRuns, SayThatNothingIsOffWhereNothingIsSkipped) {
    const BothRuns both = run_both("transfer_memcpy.yaml", {});
    EXPECT_EQ(both.approximate.skipped, arch::Cycles{});
    EXPECT_EQ(both.approximate.off_by, 0.0);
    EXPECT_EQ(both.approximate.cycles, both.full.cycles);
    EXPECT_EQ(both.full.off_by, std::nullopt);
}

}  // namespace
}  // namespace xdnasim::backends::properties
