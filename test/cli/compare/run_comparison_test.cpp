#include "cli/compare/run_comparison.hpp"

#include <cstdlib>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "test/support/changed_variable.hpp"
#include "test/support/temporary_folder.hpp"
#include "traces/names/event_names.hpp"
#include "traces/words/encoder.hpp"

namespace xdnasim::cli {
namespace {

using arch::Cycles;
using arch::Nanoseconds;
using backends::RunResult;

constexpr double kTolerance = 0.15;

/// Returns the result of a GEMM of 1,000,000 cycles at 1 GHz, 1,000 us, and 100 us of dispatch.
RunResult simulated() {
    RunResult run;
    run.backend = "systemc";
    run.device = "example";
    run.cycles = Cycles{1'000'000};
    run.npu_time = Nanoseconds{1e6};
    run.dispatch = Nanoseconds{1e5};
    run.tops = 2;
    run.dram = backends::DramTraffic{.read = arch::Bytes{3'000'000},
                                     .written = arch::Bytes{1'000'000},
                                     .read_rate = arch::GigabytesPerSecond{3.0},
                                     .write_rate = arch::GigabytesPerSecond{1.0}};
    run.cores = {{{0, 2}, {Cycles{750'000}, Cycles{250'000}}}};
    run.bottleneck = {.limit = schedule::Limit::Compute};
    return run;
}

/// Returns simulated() as a backend gives it that reports no times of cores, and whose array takes
/// `share` longer (0.1: 10 %).
RunResult other(double share) {
    RunResult run = simulated();
    run.backend = "other";
    run.npu_time = Nanoseconds{1e6 * (1 + share)};
    run.cores.clear();
    run.bottleneck.reset();
    return run;
}

RunComparison compared(std::vector<RunResult> runs) {
    return compare_runs(std::move(runs), kTolerance, {}, {});
}

const ComparedFigure* find(const RunComparison& comparison, const std::string& name) {
    for (const ComparedFigure& figure : comparison.figures)
        if (figure.name == name) return &figure;
    return nullptr;
}

TEST(RunComparison, JudgesTheTimeOfTheArrayWhereBothKnowIt) {
    const RunComparison near = compared({simulated(), other(0.149)});
    EXPECT_TRUE(near.times.front().of_array);
    EXPECT_NEAR(near.times.front().difference.value(), 0.149, 1e-9);
    EXPECT_TRUE(near.passed());
    EXPECT_FALSE(compared({simulated(), other(0.151)}).passed());
    EXPECT_FALSE(compared({simulated(), other(-0.151)}).passed());
}

TEST(RunComparison, JudgesWhatTheUserWaitsForOtherwise) {
    RunResult measured = other(0);
    measured.npu_time.reset();
    measured.repeated = {.runs = 3, .mean = Nanoseconds{1.32e6}};
    const RunComparison comparison = compared({simulated(), measured});
    EXPECT_FALSE(comparison.times.front().of_array);
    EXPECT_NEAR(comparison.times.front().difference.value(), 0.2, 1e-9);
}

TEST(RunComparison, ShowsSmallFiguresWithoutAnExponent) {
    RunResult slow = simulated();
    slow.tops = 1.0249e-8;
    EXPECT_THAT(run_comparison_report(compared({slow, slow})),
                testing::ContainsRegex("performance +0.0000000102 TOPS +0.0000000102 TOPS"));
}

TEST(RunComparison, FailsWithAVerification) {
    RunResult wrong = other(0);
    wrong.verification = {false, "C[0]", std::nullopt};
    const RunComparison found = compared({simulated(), wrong});
    EXPECT_FALSE(found.passed());
    EXPECT_TRUE(found.is_within());
    EXPECT_EQ(failure_of(found), "the verification of other failed");
    const auto verified = nlohmann::json::parse(run_comparison_json(found))["verified"];
    EXPECT_EQ(verified[0],
              (nlohmann::json{{"backend", "systemc"}, {"passed", nullptr}, {"message", ""}}));
    EXPECT_EQ(verified[1],
              (nlohmann::json{{"backend", "other"}, {"passed", false}, {"message", "C[0]"}}));
}

TEST(RunComparison, NamesBothWhereTimesAndAVerificationFail) {
    RunResult wrong = other(0.5);
    wrong.verification = {false, "C[0]", std::nullopt};
    EXPECT_EQ(failure_of(compared({wrong, other(0)})),
              "the verification of other failed, and the backends are further apart than allowed");
    EXPECT_EQ(failure_of(compared({simulated(), other(0.5)})),
              "the backends are further apart than allowed");
    EXPECT_EQ(failure_of(compared({simulated(), other(0)})), "");
}

TEST(RunComparison, HoldsEveryRunAgainstTheFirst) {
    const RunComparison comparison = compared({simulated(), other(0.1), other(0.5)});
    ASSERT_EQ(comparison.times.size(), 2U);
    EXPECT_TRUE(comparison.times[0].within);
    EXPECT_FALSE(comparison.times[1].within);
}

TEST(RunComparison, JudgesNoTimeThatIsNotKnown) {
    RunResult untimed = other(0);
    untimed.npu_time.reset();
    untimed.dispatch.reset();
    const RunComparison comparison = compared({simulated(), untimed});
    EXPECT_TRUE(comparison.passed());
    EXPECT_THAT(run_comparison_report(comparison),
                testing::HasSubstr("not judged: the time of other or of systemc is not known"));
}

TEST(RunComparison, KeepsTheFiguresWhenATraceCannotBeCompared) {
    RunResult traced = simulated();
    traced.trace.emplace().words = {0};
    RunResult empty = other(0.1);
    empty.trace.emplace().words = {0, 0};
    const RunComparison comparison = compared({traced, empty});
    EXPECT_TRUE(comparison.passed());
    const std::string text = run_comparison_report(comparison);
    EXPECT_THAT(text, testing::HasSubstr("the trace of systemc is empty"));
    EXPECT_THAT(text, testing::HasSubstr("1,100 us (+10.0 %)"));
}

constexpr words::Unit kTracedCore{words::Module::Core, {0, 2}};

/// Returns a core's trace with INSTR_EVENT_0 in cycle 10 and INSTR_EVENT_1 in cycle `end`.
events::TraceWords traced_kernel(std::uint64_t end) {
    words::UnitEncoder encoder{{kTracedCore, 1}};
    encoder.start(1000);
    encoder.hold(10, 11, 1);
    encoder.hold(end, end + 1, 2);
    encoder.stop(500);
    events::TraceWords trace;
    for (const words::Packet& packet : encoder.take_packets())
        trace.words.insert(trace.words.end(), packet.words.begin(), packet.words.end());
    return trace;
}

TEST(RunComparison, ComparesTracesWithoutFiles) {
    arch::Device device;
    device.generation = arch::Generation::AieMl;
    const names::EventNames names{device.generation};
    schedule::Schedule schedule;
    schedule::TraceUnit unit;
    unit.unit = kTracedCore;
    unit.events.at(0) = names.id(kTracedCore.module, "INSTR_EVENT_0");
    unit.events.at(1) = names.id(kTracedCore.module, "INSTR_EVENT_1");
    schedule.trace.emplace().units = {unit};
    RunResult first = simulated();
    first.trace = traced_kernel(110);
    RunResult same = other(0);
    same.trace = first.trace;
    RunResult longer = other(0);
    longer.trace = traced_kernel(310);
    const TemporaryFolder folder;
    const ChangedVariable temporary{"TMPDIR", (folder.path() / "not there").string()};
    const RunComparison comparison =
        compare_runs({first, same, longer}, kTolerance, schedule, device);
    ASSERT_EQ(comparison.traces.size(), 2U);
    for (const TraceVerdict& verdict : comparison.traces)
        ASSERT_TRUE(verdict.comparison) << verdict.obstacle;
    EXPECT_TRUE(comparison.traces.at(0).comparison->passed());
    EXPECT_FALSE(comparison.traces.at(1).comparison->passed());
    const auto& kernels = comparison.traces.at(0).comparison->units.at(0).kernels;
    ASSERT_FALSE(kernels.empty());
    EXPECT_EQ(kernels.front().name, "length");
    EXPECT_EQ(kernels.front().measured.lengths.mean(), 100);
}

TEST(RunComparison, HasTheTimeThatLoadsTheDesign) {
    EXPECT_EQ(find(compared({simulated(), other(0)}), "reconfiguration"), nullptr);
    RunResult loading = simulated();
    loading.reconfiguration = Nanoseconds{3.4e6};
    const RunComparison comparison = compared({loading, loading});
    ASSERT_NE(find(comparison, "reconfiguration"), nullptr);
    EXPECT_THAT(find(comparison, "reconfiguration")->values,
                testing::Each(testing::Optional(3400.0)));
    EXPECT_THAT(run_comparison_report(comparison),
                testing::ContainsRegex("reconfiguration +3,400 us +3,400 us"));
}

TEST(RunComparison, HasWhatPassesThePortsToTheProgrammableLogic) {
    const auto port = [](bool is_input, std::int64_t words) {
        backends::PortFigures figures;
        figures.is_input = is_input;
        figures.words = words;
        return figures;
    };
    RunResult streaming = simulated();
    streaming.ports = {port(true, 1'000'000), port(false, 250'000), port(true, 500'000)};
    const RunComparison comparison = compared({streaming, other(0)});
    ASSERT_TRUE(find(comparison, "from the PL") && find(comparison, "to the PL"));
    EXPECT_THAT(find(comparison, "from the PL")->values,
                testing::ElementsAre(testing::Optional(6.0), std::nullopt));
    EXPECT_THAT(find(comparison, "to the PL")->values,
                testing::ElementsAre(testing::Optional(1.0), std::nullopt));
}

TEST(RunComparison, LeavesOutWhatNobodyKnows) {
    const RunComparison comparison = compared({simulated(), other(0)});
    EXPECT_EQ(find(comparison, "from the PL"), nullptr);
    EXPECT_EQ(find(comparison, "kernel call"), nullptr);
    ASSERT_NE(find(comparison, "cores busy"), nullptr);
    EXPECT_THAT(find(comparison, "cores busy")->values,
                testing::ElementsAre(testing::Optional(75.0), std::nullopt));
    EXPECT_THAT(find(comparison, "DRAM read")->values.front(), testing::Optional(3.0));
}

TEST(RunComparisonReport, PutsValuesAndTheirDifferenceSideBySide) {
    const std::string text = run_comparison_report(compared({simulated(), other(0.2)}));
    EXPECT_THAT(text, testing::ContainsRegex("array time +1,000 us +1,200 us"));
    EXPECT_THAT(text, testing::HasSubstr("1,200 us (+20.0 %)"));
    EXPECT_THAT(text, testing::HasSubstr("OUTSIDE: the array's time of other differs by +20.0 % "
                                         "from systemc; allowed: 15.0 %"));
}

TEST(RunComparisonReport, HasTheNotesOfItsRuns) {
    RunResult noted = other(0.2);
    noted.note = "it is of another day";
    EXPECT_THAT(run_comparison_report(compared({simulated(), noted})),
                testing::HasSubstr("\nnote: other: it is of another day\n"));
}

TEST(RunComparisonJson, HasTheVerdictAndTheWholeRuns) {
    const auto document =
        nlohmann::json::parse(run_comparison_json(compared({simulated(), other(0.2)})));
    EXPECT_EQ(document["backends"], (nlohmann::json{"systemc", "other"}));
    EXPECT_EQ(document["passed"], false);
    EXPECT_NEAR(document["times"][0]["difference"].get<double>(), 0.2, 1e-9);
    EXPECT_EQ(document["runs"][0]["bottleneck"], "compute");
    EXPECT_TRUE(document["runs"][1]["bottleneck"].is_null());
}

}  // namespace
}  // namespace xdnasim::cli
