// Suites of measured rows that take a second or two. `xdnasim validate` runs these and the others.

#include <string>

#include <gtest/gtest.h>

#include "test/support/parameter_name.hpp"
#include "validation/regression.hpp"

namespace xdnasim::validation {
namespace {

class QuickSuite : public testing::TestWithParam<const char*> {};

TEST_P(QuickSuite, IsWithinItsTolerances) {
    const SuiteResult result = run_suite(find_suites(GetParam()).front());
    EXPECT_FALSE(result.rows.empty());
    EXPECT_FALSE(result.checks.empty());
    for (const Check& check : result.checks)
        EXPECT_TRUE(check.passed) << check.rows << ": " << to_string(check.statistic) << " "
                                  << check.value << ", limit " << check.limit;
}

INSTANTIATE_TEST_SUITE_P(Of, QuickSuite,
                         testing::Values("kernels", "kernels-bias", "uorca", "arrays",
                                         "arrays-slots", "atb-kernels", "atb-arrays", "gama",
                                         "traces", "effects", "halo"),
                         NamedAfterParameter{});

}  // namespace
}  // namespace xdnasim::validation
