#include "backends/systemc/systemc_backend.hpp"

#include <stdexcept>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::backends {
namespace {

using arch::Cycles;
using problem::Setting;

struct Outcome {
    problem::Problem problem;
    RunResult result;
};

Outcome run(const char* example, const std::vector<Setting>& settings = {},
            const RunOptions& options = {}) {
    problem::Problem problem =
        problem::load_problem(std::string{XDNASIM_EXAMPLES "/"} + example, settings);
    const schedule::Schedule schedule = problem::map_problem(problem);
    RunResult result = make_systemc_backend()->run(schedule, problem.device, options);
    return {std::move(problem), std::move(result)};
}

TEST(SystemCBackend, RunsA4KGemmOnTheWholeXdna2Array) {
    const auto [problem, result] = run("gemm_xdna2_int8.yaml");
    EXPECT_EQ(result.cores.size(), 32U);
    EXPECT_EQ(result.kernel->calls, 28 * 60 * 32);
    // The kernels and the drain of C of each output tile are a lower bound. The start, the memory
    // banks, and the DRAM, which is busy nearly all the time, add a little.
    const std::int64_t kernels = 28 * 60 * result.kernel->cycles_per_call.count();
    const std::int64_t drains = 28 * (144 * 144 / 8);
    EXPECT_GT(*result.cycles, Cycles{kernels + drains});
    EXPECT_LT(*result.cycles, Cycles{(kernels + drains) * 108 / 100});
    EXPECT_LT(result.bottleneck->gain, 0.1);  // balanced: no limit alone gains much
}

TEST(SystemCBackend, MovesTheBytesOfTheTilingThroughDram) {
    const auto [problem, result] = run("gemm_xdna2_int8.yaml");
    const std::int64_t ops = std::int64_t{4032} * 4320 * 4608;
    EXPECT_EQ(result.dram->read, arch::Bytes{ops / (144 * 8) + ops / (144 * 4)});
    EXPECT_EQ(result.dram->written, arch::Bytes{4032 * 4608});
}

TEST(SystemCBackend, MovesTheBytesOfWholeArraysTilingInPingPong) {
    const auto [problem, result] =
        run("gemm_whole_array.yaml", {{"gemm.size", "{m: 1280, k: 512, n: 768}"}});
    const std::int64_t elements = std::int64_t{1280} * 512 * 768;
    EXPECT_EQ(result.dram->read, arch::Bytes{2 * (elements / (32 * 8) + elements / (64 * 4))});
    EXPECT_EQ(result.dram->written, arch::Bytes{2 * 1280 * 768});
}

TEST(SystemCBackend, GainsByABalancedDesignOverWholeArray) {
    const Setting size{"gemm.size", "{m: 1792, k: 1536, n: 1536}"};
    const auto whole_array = run("gemm_whole_array.yaml", {size});
    const auto balanced =
        run("gemm_any.yaml",
            {{"device", "xdna2-krackan"}, {"gemm.types", "{a: bf16, b: bf16, c: bf16}"}, size});
    EXPECT_GT(balanced.result.tops, 1.5 * *whole_array.result.tops);
}

TEST(SystemCBackend, IsRightForF32OnEveryArray) {
    int right = 0;
    for (const char* device : {"xdna-phoenix", "xdna2-krackan", "xdna2-strix"}) {
        for (const auto layout : kernels::kLayouts) {
            for (const char* size : {"{m: 70, k: 90, n: 50}", "{m: 500, k: 700, n: 600}"}) {
                const auto [problem, result] = run("gemm_any.yaml",
                                                   {{"device", device},
                                                    {"gemm.types", "{a: bf16, b: bf16, c: f32}"},
                                                    {"gemm.b_layout", to_string(layout)},
                                                    {"gemm.size", size}},
                                                   {.verify = true});
                EXPECT_TRUE(result.verification->passed)
                    << device << ": " << result.verification->message;
                EXPECT_THAT(result.verification->message, testing::HasSubstr("sums in fp32"));
                ++right;
            }
        }
    }
    EXPECT_EQ(right, 12);
}

TEST(SystemCBackend, CountsDispatchIntoTheTimeAndTheTops) {
    const auto [problem, result] = run("gemm_teaching.yaml");
    const auto& size = gemm::design_of(problem.workload.get())->size;
    const double operations = 2.0 * static_cast<double>(size.m * size.k * size.n);
    EXPECT_DOUBLE_EQ(result.time().count(),
                     result.npu_time->count() + problem.device.dispatch.count());
    EXPECT_NEAR(result.tops.value(), operations / result.time().count() * 1e-3, 1e-9);
    EXPECT_NEAR(result.npu_time->count(),
                static_cast<double>(result.cycles->count()) / problem.device.clock_ghz, 1e-6);
}

TEST(SystemCBackend, CountsTheLoadingOfTheDesignWhenAsked) {
    const auto plain = run("gemm_teaching.yaml");
    EXPECT_EQ(plain.result.reconfiguration, arch::Nanoseconds{0});
    const auto [problem, result] = run("gemm_teaching.yaml", {}, {.reconfigure = true});
    EXPECT_EQ(result.reconfiguration, problem.device.reconfiguration);
    EXPECT_DOUBLE_EQ(result.time().count(),
                     plain.result.time().count() + problem.device.reconfiguration.count());
    EXPECT_LT(result.tops, plain.result.tops);
}

TEST(SystemCBackend, NamesTheDramWhenFastKernelsWaitForIt) {
    const auto [problem, result] =
        run("gemm_xdna2_int32out.yaml", {{"gemm.kernel.macs_per_cycle", "510"}});
    EXPECT_EQ(name_of(*result.bottleneck), "DRAM") << why(*result.bottleneck);
}

TEST(SystemCBackend, FasterKernelsDoNotHelpAMemoryBoundGemm) {
    const auto fast = run("gemm_xdna2_int32out.yaml", {{"gemm.kernel.macs_per_cycle", "480"}});
    const auto faster = run("gemm_xdna2_int32out.yaml", {{"gemm.kernel.macs_per_cycle", "510"}});
    EXPECT_NEAR(static_cast<double>(faster.result.cycles->count()) /
                    static_cast<double>(fast.result.cycles->count()),
                1.0, 0.01);
}

TEST(SystemCBackend, VerifiesEveryOutput) {
    const auto [problem, result] = run("gemm_teaching.yaml", {}, {.verify = true, .seed = 3});
    ASSERT_TRUE(result.verification.has_value());
    EXPECT_TRUE(result.verification->passed) << result.verification->message;
    EXPECT_LT(result.verification->saturated_share, 0.01);
}

TEST(SystemCBackend, TellsAWrongResultFromARightOne) {
    problem::Problem problem =
        problem::load_problem(std::string{XDNASIM_EXAMPLES "/"} + "gemm_teaching.yaml");
    schedule::Schedule schedule = problem::map_problem(problem);
    auto& multiply = std::get<kernels::Matmul>(schedule.kernels[1].work);
    ++multiply.shift;
    const RunResult result =
        make_systemc_backend()->run(schedule, problem.device, {.verify = true, .seed = 3});
    EXPECT_FALSE(result.verification->passed);
    EXPECT_THAT(result.verification->message, testing::HasSubstr("expected"));
}

TEST(SystemCBackend, CountsTheTraceWordsThatTheDramTakes) {
    const auto untraced = run("gemm_teaching.yaml");
    const arch::Bytes data = untraced.result.dram->written;
    int checked = 0;
    for (const char* bytes : {"1048576", "4096", "32"}) {
        const auto traced = run("gemm_teaching.yaml", {{"trace.buffer_bytes", bytes}});
        const auto words = static_cast<std::int64_t>(traced.result.trace->words.size());
        ASSERT_GT(words, 0);
        EXPECT_EQ(traced.result.dram->written, data + arch::Bytes{4 * words}) << bytes;
        ++checked;
    }
    const auto ideal = run("gemm_teaching.yaml", {{"trace.route", "ideal"}});
    EXPECT_GT(ideal.result.trace->words.size(), 0U);
    EXPECT_EQ(ideal.result.dram->written, data);
    EXPECT_EQ(checked, 3);
}

TEST(SystemCBackend, TellsItsProgressUpToTheEnd) {
    double last = 0;
    RunOptions options;
    options.on_progress = [&](const RunProgress& progress) {
        EXPECT_GT(progress.done, last);
        last = progress.done;
    };
    run("gemm_teaching.yaml", {}, options);
    EXPECT_DOUBLE_EQ(last, 1);
}

TEST(SystemCBackend, EndsWithWhatIsThrownWhenItTellsItsProgress) {
    struct Enough {};
    int told = 0;
    RunOptions options;
    options.on_progress = [&](const RunProgress&) {
        if (++told == 2) throw Enough{};
    };
    EXPECT_THROW(run("gemm_teaching.yaml", {}, options), Enough);
    EXPECT_EQ(told, 2);
    options.on_progress = [](const RunProgress&) { throw std::runtime_error{"the disk is full"}; };
    try {
        run("gemm_teaching.yaml", {}, options);
        FAIL();
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "the disk is full");
    }
    EXPECT_GT(run("gemm_teaching.yaml").result.cycles->count(), 0);
}

TEST(SystemCBackend, RefusesARunBesideAnother) {
    int refused = 0;
    const auto refuse = [&] {
        try {
            run("gemm_teaching.yaml");
        } catch (const base::InputError& error) {
            EXPECT_THAT(error.what(),
                        testing::StartsWith("a simulation is already running in this process"));
            ++refused;
        }
    };
    RunOptions options;
    options.on_progress = [&](const RunProgress& progress) {
        if (progress.done < 1) return;
        std::thread{refuse}.join();
        refuse();
    };
    const auto with_others = run("gemm_teaching.yaml", {}, options);
    EXPECT_EQ(refused, 2);
    EXPECT_EQ(with_others.result.cycles, run("gemm_teaching.yaml").result.cycles);
}

}  // namespace
}  // namespace xdnasim::backends
