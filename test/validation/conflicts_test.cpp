#include "xdnasim/validation/conflicts.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/input_error.hpp"
#include "support/temporary_folder.hpp"
#include "xdnasim/validation/regression.hpp"

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

double error_of(const std::string& id) {
    for (const Suite& suite : all_suites())
        for (const Case& one : suite.cases())
            if (one.measured.id == id) return Row{one.measured, one.simulate()}.figures().error();
    ADD_FAILURE() << "no row " << id;
    return 0;
}

TEST(Conflicts, AreSomeBecauseTheTranslationForgetsTooMuchForOneSideAndTooLittleForTheOther) {
    EXPECT_GT(error_of("ddr_bandwidth:12"), 0.5);
    EXPECT_LT(error_of("ddr_bandwidth:47"), -0.1);
    EXPECT_LT(error_of("effects:4"), 0);
}

TEST(Conflicts, AreRefusedWithoutAClaim) {
    const TemporaryFolder folder;
    const auto file = folder.write(
        "c.yaml", "conflicts:\n  - {title: t, why: w, sides: [{rows: [ddr_bandwidth:12]}]}\n");
    EXPECT_THAT(arch::input_error([&] { return load_conflicts(file); }),
                testing::AllOf(testing::HasSubstr("c.yaml:2:"), testing::HasSubstr("claim")));
}

}  // namespace
}  // namespace xdnasim::validation
