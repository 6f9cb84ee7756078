#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "validation/tolerance.hpp"

namespace xdnasim::validation {
namespace {

using testing::HasSubstr;

Row row(const char* source, const char* device, double measured, double simulated) {
    Row row;
    row.measured.source = source;
    row.measured.device = device;
    row.measured.value = measured;
    row.simulated.value = simulated;
    return row;
}

std::vector<Row> example_rows() {
    return {row("Taka et al. 2025 Table 1", "xdna-phoenix", 100, 102),
            row("Taka et al. 2025 Table 3", "xdna2-krackan", 100, 106),
            row("GAMA Table III", "xdna-phoenix", 100, 120)};
}

class ToleranceFile : public testing::Test {
 protected:
    [[nodiscard]] std::vector<Tolerance> load(std::string_view content) const {
        return load_tolerances(folder_.write("t.yaml", content));
    }
    [[nodiscard]] std::string message_of(std::string_view content) const {
        return input_error([&] { return load(content); });
    }

    TemporaryFolder folder_;
};

TEST_F(ToleranceFile, GivesOneLimitForEachStatistic) {
    const auto tolerances = load("tolerances:\n  - {mean: 2.5, worst: 10}\n");
    ASSERT_EQ(tolerances.size(), 2U);
    EXPECT_EQ(tolerances[0].statistic, Statistic::Mean);
    EXPECT_DOUBLE_EQ(tolerances[0].limit, 0.025);
    EXPECT_EQ(tolerances[1].statistic, Statistic::Worst);
    EXPECT_EQ(tolerances[1].rows.name(), "all");
}

TEST_F(ToleranceFile, NamesTheRowsThatItIsAbout) {
    const auto tolerances =
        load("tolerances:\n  - {sources: [GAMA, u-ORCA], device: xdna-phoenix, mean: 1}\n");
    EXPECT_EQ(tolerances.at(0).rows.name(), "xdna-phoenix, GAMA, u-ORCA");
}

TEST_F(ToleranceFile, NamesGroupsBesideSources) {
    const auto tolerances =
        load("tolerances:\n  - {sources: [GAMA], groups: [single core, bias and ReLU], mean: 1}\n");
    EXPECT_EQ(tolerances.at(0).rows.name(), "single core, bias and ReLU, GAMA");
}

TEST_F(ToleranceFile, RefusesAGroupThatThereIsNotWithThoseThatThereAre) {
    EXPECT_THAT(message_of("tolerances:\n  - {groups: [repeated figures], worst: 2}\n"),
                testing::AllOf(HasSubstr("t.yaml:2:"), HasSubstr("did you mean 'repeated figure'"),
                               HasSubstr("allowed: single core, bias and ReLU, repeated figure, "
                                         "calls, streams, locks, memory, starts")));
}

TEST_F(ToleranceFile, RefusesWhatItDoesNotKnow) {
    EXPECT_THAT(message_of("tolerances:\n  - {maen: 1, worst: 2}\n"),
                testing::AllOf(HasSubstr("t.yaml:2:"), HasSubstr("did you mean 'mean'")));
}

TEST_F(ToleranceFile, RefusesAnEntryWithoutALimit) {
    EXPECT_THAT(
        message_of("tolerances:\n  - {device: xdna-phoenix}\n"),
        HasSubstr("t.yaml:2:5: no limit; allowed: one or more of mean, median, p95, worst"));
}

TEST_F(ToleranceFile, RefusesANegativeLimit) {
    EXPECT_THAT(message_of("tolerances:\n  - {mean: -1}\n"), HasSubstr("t.yaml:2:"));
}

TEST(ToleranceCheck, CountsTheRowsOfItsSourcesOnly) {
    const Check result = check({{.sources = {"Taka"}}, Statistic::Mean, 0.05}, example_rows());
    EXPECT_DOUBLE_EQ(result.value, 0.04);
    EXPECT_TRUE(result.passed);
}

TEST(ToleranceCheck, CountsTheRowsOfItsDeviceOnly) {
    EXPECT_DOUBLE_EQ(
        check({{.device = "xdna-phoenix"}, Statistic::Mean, 0.05}, example_rows()).value, 0.11);
}

TEST(ToleranceCheck, CountsTheRowsOfItsGroupsOnly) {
    std::vector<Row> rows = example_rows();
    rows[0].measured.group = Group::SingleCore;
    rows[2].measured.group = Group::RepeatedFigure;
    const auto worst_of = [&](std::vector<Group> groups) {
        return check({{.groups = std::move(groups)}, Statistic::Worst, 0.05}, rows).value;
    };
    EXPECT_DOUBLE_EQ(worst_of({Group::SingleCore}), 0.02);
    EXPECT_DOUBLE_EQ(worst_of({Group::SingleCore, Group::RepeatedFigure}), 0.2);
    EXPECT_THAT(input_error([&] { return worst_of({Group::BiasAndRelu}); }),
                HasSubstr("over 'bias and ReLU' applies to no row"));
}

TEST(ToleranceCheck, NeedsEveryConditionToHold) {
    EXPECT_DOUBLE_EQ(
        check({{.sources = {"Taka"}, .device = "xdna2-krackan"}, Statistic::Worst, 0.05},
              example_rows())
            .value,
        0.06);
}

TEST(ToleranceCheck, BreaksAboveItsLimit) {
    EXPECT_FALSE(check({{}, Statistic::Worst, 0.19}, example_rows()).passed);
}

TEST(ToleranceCheck, HoldsAtItsLimit) {
    EXPECT_TRUE(check({{}, Statistic::Median, 0.06}, example_rows()).passed);
}

TEST(ToleranceCheck, RefusesToBeAboutNoRow) {
    EXPECT_THAT(input_error([] {
                    return check({{.sources = {"ARIES"}}, Statistic::Mean, 1}, example_rows());
                }),
                HasSubstr("over 'ARIES' applies to no row"));
}

}  // namespace
}  // namespace xdnasim::validation
