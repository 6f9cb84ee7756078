#include <set>

#include <gtest/gtest.h>

#include "validation/regression_json.hpp"

namespace xdnasim::validation {
namespace {

TEST(Comparisons, ShowWhatTheBalancedDesignGainsForEveryTypeOnBothGenerations) {
    std::set<std::string> devices;
    const std::vector<Comparison> comparisons = whole_array_comparisons();
    ASSERT_EQ(comparisons.size(), 6U);
    for (const Comparison& comparison : comparisons) {
        devices.insert(comparison.device);
        EXPECT_GT(comparison.whole_array, 0.3) << comparison.what;
        EXPECT_GT(comparison.gain(), 1.1) << comparison.device << ", " << comparison.what;
    }
    EXPECT_EQ(devices, (std::set<std::string>{"xdna-phoenix", "xdna2-krackan"}));
}

TEST(Comparisons, GiveTheGainAsARatio) {
    EXPECT_DOUBLE_EQ((Comparison{"one", "int8", 6, 1.5}.gain()), 4);
}

}  // namespace
}  // namespace xdnasim::validation
