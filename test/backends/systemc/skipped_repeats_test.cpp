// Runs that skip repeats, and the same runs in full: every figure is the same, to the last bit.

#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "backends/systemc/run_statistics.hpp"
#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "sim/npu_array.hpp"
#include "sim/simulation_context.hpp"
#include "test/backends/systemc/long_gemms.hpp"
#include "test/backends/systemc/random_workloads.hpp"
#include "test/workloads/network/random_networks.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::backends::properties {
namespace {

std::string text_of(double value) {
    return fmt::format(" {:a}", value);
}

/// All figures of a result except for what it took to find them.
std::string figures(const RunResult& result) {
    std::string text = fmt::format("{} cycles", result.cycles->count());
    text += text_of(result.npu_time->count()) + text_of(result.tops.value_or(0)) +
            text_of(result.peak_fraction.value_or(0));
    text += fmt::format("\nDRAM {} {}", result.dram->read.count(), result.dram->written.count());
    text += text_of(result.dram->read_rate->count()) + text_of(result.dram->write_rate->count());
    if (result.rates) text += text_of(result.rates->wall.count());
    if (result.kernel)
        text += fmt::format("\nkernel {} {} {}", result.kernel->name, result.kernel->calls,
                            result.kernel->cycles_per_call.count()) +
                text_of(result.kernel->mean_cycles.value_or(0));
    if (result.bottleneck) {
        text += "\nbottleneck " + name_of(*result.bottleneck) + text_of(result.bottleneck->gain);
        for (const Figure& figure : result.bottleneck->figures)
            text += fmt::format("\n  {} {}", static_cast<int>(figure.finding), figure.part) +
                    text_of(figure.share);
    }
    for (const CoreTimes& core : result.cores) {
        text += fmt::format("\ncore {} {}:", core.tile.column, core.tile.row);
        for (const arch::Cycles time : core.cycles)
            text += fmt::format(" {}", time.count());
    }
    for (const PortFigures& port : result.ports) {
        text += fmt::format("\nport {} {}:", port.name, port.words) + text_of(port.first.count()) +
                text_of(port.last.count());
        for (const arch::Nanoseconds end : port.frame_ends)
            text += text_of(end.count());
    }
    for (const CascadeFigures& cascade : result.cascades)
        text += fmt::format("\ncascade {} {}: {}", to_string(cascade.from), to_string(cascade.to),
                            cascade.words);
    return text;
}

/// The values that the figures come from, before they are limited and rounded: the DRAM's busy
/// time, what each limit saves, and what streams do.
std::string workings(const schedule::Schedule& schedule, const arch::Device& device, bool in_full) {
    const sim::SimulationContext context;
    sim::Environment environment{device};
    sim::Dram dram{"dram", environment};
    sim::NpuArray array{schedule, environment, dram, nullptr};
    RunStatistics statistics{schedule, device, environment.clock};
    array.add_listener(statistics);
    if (in_full) array.simulate_in_full();
    const arch::Cycles cycles = array.run();
    array.tell_unended(statistics);
    statistics.finish(cycles - array.skipped(), array.skipped());
    std::string text = fmt::format("{} cycles", cycles.count()) + text_of(dram.min_time());
    const sim::Leads leads = array.leads();
    for (const schedule::Limit limit : schedule::kLimits)
        text += text_of(leads[limit]);
    for (std::size_t i = 0; i < schedule.flows.size(); ++i) {
        const StreamFigures& stream = statistics.stream(static_cast<int>(i));
        text +=
            fmt::format("\nstream {}: {} {} {} {}", i, stream.moving.count(),
                        stream.starved.count(), stream.backpressure.count(), stream.bytes.count());
    }
    return text;
}

/// How many runs were compared, and how many of them skipped anything.
struct Compared {
    int runs = 0;
    int skipping = 0;
};

void compare(Compared& compared, const schedule::Schedule& schedule, const arch::Device& device,
             const std::string& what) {
    const auto run = [&](bool in_full) {
        return make_systemc_backend()->run(schedule, device, {.in_full = in_full});
    };
    const RunResult full = run(true);
    const RunResult skipping = run(false);
    EXPECT_EQ(figures(skipping), figures(full)) << what;
    EXPECT_EQ(workings(schedule, device, false), workings(schedule, device, true)) << what;
    EXPECT_EQ(full.skipped.count(), 0) << what;
    ++compared.runs;
    if (skipping.skipped > arch::Cycles{0}) ++compared.skipping;
}

/// Compares an example with `settings`. Throws base::InputError if the settings do not fit.
void compare_example(Compared& compared, const std::string& file, const Settings& settings) {
    std::vector<problem::Setting> changes;
    std::string text = file;
    for (const auto& [key, value] : settings) {
        changes.emplace_back(key, value);
        text += fmt::format(" {}={}", key, value);
    }
    const problem::Problem problem = problem::load_problem(XDNASIM_EXAMPLES "/" + file, changes);
    compare(compared, problem::map_problem(problem), problem.device, text);
}

Compared compare_drawn(int runs, unsigned seed, DrawnProblem (RandomWorkloads::*draw)()) {
    RandomWorkloads random{seed};
    Compared compared;
    for (int i = 0; i < runs; ++i) {
        const DrawnProblem problem = (random.*draw)();
        compare(compared, mapping::map_workload(problem.workload, problem.device), problem.device,
                problem.text);
    }
    return compared;
}

TEST(SkippedRepeats, ChangeNothingInRandomGemms) {
    EXPECT_EQ(compare_drawn(wanted(40), 17, &RandomWorkloads::gemm).runs, wanted(40));
}

TEST(SkippedRepeats, ChangeNothingInRandomElementwiseKernels) {
    EXPECT_EQ(compare_drawn(wanted(40), 18, &RandomWorkloads::elementwise).runs, wanted(40));
}

TEST(SkippedRepeats, ChangeNothingInRandomTransfers) {
    EXPECT_EQ(compare_drawn(wanted(40), 19, &RandomWorkloads::transfer).runs, wanted(40));
}

TEST(SkippedRepeats, ChangeNothingInRandomStreamsOfSamples) {
    network::test::RandomNetworks networks{60};
    Compared compared;
    for (int refused = 0; compared.runs < wanted(40);) {
        const std::string text = networks.next();
        try {
            const problem::Problem problem = network::test::problem_of(text);
            compare(compared, problem::map_problem(problem), problem.device, text);
        } catch (const base::InputError&) {
            ASSERT_LT(++refused, wanted(800)) << "few networks fit: " << text;
        }
    }
    EXPECT_GE(compared.skipping, compared.runs / 3);
}

TEST(SkippedRepeats, ChangeNothingInPacksOfCores) {
    Compared compared;
    for (const char* const type : {"int8", "bf16"})
        for (const int iterations : {30, 90})
            for (const char* const array :
                 {"{rows: 2, size: 4, packs: 2, stagger: 2}", "{rows: 3, size: 2, packs: 3}"}) {
                const std::string types = fmt::format("{{a: {0}, b: {0}, c: {0}}}", type);
                compare_example(compared, "gama_int8.yaml",
                                {{"gemm.types", types},
                                 {"gemm.array", array},
                                 {"gemm.iterations", std::to_string(iterations)}});
            }
    EXPECT_EQ(compared.skipping, compared.runs);
    EXPECT_EQ(compared.runs, 8);
}

TEST(SkippedRepeats, ChangeNothingInGemmsOfManyBlocks) {
    LongGemms random{20};
    Compared compared;
    int refused = 0;
    while (compared.runs < wanted(12)) {
        try {
            compare_example(compared, "gemm_any.yaml", random.next());
        } catch (const base::InputError& error) {
            ASSERT_LT(++refused, wanted(200)) << "few designs fit: " << error.what();
        }
    }
    EXPECT_GE(compared.skipping, compared.runs / 3) << refused << " did not fit";
}

}  // namespace
}  // namespace xdnasim::backends::properties
