#include "workloads/placement/ending.hpp"

#include <gtest/gtest.h>

namespace xdnasim::placement {
namespace {

TEST(Ending, IsFoundAgainByItsName) {
    int found = 0;
    for (const Ending ending : kEndings) {
        EXPECT_EQ(ending_called(to_string(ending)), ending) << to_string(ending);
        ++found;
    }
    EXPECT_EQ(found, 6);
    EXPECT_EQ(ending_called("budget"), Ending::Budget);
    EXPECT_EQ(ending_called("stopped"), std::nullopt);
}

}  // namespace
}  // namespace xdnasim::placement
