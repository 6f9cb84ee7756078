#include <functional>
#include <map>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "validation/regression.hpp"
#include "validation/regression_json.hpp"

namespace xdnasim::validation {
namespace {

TEST(Conflicts, AreBetweenRowsThatAreThere) {
    std::set<std::string> ids;
    for (const Suite& suite : all_suites())
        for (const Case& one : suite.cases())
            ids.insert(one.measured.id);
    ASSERT_FALSE(known_conflicts().empty());
    for (const Conflict& conflict : known_conflicts()) {
        EXPECT_GE(conflict.sides.size(), 2U) << conflict.title;
        for (const Conflict::Side& side : conflict.sides) {
            EXPECT_FALSE(side.rows.empty()) << side.claim;
            for (const std::string& row : side.rows)
                EXPECT_TRUE(ids.contains(row)) << row;
        }
    }
}

class Measured {
 public:
    Measured() {
        for (const Suite& suite : all_suites())
            for (const Case& one : suite.cases())
                values_[one.measured.id] = one.measured.value;
    }
    /// Returns the measured value of the row `id`. Throws std::out_of_range if there is none.
    [[nodiscard]] double operator()(const std::string& id) const { return values_.at(id); }
    /// Returns the time in us of a line of ddr_bandwidth.csv.
    [[nodiscard]] double us(int line) const {
        return values_.at("ddr_bandwidth:" + std::to_string(line));
    }

 private:
    std::map<std::string, double> values_;
};

/// Checks by the title of a conflict. Each shows, from measured values alone, that they contradict
/// what the sides of the conflict assume in common; the test does not need a model that is wrong.
const std::map<std::string, std::function<void(const Measured&)>>& contradictions() {
    static const std::map<std::string, std::function<void(const Measured&)>> known{
        {"How many pages the translation on Phoenix remembers",
         [](const Measured& measured) {
             // In these three rows A and B touch 4 x 32 pages each at a time, 256 in all. Their 2 x
             // 4096 x 4096 bytes are 2,097,152 runs of 16 bytes, 1,048,576 runs of 32 bytes or
             // 524,288 runs of 64 bytes. If each run cost a miss of the translation, a longer run
             // would not take less time than a shorter one.
             const double run_of_16 = measured.us(10) / 2'097'152;
             const double run_of_32 = measured.us(11) / 1'048'576;
             const double run_of_64 = measured.us(12) / 524'288;
             EXPECT_GT(run_of_16, 1.5 * run_of_64);
             EXPECT_GT(run_of_32, 1.4 * run_of_64);
             // Four times as many bytes, also in runs of 64 bytes, take 12.7 times as long.
             EXPECT_GT(measured.us(47), 3 * 4 * measured.us(12));
             // A GEMM that touches 768 pages at a time loses more than half of its throughput.
             EXPECT_GT(measured("effects:4"), 0.5);
         }},
        {"Whether a column-major B is faster on Phoenix",
         [](const Measured& measured) {
             EXPECT_LT(measured.us(12), 0.5 * measured.us(7));
             EXPECT_GT(measured.us(47), measured.us(42));
         }},
        {"Runs of 128 bytes on Strix",
         [](const Measured& measured) {
             // In both campaigns, runs of 128 bytes in A and in B take longer than the shorter runs
             // of 64 bytes in A and 128 in B; the next longer ones, 128 in A and 256 in B, take
             // little more than half as long.
             EXPECT_GT(measured.us(61), 1.05 * measured.us(56));
             EXPECT_GT(measured.us(85), 1.05 * measured.us(80));
             EXPECT_LT(measured.us(62), 0.65 * measured.us(61));
             EXPECT_LT(measured.us(86), 0.65 * measured.us(85));
             // Krackan, which has the same array, shows neither.
             EXPECT_LT(measured.us(109), measured.us(104));
             EXPECT_GT(measured.us(110), 0.75 * measured.us(109));
         }},
        {"Krackan's copies by four columns and by eight",
         [](const Measured& measured) {
             // On Strix, which has the same array, four columns copy as fast as eight.
             EXPECT_GT(measured("andrej_copies:4"), 1.2 * measured("andrej_copies:6"));
             EXPECT_NEAR(measured("andrej_copies:5") / measured("andrej_copies:7"), 1, 0.01);
         }},
    };
    return known;
}

TEST(Conflicts, AreContradictoryAsMeasurements) {
    const Measured measured;
    std::size_t checked = 0;
    for (const Conflict& conflict : known_conflicts()) {
        SCOPED_TRACE(conflict.title);
        const auto contradiction = contradictions().find(conflict.title);
        ASSERT_NE(contradiction, contradictions().end()) << "nothing shows the contradiction";
        contradiction->second(measured);
        ++checked;
    }
    EXPECT_EQ(checked, contradictions().size());
}

TEST(Conflicts, HaveNoRowOnTwoOfTheirSides) {
    for (const Conflict& conflict : known_conflicts()) {
        std::set<std::string> rows;
        for (const Conflict::Side& side : conflict.sides)
            for (const std::string& row : side.rows)
                EXPECT_TRUE(rows.insert(row).second) << conflict.title << ": " << row;
    }
}

TEST(Conflicts, AreRefusedWithoutAClaim) {
    const TemporaryFolder folder;
    const auto file = folder.write(
        "c.yaml", "conflicts:\n  - {title: t, why: w, sides: [{rows: [ddr_bandwidth:12]}]}\n");
    EXPECT_THAT(input_error([&] { return load_conflicts(file); }),
                testing::AllOf(testing::HasSubstr("c.yaml:2:"), testing::HasSubstr("claim")));
}

}  // namespace
}  // namespace xdnasim::validation
