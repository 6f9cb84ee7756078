// Networks on the simulated array: results equal the reference bit for bit, and errors in a
// schedule are found.

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/analytic/analytic_backend.hpp"
#include "base/error.hpp"
#include "test/workloads/network/network_problem.hpp"
#include "test/workloads/network/random_networks.hpp"

namespace xdnasim::network {
namespace {

using schedule::Schedule;
using test::problem_of;
using test::RandomNetworks;
using test::text_of;
using test::verified;

/// Number of ports at which more than two packet flows arrive.
int gathers(const Schedule& schedule) {
    std::map<arch::Port, int> packets;
    for (const schedule::Flow& flow : schedule.flows)
        if (flow.mode == schedule::FlowMode::Packet) ++packets[flow.sinks.front()];
    return static_cast<int>(
        std::ranges::count_if(packets, [](const auto& taken) { return taken.second > 2; }));
}

TEST(Networks, OfManyKindsGiveWhatTheReferenceGives) {
    constexpr int kNetworks = 200;
    RandomNetworks networks{3};
    int passed = 0;
    std::set<Link> links;
    std::set<kernels::ChainPart> parts;
    int aggregations = 0;
    int gathering = 0;
    constexpr int kTries = 20 * kNetworks;
    for (int tried = 0; passed < kNetworks && tried < kTries; ++tried) {
        const std::string text = networks.next();
        std::optional<problem::Problem> problem;
        try {
            problem = problem_of(text);
        } catch (const base::InputError&) {
            continue;  // the splits do not suit the sizes
        }
        const Schedule schedule = map_problem(*problem);
        const auto result = verified(schedule, problem->device, networks.seed());
        ASSERT_TRUE(result.verification->passed) << text << result.verification->message;
        for (const Stage& stage : test::network_of(*problem).stages()) {
            links.insert(stage.link);
            aggregations += stage.aggregates ? 1 : 0;
        }
        gathering += gathers(schedule) > 0 ? 1 : 0;
        for (const kernels::Kernel& kernel : schedule.kernels)
            if (const auto* dense = std::get_if<kernels::Dense>(&kernel.work))
                parts.insert(dense->part);
        ++passed;
    }
    EXPECT_EQ(passed, kNetworks);
    EXPECT_EQ(links.size(), kLinks.size());
    EXPECT_EQ(parts.size(), 4U);
    EXPECT_GT(aggregations, 20);
    EXPECT_GT(gathering, 10);
}

TEST(Networks, AreComparedWithThePeakOfTheDevice) {
    const auto peak = [](const std::string& device) {
        const auto problem = problem_of(replaced(
            text_of(8, 16, {"width: 16, split: {a: 1, b: 1, c: 1}"}), "versal-ve2802", device));
        return problem.workload->work().peak_operations_per_cycle;
    };
    // Two operations for each of 256 products a cycle, on one core.
    EXPECT_EQ(peak("versal-ve2802"), 512);
    EXPECT_EQ(peak("{base: versal-ve2802, set: "
                   "{core.matrix.int8-int8-int8.peak_macs_per_cycle: 240}}"),
              480);
}

TEST(Networks, TakeAsLongWithoutData) {
    const problem::Problem problem =
        problem_of(text_of(32, 21, {"width: 32, relu: true, aggregate: sum", "width: 10"}));
    const Schedule schedule = map_problem(problem);
    const auto with_data = verified(schedule, problem.device);
    const auto without = backends::make_systemc_backend()->run(schedule, problem.device, {});
    EXPECT_EQ(with_data.cycles, without.cycles);
    EXPECT_EQ(with_data.latency.value().count(), without.latency.value().count());
}

TEST(Networks, CallTheirFirstKernelAsOftenByClosedForms) {
    for (const char* layers : {"width: 32, relu: true", "width: 32, aggregate: sum"})
        for (const int samples : {1, 5}) {
            const problem::Problem problem =
                problem_of(text_of(32, 21, {layers}, fmt::format("  samples: {}\n", samples)));
            const Schedule schedule = map_problem(problem);
            const auto run = backends::make_systemc_backend()->run(schedule, problem.device, {});
            const auto forms = backends::make_analytic_backend()->run(schedule, problem.device, {});
            ASSERT_TRUE(run.kernel && forms.kernel);
            EXPECT_GT(run.kernel->calls, 0);
            EXPECT_EQ(run.kernel->calls, forms.kernel->calls) << layers << ' ' << samples;
        }
}

TEST(Networks, InAStreamOfSamplesTakeWhatClosedFormsSay) {
    constexpr double kWithin = 0.15;
    const std::vector<std::string> narrow(4, "width: 32, bias: true, relu: true");
    const std::vector<std::string> wide(2, "width: 128, bias: true, relu: true");
    int compared = 0;
    for (const char* link : {"cascade", "dma", "mem-tile"})
        for (const auto& [rows, columns, layers] :
             {std::tuple{32, 32, narrow}, std::tuple{128, 128, wide},
              std::tuple{64, 16, std::vector<std::string>{"width: 64", "width: 32", "width: 5"}}}) {
            const problem::Problem problem = problem_of(
                text_of(rows, columns, layers, fmt::format("  link: {}\n  samples: 60\n", link)));
            const Schedule schedule = map_problem(problem);
            const auto run = backends::make_systemc_backend()->run(schedule, problem.device, {});
            const auto forms = backends::make_analytic_backend()->run(schedule, problem.device, {});
            ASSERT_TRUE(run.cycles && forms.cycles);
            const auto cycles = static_cast<double>(run.cycles->count());
            EXPECT_NEAR(static_cast<double>(forms.cycles->count()), cycles, cycles * kWithin)
                << link << ' ' << rows << 'x' << columns;
            ++compared;
        }
    EXPECT_EQ(compared, 9);
}

TEST(Networks, AreEstimatedWithTheClockOfTheProgrammableLogic) {
    int compared = 0;
    for (const char* clock : {"0.3", "0.1", "0.05"})
        for (const int samples : {1, 40}) {
            const problem::Problem problem = problem_of(
                text_of(64, 64, {"width: 16"},
                        fmt::format("  samples: {}\n  pl_clock_ghz: {}\n", samples, clock)));
            const Schedule schedule = map_problem(problem);
            const auto run = backends::make_systemc_backend()->run(schedule, problem.device, {});
            const auto forms = backends::make_analytic_backend()->run(schedule, problem.device, {});
            const auto cycles = static_cast<double>(run.cycles->count());
            EXPECT_NEAR(static_cast<double>(forms.cycles->count()), cycles, cycles * 0.15)
                << clock << ' ' << samples;
            ++compared;
        }
    EXPECT_EQ(compared, 6);
}

TEST(Networks, PassSamplesOnOneBehindTheOther) {
    const problem::Problem problem =
        problem_of(text_of(16, 32, {"width: 32, relu: true", "width: 16"}, "  samples: 20\n"));
    const auto result = verified(map_problem(problem), problem.device);
    EXPECT_TRUE(result.verification->passed) << result.verification->message;
    ASSERT_TRUE(result.latency && result.steady);
    EXPECT_LT(result.steady->iteration.count(), result.latency->count());
}

// The widest layer sets the pace: a port to the PL takes its 8 x 128 activations 16 bytes at a
// time, at 0.3 GHz. The layers before it run ahead.
TEST(Networks, ThroughTheProgrammableLogicIterateAsTheirLastPortsDo) {
    const char* split = ", split: {a: 2, b: 1, c: 1}";
    const problem::Problem problem =
        problem_of(text_of(16, 16,
                           {fmt::format("width: 16{}", split), fmt::format("width: 128{}", split),
                            fmt::format("width: 16{}", split)},
                           "  link: pl\n  samples: 40\n"));
    const auto result =
        backends::make_systemc_backend()->run(map_problem(problem), problem.device, {});
    ASSERT_TRUE(result.steady);
    constexpr double kPort = 8 * 128 / (16 * 0.3);
    EXPECT_NEAR(result.steady->iteration.count(), kPort, 0.01 * kPort);
}

TEST(Networks, OnAllRowsOfTheArrayFindRoutesThroughMemTiles) {
    int routed = 0;
    for (const int layers : {2, 4, 6}) {
        const std::vector<std::string> all(static_cast<std::size_t>(layers), "width: 64");
        const problem::Problem problem = problem_of(text_of(64, 64, all, "  link: mem-tile\n"));
        EXPECT_EQ(test::network_of(problem).stages().front().split.a, 8);
        const auto result = verified(map_problem(problem), problem.device);
        EXPECT_TRUE(result.verification->passed) << result.verification->message;
        ++routed;
    }
    EXPECT_EQ(routed, 3);
}

TEST(Networks, AreTheFasterTheLessTheirActivationsTravel) {
    const std::vector<std::string> layers(
        4, "width: 32, bias: true, relu: true, split: {a: 4, b: 1, c: 1}");
    const auto latency = [&](const char* link) {
        const problem::Problem problem =
            problem_of(text_of(32, 32, layers, fmt::format("  link: {}\n", link)));
        return verified(map_problem(problem), problem.device).latency.value().count();
    };
    EXPECT_LT(latency("cascade"), latency("dma"));
    EXPECT_LT(latency("dma"), latency("mem-tile"));
    EXPECT_LT(latency("dma"), latency("pl"));
}

// Samples pass through ports to the PL, not through shim channels, so that the report is on ports.
TEST(Networks, ThatNothingBindsSayHowBusyTheirPortsToTheProgrammableLogicAre) {
    const std::vector<std::string> layers(4, "width: 32, split: {a: 4, b: 4, c: 1}");
    const problem::Problem problem = problem_of(text_of(32, 32, layers, "  link: mem-tile\n"));
    const auto result =
        backends::make_systemc_backend()->run(map_problem(problem), problem.device, {});
    ASSERT_EQ(result.bottleneck.value().limit, schedule::Limit::Latency);
    const std::string text = why(*result.bottleneck);
    EXPECT_THAT(text, testing::StartsWith("no port to the PL moves data more than "));
    EXPECT_THAT(text, testing::Not(testing::HasSubstr("than 0.0 %")));
}

// Errors in a schedule are found by the validator, by the run, or by the check of the results.

using Mutation = std::function<void(Schedule&)>;

bool is_found(Schedule schedule, const arch::Device& device) {
    if (!validate(schedule, device).empty()) return true;
    try {
        return !verified(schedule, device).verification->passed;
    } catch (const base::Error&) {
        return true;
    }
}

template <class Work>
Work& first_of(Schedule& schedule) {
    for (kernels::Kernel& kernel : schedule.kernels)
        if (auto* work = std::get_if<Work>(&kernel.work)) return *work;
    throw std::logic_error{"there is no such kernel"};
}

schedule::TileProgram& with_channels(Schedule& schedule) {
    for (schedule::TileProgram& tile : schedule.tiles)
        if (!tile.channels.empty()) return tile;
    throw std::logic_error{"there is no such tile"};
}

TEST(Networks, AreFoundWrongWhenTheirScheduleIsChanged) {
    const std::map<std::string, Mutation> mutations{
        {"a cascade is turned",
         [](Schedule& s) { std::swap(s.cascades.front().from, s.cascades.front().to); }},
        {"a cascade is missing", [](Schedule& s) { s.cascades.pop_back(); }},
        {"another shift",
         [](Schedule& s) {
             for (kernels::Kernel& kernel : s.kernels)
                 if (auto* work = std::get_if<kernels::Dense>(&kernel.work)) work->shift += 4;
         }},
        {"another slice of K",
         [](Schedule& s) { first_of<kernels::Dense>(s).a.first_column ^= 8; }},
        {"no ReLU",
         [](Schedule& s) {
             for (kernels::Kernel& kernel : s.kernels)
                 if (auto* work = std::get_if<kernels::Dense>(&kernel.work)) work->relu = false;
         }},
        {"fewer rows are summed up", [](Schedule& s) { --first_of<kernels::Reduce>(s).rows; }},
        {"a stream is missing",
         [](Schedule& s) {
             s.flows.pop_back();
             s.routes.pop_back();
         }},
        {"a lock that is taken",
         [](Schedule& s) {
             for (schedule::Lock& lock : with_channels(s).locks)
                 lock.initial = 0;
         }},
        {"two locks for one",
         [](Schedule& s) {
             auto& bd = with_channels(s).bds.front();
             bd.release->lock = bd.acquire->lock;
         }},
        {"a BD from elsewhere",
         [](Schedule& s) { with_channels(s).bds.front().length = arch::Bytes{32}; }},
        {"no weights",
         [](Schedule& s) {
             for (schedule::TileProgram& tile : s.tiles)
                 for (schedule::Buffer& buffer : tile.buffers)
                     if (buffer.name == "weights") buffer.content.reset();
         }},
        {"a core that does nothing", [](Schedule& s) { s.tiles.front().core.clear(); }},
    };
    const problem::Problem problem = problem_of(
        text_of(16, 32,
                {"width: 32, relu: true, split: {a: 2, b: 2, c: 1}",
                 "width: 32, bias: true, relu: true, aggregate: sum, split: {a: 2, b: 1, c: 1}",
                 "width: 16, split: {a: 1, b: 2, c: 1}",
                 "width: 16, link: dma, split: {a: 1, b: 1, c: 1}"}));
    const Schedule legal = map_problem(problem);
    ASSERT_FALSE(is_found(legal, problem.device));
    int found = 0;
    for (const auto& [name, mutate] : mutations) {
        Schedule changed = legal;
        mutate(changed);
        EXPECT_TRUE(is_found(changed, problem.device)) << name;
        ++found;
    }
    EXPECT_EQ(found, 12);
}

}  // namespace
}  // namespace xdnasim::network
