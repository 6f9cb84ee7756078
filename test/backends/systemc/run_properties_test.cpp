// What holds for every run, whatever the problem; checked with random problems of all workloads.

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "test/backends/systemc/random_workloads.hpp"
#include "workloads/mapping/mapping.hpp"

namespace xdnasim::backends::properties {
namespace {

using arch::Cycles;
using arch::Device;

RunResult run(const WorkloadPointer& workload, const Device& device,
              const RunOptions& options = {}) {
    return make_systemc_backend()->run(mapping::map_workload(workload, device), device, options);
}

double time_of(const WorkloadPointer& workload, const Device& device) {
    return run(workload, device).npu_time->count();
}

struct Improvement {
    const char* name;
    void (*make)(Device& device);
};

// Each gives more of one thing: rates are doubled, times halved.
constexpr std::array kImprovements{
    Improvement{"dram.channel", [](Device& d) { d.dram.channel = d.dram.channel * 2.0; }},
    Improvement{"dram.read", [](Device& d) { d.dram.read = d.dram.read * 2.0; }},
    Improvement{"dram.write", [](Device& d) { d.dram.write = d.dram.write * 2.0; }},
    Improvement{"dram.total", [](Device& d) { d.dram.total = d.dram.total * 2.0; }},
    Improvement{"dram, all rates",
                [](Device& d) {
                    d.dram.channel = d.dram.channel * 2.0;
                    d.dram.read = d.dram.read * 2.0;
                    d.dram.write = d.dram.write * 2.0;
                    d.dram.total = d.dram.total * 2.0;
                }},
    Improvement{"dram.read_latency",
                [](Device& d) { d.dram.read_latency = d.dram.read_latency * 0.5; }},
    Improvement{"dram.write_latency",
                [](Device& d) { d.dram.write_latency = d.dram.write_latency * 0.5; }},
    Improvement{"dram.channel_run",
                [](Device& d) { d.dram.channel_run = d.dram.channel_run * 0.5; }},
    Improvement{"dram.run", [](Device& d) { d.dram.run = d.dram.run * 0.5; }},
    Improvement{"dram.interleave_share",
                [](Device& d) { d.dram.interleave_share = (1 + d.dram.interleave_share) / 2; }},
    Improvement{"dram.translation.entries", [](Device& d) { d.dram.translation.entries *= 2; }},
    Improvement{"dram.translation.walk",
                [](Device& d) { d.dram.translation.walk = d.dram.translation.walk * 0.5; }},
    Improvement{"fabric",
                [](Device& d) {
                    d.fabric = {d.fabric.read * 2.0, d.fabric.write * 2.0};
                }},
    Improvement{"array.stream_width", [](Device& d) { d.stream_width = d.stream_width * 2L; }},
    Improvement{"array.clock_ghz", [](Device& d) { d.clock_ghz *= 1.25; }},
    Improvement{
        "command_processor.bd_write",
        [](Device& d) { d.command_processor.bd_write = d.command_processor.bd_write * 0.5; }},
    Improvement{"command_processor.push",
                [](Device& d) { d.command_processor.push = d.command_processor.push * 0.5; }},
    Improvement{"command_processor.token",
                [](Device& d) { d.command_processor.token = d.command_processor.token * 0.5; }},
    Improvement{"timing of DMA",
                [](Device& d) {
                    d.timing.bd_switch = d.timing.bd_switch / 2L;
                    d.timing.s2mm_start = d.timing.s2mm_start / 2L;
                    d.timing.mm2s_start = d.timing.mm2s_start / 2L;
                    d.timing.dma_release = d.timing.dma_release / 2L;
                }},
    Improvement{"timing of cores",
                [](Device& d) {
                    d.timing.core_release = d.timing.core_release / 2L;
                    d.timing.core_acquire = d.timing.core_acquire / 2L;
                    d.timing.core_lock_op = d.timing.core_lock_op / 2L;
                    d.timing.core_call = d.timing.core_call / 2L;
                    d.timing.core_return = d.timing.core_return / 2L;
                    d.timing.core_restore = d.timing.core_restore / 2L;
                }},
};

/// The most by which a run may take longer when one thing of the device gets better, as a factor.
constexpr double kSlower = 1.01;

/// The same factor for runs in which reads and writes take turns in single buffers. A faster part
/// may let reads and writes fall into step on the memory that they share, so that the run takes
/// longer in all, as in other schedules without foresight (Graham, "Bounds on multiprocessing
/// timing anomalies", 1969).
constexpr double kSlowerInTurns = 1.10;

struct Counts {
    int runs = 0;
    int cores = 0;
    int improvements = 0;
};

void expect_cores_add_up(const RunResult& result, Counts& counts) {
    for (const CoreTimes& core : result.cores) {
        Cycles sum{};
        for (const Cycles part : core.cycles) {
            EXPECT_GE(part, Cycles{0});
            sum += part;
        }
        EXPECT_EQ(sum, *result.cycles);
        ++counts.cores;
    }
}

void expect_bytes_and_rates(const DrawnProblem& problem, const RunResult& result) {
    const DramTraffic& dram = *result.dram;
    const Device& device = problem.device;
    EXPECT_EQ(dram.read, problem.read);
    EXPECT_EQ(dram.written, problem.written);
    constexpr double kRounding = 1 + 1e-9;
    const double read = static_cast<double>(problem.read.count()) / result.npu_time->count();
    const double written = static_cast<double>(problem.written.count()) / result.npu_time->count();
    EXPECT_NEAR(dram.read_rate.value().count(), read, 1e-9 * read);
    EXPECT_NEAR(dram.write_rate.value().count(), written, 1e-9 * written);
    EXPECT_LE(read, device.dram.read.count() * kRounding);
    EXPECT_LE(written, device.dram.write.count() * kRounding);
    EXPECT_LE(read + written, device.dram.total.count() * kRounding);
    EXPECT_LE(read, device.fabric.read.count() * device.clock_ghz * kRounding);
    EXPECT_LE(written, device.fabric.write.count() * device.clock_ghz * kRounding);
    const double channels = 2.0 * device.columns * device.dram.channel.count();
    EXPECT_LE(read, channels * kRounding);
    EXPECT_LE(written, channels * kRounding);
    if (result.peak_fraction) {
        EXPECT_LE(*result.peak_fraction, 1);
    }
}

void expect_the_same_again(const DrawnProblem& problem, const RunResult& result) {
    const RunResult again = run(problem.workload, problem.device);
    EXPECT_EQ(again.cycles, result.cycles);
    for (std::size_t i = 0; i < result.cores.size(); ++i)
        EXPECT_EQ(again.cores.at(i).cycles, result.cores[i].cycles);
    const RunResult verified = run(problem.workload, problem.device, {.verify = true, .seed = 3});
    EXPECT_TRUE(verified.verification->passed) << verified.verification->message;
    EXPECT_EQ(verified.cycles, result.cycles);
}

void expect_not_slower(double before, double after, const char* what, Counts& counts,
                       double slower = kSlower) {
    EXPECT_LE(after, before * slower) << fmt::format("{}: {:.0f} ns become {:.0f}, {:+.2f} %", what,
                                                     before, after, 100 * (after / before - 1));
    ++counts.improvements;
}

void expect_more_is_not_slower(const DrawnProblem& problem, const RunResult& result,
                               Counts& counts) {
    const double before = result.npu_time->count();
    for (const Improvement& improvement : kImprovements) {
        Device better = problem.device;
        improvement.make(better);
        expect_not_slower(before, time_of(problem.workload, better), improvement.name, counts,
                          problem.in_turns ? kSlowerInTurns : kSlower);
    }
    if (problem.with_kernel_of && result.kernel) {
        const Cycles cycles = result.kernel->cycles_per_call;
        const Cycles fewer = std::max(cycles * std::int64_t{3} / std::int64_t{4}, Cycles{1});
        expect_not_slower(time_of(problem.with_kernel_of(cycles), problem.device),
                          time_of(problem.with_kernel_of(fewer), problem.device), "kernel rate",
                          counts);
    }
    if (problem.deeper)
        expect_not_slower(before, time_of(problem.deeper, problem.device), "buffers", counts);
}

void expect_all_properties(const DrawnProblem& problem, Counts& counts) {
    SCOPED_TRACE(problem.text);
    const RunResult result = run(problem.workload, problem.device);
    ++counts.runs;
    expect_cores_add_up(result, counts);
    expect_bytes_and_rates(problem, result);
    expect_the_same_again(problem, result);
    expect_more_is_not_slower(problem, result, counts);
}

class RunProperties : public testing::TestWithParam<unsigned> {
 protected:
    void hold_for(DrawnProblem (RandomWorkloads::*draw)(), int problems) {
        RandomWorkloads workloads{GetParam()};
        Counts counts;
        for (int i = 0; i < problems; ++i)
            expect_all_properties((workloads.*draw)(), counts);
        fmt::print("{} problems, {} cores, {} improvements\n", counts.runs, counts.cores,
                   counts.improvements);
        EXPECT_EQ(counts.runs, problems);
        EXPECT_GE(counts.improvements, problems * static_cast<int>(kImprovements.size()));
    }
};

TEST_P(RunProperties, HoldForRandomGemms) {
    hold_for(&RandomWorkloads::gemm, 9);
}

TEST_P(RunProperties, HoldForRandomTransfers) {
    hold_for(&RandomWorkloads::transfer, 9);
}

TEST_P(RunProperties, HoldForRandomElementwiseRuns) {
    hold_for(&RandomWorkloads::elementwise, 9);
}

INSTANTIATE_TEST_SUITE_P(Batch, RunProperties, testing::Range(0U, 4U));

}  // namespace
}  // namespace xdnasim::backends::properties
