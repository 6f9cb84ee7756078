// What relaxing a limit saves, and that the limit a run names is the one that saves most: proved on
// random problems by running each again with every limit relaxed.

#include "backends/what_if.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "workloads/problem/problem.hpp"
#include "workloads/schedule/relaxation.hpp"

namespace xdnasim::backends {
namespace {

using schedule::Limit;

struct Case {
    std::string file;
    std::vector<problem::Setting> settings;

    [[nodiscard]] std::string text() const {
        std::string text = file;
        for (const problem::Setting& setting : settings)
            text += fmt::format(" {}={}", setting.key, setting.value.to_flow());
        return text;
    }
};

/// Draws small problems of all workloads, on all devices and on devices with another balance.
class RandomCases {
 public:
    explicit RandomCases(unsigned seed) : random_{seed} {}

    Case next() {
        const std::int64_t kind = pick(0, 3);
        Case drawn = kind < 2 ? gemm() : kind == 2 ? transfer() : elementwise();
        drawn.settings.emplace_back("device", device());
        return drawn;
    }

 private:
    // The distributions of standard libraries differ; this one is the same everywhere.
    std::int64_t pick(std::int64_t from, std::int64_t to) {
        return from +
               static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(to - from + 1));
    }
    std::string one_of(const std::vector<std::string>& names) {
        return names[static_cast<std::size_t>(pick(0, std::ssize(names) - 1))];
    }
    /// A number from 2^`from` to 2^`to`, about evenly distributed by its logarithm.
    std::int64_t between_powers(std::int64_t from, std::int64_t to) {
        const double power =
            static_cast<double>(from) + static_cast<double>(pick(0, 1000 * (to - from))) / 1000;
        return std::llround(std::exp2(power));
    }

    std::string device() {
        const std::string name = one_of({"xdna-phoenix", "xdna2-krackan", "xdna2-strix"});
        if (pick(0, 1) == 0) return name;
        const double clock = name == "xdna-phoenix" ? 1 : 2;
        const auto rate = [&] { return static_cast<double>(between_powers(2, 6)) * clock; };
        const double read = rate();
        const double write = rate();
        return fmt::format(
            "{{base: {}, set: {{command_processor.bd_write: {}, command_processor.push: {}, "
            "command_processor.token: {}, dram.read: {}, dram.write: {}, dram.total: {}, "
            "dram.read_latency: {}}}}}",
            name, between_powers(3, 10), between_powers(2, 8), between_powers(3, 11), read, write,
            read + write, between_powers(6, 11));
    }

    Case gemm() {
        Case drawn{XDNASIM_EXAMPLES "/gemm_any.yaml", {}};
        const auto set = [&](const std::string& key, const std::string& value) {
            drawn.settings.emplace_back("gemm." + key, value);
        };
        set("size", fmt::format("{{m: {}, k: {}, n: {}}}", between_powers(6, 10),
                                between_powers(6, 11), between_powers(6, 10)));
        set("types", one_of({"{a: int8, b: int8, c: int8}", "{a: int8, b: int8, c: int16}",
                             "{a: int8, b: int8, c: int32}", "{a: bf16, b: bf16, c: bf16}"}));
        set("c_buffers", one_of({"1", "2"}));
        set("b_layout", one_of({"row-major", "column-major"}));
        set("bd_reconfiguration", one_of({"sequential", "overlapped", "overlapped", "ping-pong"}));
        if (pick(0, 2) == 0) set("array.columns", one_of({"1", "2", "4"}));
        if (pick(0, 2) == 0) set("array.rows", one_of({"1", "2", "4"}));
        return drawn;
    }

    Case transfer() {
        const std::int64_t columns = std::int64_t{1} << pick(0, 2);
        const std::int64_t run = 64 << pick(0, 5);
        const std::int64_t runs = std::int64_t{1} << pick(0, 4);
        const std::int64_t rows = columns * runs * between_powers(0, 7);
        const auto stream = [&](const char* name) {
            return fmt::format(
                "{{name: {}, rows: {}, row_bytes: {}, run_bytes: {}, runs: {}, walk: {}}}", name,
                rows, run << pick(0, 3), run, runs, one_of({"along", "across"}));
        };
        std::string streams = stream("A");
        if (pick(0, 1) == 0) streams += ", " + stream("B");
        return {XDNASIM_EXAMPLES "/transfer_memcpy.yaml",
                {{"transfer.columns", fmt::format("{}", columns)},
                 {"transfer.depth", one_of({"1", "2", "2", "3"})},
                 {"transfer.streams", fmt::format("[{}]", streams)}}};
    }

