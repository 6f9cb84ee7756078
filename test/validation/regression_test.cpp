#include "validation/regression.hpp"

#include <algorithm>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "test/support/input_error.hpp"
#include "validation/data_files.hpp"
#include "validation/regression_json.hpp"
#include "validation/simulated_run.hpp"

namespace xdnasim::validation {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Case example_case(const char* id, double measured, double simulated, Bound bound) {
    Measurement measurement;
    measurement.id = id;
    measurement.source = "a paper";
    measurement.device = "xdna-phoenix";
    measurement.value = measured;
    return {measurement, [=](const Devices&) {
                return Simulation{simulated, bound, {{"tops", 4.5}, {"layout", "row-major"}}};
            }};
}

Suite example_suite() {
    return {"example", "An example", "us", [] {
                return std::vector<Case>{example_case("t:2", 100, 110, Bound::Dram),
                                         example_case("t:3", 200, 200, Bound::Compute)};
            }};
}

TEST(Regression, SimulatesEveryRowAndChecksThem) {
    const SuiteResult result =
        run_suite(example_suite(), {{{}, Statistic::Worst, 0.1}, {{}, Statistic::Mean, 0.01}}, {});
    ASSERT_EQ(result.rows.size(), 2U);
    EXPECT_DOUBLE_EQ(result.rows[0].figures().error(), 0.1);
    ASSERT_EQ(result.checks.size(), 2U);
    EXPECT_TRUE(result.checks[0].passed);
    EXPECT_FALSE(result.checks[1].passed);
    EXPECT_FALSE(result.passed());
}

TEST(Regression, PassesWithinAllTolerances) {
    EXPECT_TRUE(run_suite(example_suite(), {{{}, Statistic::Mean, 0.05}}, {}).passed());
}

TEST(Regression, GivesTheStatisticsOfEachClass) {
    const auto classes = run_suite(example_suite(), {}, {}).classes();
    ASSERT_EQ(classes.size(), 2U);
    EXPECT_DOUBLE_EQ(classes.at("dram").mean, 0.1);
    EXPECT_DOUBLE_EQ(classes.at("compute").mean, 0);
}

TEST(Regression, GivesTheStatisticsOfTheClosedFormsWhereThereAreAny) {
    EXPECT_FALSE(run_suite(example_suite(), {}, {}).analytic());
    Suite suite = example_suite();
    suite.cases = [] {
        Case with_closed_form = example_case("t:2", 100, 110, Bound::Dram);
        with_closed_form.simulate = [](const Devices&) {
            return Simulation{110, Bound::Dram, {}, 80};
        };
        return std::vector<Case>{with_closed_form, example_case("t:3", 200, 200, Bound::Compute)};
    };
    const auto analytic = run_suite(suite, {}, {}).analytic();
    ASSERT_TRUE(analytic);
    EXPECT_EQ(analytic->rows, 1U);
    EXPECT_NEAR(analytic->mean, 0.2, 1e-12);
}

TEST(Regression, GivesTheStatisticsOfEachTypeOfKernel) {
    Suite suite = example_suite();
    suite.cases = [] {
        Case typed = example_case("t:2", 100, 120, Bound::Compute);
        typed.measured.types = "int8 -> int16";
        return std::vector<Case>{typed, example_case("t:3", 100, 100, Bound::Dram)};
    };
    const auto types = run_suite(suite, {}, {}).types();
    ASSERT_EQ(types.size(), 1U);
    EXPECT_DOUBLE_EQ(types.at("int8 -> int16").worst, 0.2);
}

TEST(Regression, SaysHowFarItIs) {
    std::vector<std::size_t> done;
    static_cast<void>(run_suite(example_suite(), {}, [&](const SuiteProgress& progress) {
        EXPECT_EQ(progress.suite, "example");
        EXPECT_EQ(progress.rows, 2U);
        done.push_back(progress.done);
    }));
    EXPECT_THAT(done, testing::ElementsAre(0U, 1U));
}

TEST(Regression, RefusesAnUnknownSuiteWithASuggestion) {
    EXPECT_THAT(input_error([] { return find_suites("kernel"); }),
                AllOf(HasSubstr("no suite 'kernel'"), HasSubstr("did you mean 'kernels'")));
}

TEST(Regression, RunsSuitesThatTakeMinutesOnlyWhenAsked) {
    const auto names_sweep = [](const Suite& suite) { return suite.name == "sweep"; };
    EXPECT_TRUE(std::ranges::none_of(find_suites({}), names_sweep));
    EXPECT_TRUE(std::ranges::all_of(find_suites("sweep"), names_sweep));
}

std::map<std::string, std::size_t> rows_of_suites() {
    return {{"sweep", 1710}, {"sweep-sample", 59}, {"contiguous", 11},  {"desktop", 38},
            {"halo", 15},    {"kernels", 26},      {"kernels-bias", 6}, {"uorca", 15},
            {"arrays", 8},   {"arrays-slots", 8},  {"atb-kernels", 14}, {"atb-arrays", 1},
            {"gama", 14},    {"transfers", 130},   {"traces", 33},      {"effects", 3}};
}

TEST(Regression, HasAToleranceFileForEverySuite) {
    for (const Suite& suite : all_suites())
        EXPECT_FALSE(load_tolerances(data_folder() / "tolerances" / (suite.name + ".yaml")).empty())
            << suite.name;
}

TEST(Regression, LimitsTheErrorOfEveryRowOfEverySuite) {
    std::size_t limited = 0;
    for (const Suite& suite : all_suites()) {
        const auto tolerances =
            load_tolerances(data_folder() / "tolerances" / (suite.name + ".yaml"));
        for (const Case& one : suite.cases()) {
            EXPECT_TRUE(std::ranges::any_of(tolerances,
                                            [&](const Tolerance& tolerance) {
                                                return tolerance.statistic == Statistic::Worst &&
                                                       tolerance.rows.takes(one.measured);
                                            }))
                << suite.name << " " << one.measured.id
                << ": no limit of the worst row is about it";
            ++limited;
        }
    }
    std::size_t all = 0;
    for (const auto& [suite, rows] : rows_of_suites())
        all += rows;
    EXPECT_EQ(limited, all);
}

TEST(Regression, SimulatesEveryRowOnTheDevicesThatItIsGiven) {
    const Devices devices{[](arch::Device&) { throw base::InputError{"changed"}; }};
    std::size_t given = 0;
    for (const Suite& suite : find_suites({}))
        for (const Case& one : suite.cases()) {
            EXPECT_EQ(input_error([&] { return one.simulate(devices); }), "changed")
                << suite.name << " " << one.measured.id;
            ++given;
        }
    std::size_t all = 0;
    for (const Suite& suite : find_suites({}))
        all += rows_of_suites().at(suite.name);
    EXPECT_EQ(given, all);
}

TEST(Regression, HasTheMeasuredRowsOfEverySuite) {
    std::map<std::string, std::size_t> rows;
    for (const Suite& suite : all_suites())
        rows[suite.name] = suite.cases().size();
    EXPECT_EQ(rows, rows_of_suites());
}

TEST(RegressionJson, HoldsRowsStatisticsAndSweeps) {
    const std::vector<SuiteResult> suites{
        run_suite(example_suite(), {{{}, Statistic::Worst, 0.2}}, {})};
    const Series series{"simulated", {{56, 1.2, Bound::Dram}, {112, 2, Bound::Compute}}};
    const Sweep sweep{"depth", "xdna-phoenix", "k_mt", "TOPS", true, {series}, {{56, 1.27}}};
    const auto json = nlohmann::json::parse(
        regression_json({.suites = suites, .sweeps = {sweep}, .devices = devices_of(suites)}));
    const auto& suite = json["suites"][0];
    EXPECT_EQ(suite["passed"], true);
    EXPECT_EQ(suite["tolerances"][0]["statistic"], "worst");
    EXPECT_EQ(suite["statistics"]["rows"], 2);
    EXPECT_EQ(suite["classes"]["dram"]["rows"], 1);
    EXPECT_EQ(suite["classes"]["dram"]["r2"], nullptr);
    EXPECT_EQ(suite["rows"][0]["id"], "t:2");
    EXPECT_NEAR(suite["rows"][0]["error"].get<double>(), 0.1, 1e-12);
    EXPECT_EQ(suite["rows"][0]["split"], "calibration");
    EXPECT_EQ(suite["rows"][0]["group"], nullptr);
    EXPECT_EQ(suite["rows"][0]["details"]["layout"], "row-major");
    EXPECT_EQ(json["sweeps"][0]["series"][0]["points"][1],
              (nlohmann::json{{"x", 112.0}, {"y", 2.0}, {"bound", "compute"}}));
    EXPECT_EQ(json["sweeps"][0]["log_x"], true);
    EXPECT_EQ(json["sweeps"][0]["measured"][0], (nlohmann::json{56.0, 1.27}));
    EXPECT_EQ(json["devices"][0]["name"], "xdna-phoenix");
    EXPECT_DOUBLE_EQ(json["devices"][0]["peak_tops"], 8.192);
    EXPECT_FALSE(json["devices"][0]["parameters"].empty());
}

TEST(RegressionJson, ListsTheStatesWhoseTimesInARowAddUp) {
    Suite suite = example_suite();
    suite.cases = [] {
        gemm::GemmDesign problem;
        problem.size = {32, 64, 32};
        problem.tile = gemm::Extent{16, 16, 16};
        problem.k_mt = 32;
        const Details details = details_of(run(problem, Devices{}.at("teaching-2x1", 1)));
        Case simulated = example_case("t:2", 1, 1, Bound::Compute);
        simulated.simulate = [=](const Devices&) { return Simulation{1, Bound::Compute, details}; };
        return std::vector<Case>{simulated};
    };
    const auto json =
        nlohmann::json::parse(regression_json({.suites = {run_suite(suite, {}, {})}}));
    const auto& details = json["suites"][0]["rows"][0]["details"];
    double sum = 0;
    for (const auto& state : json["core_states"]) {
        EXPECT_FALSE(state["label"].get<std::string>().empty());
        EXPECT_EQ(state["colour"].get<std::string>().size(), 7U);
        sum += details[state["key"].get<std::string>()].get<double>();
    }
    EXPECT_EQ(json["core_states"].size(), 6U);
    EXPECT_DOUBLE_EQ(sum, details["cycles"].get<double>());
    EXPECT_GT(sum, 1000);
}

TEST(RegressionJson, HoldsStatisticsByTypesAndTheNoteOfASuite) {
    Suite suite = example_suite();
    suite.note = "nothing is fitted";
    suite.cases = [] {
        Case typed = example_case("t:2", 100, 120, Bound::Compute);
        typed.measured.types = "int8 -> int16";
        return std::vector<Case>{typed};
    };
    const auto json =
        nlohmann::json::parse(regression_json({.suites = {run_suite(suite, {}, {})}}));
    EXPECT_EQ(json["suites"][0]["note"], "nothing is fitted");
    EXPECT_EQ(json["suites"][0]["types"]["int8 -> int16"]["rows"], 1);
}

TEST(RegressionJson, HoldsComparisonsAndConflicts) {
    const Comparison comparison{"xdna-phoenix", "int8", 6, 1.5};
    const Conflict conflict{"a table", "both cannot be", {{"it is large", {"t:2"}}}};
    const auto json = nlohmann::json::parse(
        regression_json({.suites = {}, .comparisons = {comparison}, .conflicts = {conflict}}));
    EXPECT_EQ(json["comparisons"][0], (nlohmann::json{{"device", "xdna-phoenix"},
                                                      {"what", "int8"},
                                                      {"balanced", 6.0},
                                                      {"whole_array", 1.5},
                                                      {"gain", 4.0}}));
    EXPECT_EQ(json["conflicts"][0]["sides"][0],
              (nlohmann::json{{"claim", "it is large"}, {"rows", {"t:2"}}}));
}

}  // namespace
}  // namespace xdnasim::validation