    Case elementwise() {
        const std::int64_t object = 64 << pick(0, 6);
        Case drawn{XDNASIM_EXAMPLES "/elementwise_add_one.yaml", {}};
        const auto set = [&](const std::string& key, const std::string& value) {
            drawn.settings.emplace_back("elementwise." + key, value);
        };
        set("object_bytes", fmt::format("{}", object));
        set("objects", fmt::format("{}", between_powers(1, 9)));
        set("depth", one_of({"1", "2", "2", "3"}));
        set("mem_tile", one_of({"true", "false"}));
        if (pick(0, 2) > 0)
            set("kernel.cycles_per_call",
                fmt::format("{}", std::max<std::int64_t>(object * between_powers(0, 7) / 32, 1)));
        return drawn;
    }

    std::mt19937_64 random_;
};

struct Judged {
    Bottleneck named;
    std::vector<Relief> reliefs;

    [[nodiscard]] const Relief& best() const { return reliefs.front(); }
    [[nodiscard]] double gain_of(Limit limit) const {
        return std::ranges::find(reliefs, limit, &Relief::limit)->gain;
    }
};

Judged judge(const schedule::Schedule& schedule, const arch::Device& device) {
    const auto backend = make_systemc_backend();
    const RunResult result = backend->run(schedule, device, {});
    return {result.bottleneck.value(), what_if(*backend, schedule, device, {}, result)};
}

Judged judge(const Case& drawn) {
    const problem::Problem problem = problem::load_problem(drawn.file, drawn.settings);
    return judge(problem::map_problem(problem), problem.device);
}

/// The number of random problems: 300, or as the environment variable XDNASIM_RANDOM_PROBLEMS says.
int problems_to_judge() {
    constexpr int kProblems = 300;
    const char* const more = std::getenv("XDNASIM_RANDOM_PROBLEMS");
    return more != nullptr ? std::stoi(more) : kProblems;
}

TEST(WhatIf, HasTheLastWordOnTheBottleneck) {
    RunResult result;
    const std::vector<Figure> figures{{Finding::KernelTime, 0.8}};
    result.bottleneck = {.limit = Limit::Compute, .gain = 0.175, .figures = figures};
    judge_by_what_if(result);
    EXPECT_EQ(result.bottleneck->gain, 0.175) << "nothing was run again";
    result.what_if = {{Limit::Dram, {}, 0.138}, {Limit::Compute, {}, 0.127}};
    judge_by_what_if(result);
    EXPECT_EQ(result.bottleneck->limit, Limit::Dram);
    EXPECT_EQ(result.bottleneck->gain, 0.138);
    EXPECT_EQ(result.bottleneck->figures.size(), 1U);
}

TEST(WhatIf, LeavesTheBottleneckItsNameWhereNothingSavesAnything) {
    RunResult result;
    result.bottleneck = {.limit = Limit::Compute, .gain = 0.001, .figures = {}};
    result.what_if = {{Limit::Dram, {}, 0}, {Limit::Compute, {}, 0}};
    judge_by_what_if(result);
    EXPECT_EQ(result.bottleneck->limit, Limit::Compute);
    EXPECT_EQ(result.bottleneck->gain, 0);
}

TEST(WhatIf, SavesMostWhereTheRunNamesItsBottleneckOrHardlyMoreElsewhere) {
    constexpr double kAsGood = 0.05;
    constexpr double kShare = 0.95;
    const int count = problems_to_judge();
    RandomCases cases{1};
    int judged = 0;
    int right = 0;
    std::map<Limit, int> named;
    std::string misses;
    while (judged < count) {
        const Case drawn = cases.next();
        try {
            const Judged found = judge(drawn);
            ++judged;
            ++named[found.named.limit];
            if (found.gain_of(found.named.limit) >= found.best().gain - kAsGood) {
                ++right;
                continue;
            }
            misses += fmt::format("{}\n  names {}: {}\n ", drawn.text(), name_of(found.named),
                                  why(found.named));
            for (const Relief& relief : found.reliefs)
                misses += fmt::format(" {} {:.1f} %", name_of(relief.limit), 100 * relief.gain);
            misses += '\n';
        } catch (const base::InputError&) {
            // The problem does not fit into the array: another one is drawn.
        }
    }
    EXPECT_GE(right, static_cast<int>(kShare * judged)) << misses;
    EXPECT_EQ(named.size(), schedule::kLimits.size()) << "a limit that no problem names";
    RecordProperty("judged", judged);
    RecordProperty("right", right);
}

/// Twice as much of anything saves half of a run at the most.
TEST(WhatIf, OfExamplesSavesHalfAtMostAndMostWhereTheyNameTheirBottleneck) {
    constexpr double kAsGood = 0.05;
    int judged = 0;
    for (const char* const example :
         {"gemm_traced", "gemm_xdna_int8", "gama_int32", "network_two_layers", "network_jsc_xl_d",
          "network_64x64x64_l8", "network_deepsets_64_d", "network_128x128x128_l2",
          "netlist_mesh"}) {
        const Judged found = judge({fmt::format("{}/{}.yaml", XDNASIM_EXAMPLES, example), {}});
        EXPECT_LE(found.best().gain, 0.5) << example;
        EXPECT_GE(found.gain_of(found.named.limit), found.best().gain - kAsGood)
            << example << ": " << why(found.named);
        ++judged;
    }
    EXPECT_EQ(judged, 9);
}

/// A call's own time is saved before and behind the kernel's words, not between them.
TEST(WhatIf, OfChainsOverTheCascadeIsForeseenByTheRun) {
    constexpr double kAsForeseen = 0.02;
    int judged = 0;
    for (const char* const example :
         {"network_32x32x32_l12", "network_64x64x64_l8", "network_jsc_m", "network_deepsets_32"}) {
        const Judged found = judge({fmt::format("{}/{}.yaml", XDNASIM_EXAMPLES, example), {}});
        EXPECT_EQ(found.named.limit, Limit::Compute) << example;
        EXPECT_NEAR(found.named.gain, found.gain_of(Limit::Compute), kAsForeseen) << example;
        ++judged;
    }
    EXPECT_EQ(judged, 4);
}

/// The times of a call, of its return, and of the restore that it adds to the next operation are
/// each made far longer than they are. What a run claims that halving such a time saves is what a
/// run with half of the time takes less.
TEST(WhatIf, CountsEachTimeOfACallWhereItPasses) {
    constexpr double kAsForeseen = 0.004;
    const std::string chain = XDNASIM_EXAMPLES "/network_32x32x32_l12.yaml";
    const std::string calls = XDNASIM_EXAMPLES "/elementwise_vector_scalar.yaml";
    int judged = 0;
    for (const char* const time : {"core_call", "core_return", "core_restore"})
        for (const std::string& file : {chain, calls}) {
            Case drawn{file,
                       {{"device",
                         fmt::format("{{base: versal-ve2802, set: {{timing.{}: 200}}}}", time)}}};
            if (file == calls)
                drawn.settings = {
                    {"device",
                     fmt::format("{{base: xdna-phoenix, set: {{timing.{}: 400}}}}", time)},
                    {"elementwise.kernel.cycles_per_call", "400"},
                    {"elementwise.object_bytes", "256"},
                    {"elementwise.objects", "256"}};
            const Judged found = judge(drawn);
            EXPECT_EQ(found.named.limit, Limit::Compute) << drawn.text();
            EXPECT_NEAR(found.named.gain, found.gain_of(Limit::Compute), kAsForeseen)
                << drawn.text();
            ++judged;
        }
    EXPECT_EQ(judged, 6);
}

/// Each latency and command is made far longer than it is, so that it limits the run. What a run
/// claims that halving the time saves is what a run with half of the time takes less.
TEST(WhatIf, CountsEachLatencyAndCommandWhereItPasses) {
    constexpr double kAsForeseen = 0.001;
    struct Time {
        const char* key;
        int value;
        Limit limit;
        int rows;  ///< tiles of the transfer; 0: a network
    };
    const std::vector<Time> times{{"command_processor.bd_write", 5000, Limit::Commands, 64},
                                  {"command_processor.push", 5000, Limit::Commands, 64},
                                  {"command_processor.token", 20000, Limit::Commands, 64},
                                  {"dram.read_latency", 20000, Limit::Latency, 64},
                                  {"dram.write_latency", 20000, Limit::Latency, 64},
                                  {"timing.bd_switch", 400, Limit::Latency, 64},
                                  {"timing.s2mm_start", 400, Limit::Latency, 64},
                                  {"timing.mm2s_start", 400, Limit::Latency, 64},
                                  // With several tiles, more buffers would hide it.
                                  {"timing.dma_release", 20000, Limit::Latency, 1},
                                  {"core.cascade.latency", 400, Limit::Latency, 0}};
    int judged = 0;
    for (const Time& time : times) {
        const bool transfer = time.rows > 0;
        Case drawn{transfer ? XDNASIM_EXAMPLES "/transfer_memcpy.yaml"
                            : XDNASIM_EXAMPLES "/network_32x32x32_l4.yaml",
                   {{"device", fmt::format("{{base: {}, set: {{{}: {}}}}}",
                                           transfer ? "xdna-phoenix" : "versal-ve2802", time.key,
                                           time.value)}}};
        if (transfer) {
            drawn.settings.emplace_back("transfer.columns", "1");
            drawn.settings.emplace_back("transfer.depth", "1");
            drawn.settings.emplace_back(
                "transfer.streams",
                fmt::format("[{{name: A, rows: {}, row_bytes: 256, run_bytes: 256, runs: 1}}]",
                            time.rows));
        }
        const Judged found = judge(drawn);
        EXPECT_EQ(found.named.limit, time.limit) << drawn.text() << why(found.named);
        EXPECT_NEAR(found.named.gain, found.gain_of(time.limit), kAsForeseen) << drawn.text();
        ++judged;
    }
    EXPECT_EQ(judged, 10);
}

/// Two channels, A and B, at their own rates nearly fill the memory. Streams twice as wide help
/// only B, and only once A has ended in the middle of B's single BD.
TEST(WhatIf, CountsWhatAWiderStreamSavesAnewWhenAnotherEnds) {
    constexpr double kAsForeseen = 0.01;
    int judged = 0;
    for (const int rows : {16, 64, 256}) {
        const Judged found = judge(
            {XDNASIM_EXAMPLES "/transfer_memcpy.yaml",
             {{"device",
               "{base: xdna-phoenix, set: {dram.read: 8.4, dram.total: 16.8, dram.channel: 4, "
               "dram.channel_run: 0, fabric.read: 8.4}}"},
              {"transfer.columns", "1"},
              {"transfer.depth", "4"},
              {"transfer.streams",
               fmt::format("[{{name: A, rows: {}, row_bytes: 1024, run_bytes: 1024, runs: 1}}, "
                           "{{name: B, rows: 1024, row_bytes: 1024, run_bytes: 1024, runs: 1}}]",
                           rows)}}});
        EXPECT_EQ(found.named.limit, Limit::Stream) << why(found.named);
        EXPECT_NEAR(found.named.gain, found.gain_of(Limit::Stream), kAsForeseen) << rows;
        ++judged;
    }
    EXPECT_EQ(judged, 3);
}

TEST(WhatIf, FindsTheKernelThatABusyCoreSpendsItsTimeIn) {
    const Judged found = judge({XDNASIM_EXAMPLES "/elementwise_vector_scalar.yaml", {}});
    EXPECT_EQ(found.named.limit, Limit::Compute) << why(found.named);
    EXPECT_EQ(found.best().limit, Limit::Compute);
    // Four calls of 10,245 cycles, half of which is saved.
    EXPECT_NEAR(found.named.gain, found.best().gain, 0.01);
    EXPECT_THAT(why(found.named), testing::HasSubstr("kernels twice as fast would save"));
}

TEST(WhatIf, FindsTheCommandsThatAShortGemmWaitsFor) {
    const Judged found = judge({XDNASIM_EXAMPLES "/gemm_any.yaml",
                                {{"device", "xdna2-krackan"},
                                 {"gemm.size", "{m: 128, k: 64, n: 256}"},
                                 {"gemm.c_buffers", "2"}}});
    EXPECT_EQ(found.named.limit, Limit::Commands) << why(found.named);
    EXPECT_EQ(found.best().limit, Limit::Commands);
}

TEST(WhatIf, FindsTheBufferThatATransferHasTooFewOf) {
    const Judged found = judge({XDNASIM_EXAMPLES "/transfer_memcpy.yaml",
                                {{"transfer.depth", "1"}, {"transfer.columns", "1"}}});
    // A wider stream helps as much.
    EXPECT_TRUE(found.named.limit == Limit::Buffers || found.named.limit == Limit::Stream)
        << why(found.named);
    EXPECT_LT(found.best().gain - found.named.gain, 0.01);
}

TEST(WhatIf, RanksEveryLimitOnceAndTheLargestGainFirst) {
    const Judged found = judge({XDNASIM_EXAMPLES "/gemm_teaching.yaml", {}});
    EXPECT_EQ(found.reliefs.size(), schedule::kLimits.size());
    EXPECT_TRUE(std::ranges::is_sorted(found.reliefs, std::greater{}, &Relief::gain));
    for (const Limit limit : schedule::kLimits)
        EXPECT_EQ(std::ranges::count(found.reliefs, limit, &Relief::limit), 1);
}

}  // namespace
}  // namespace xdnasim::backends
