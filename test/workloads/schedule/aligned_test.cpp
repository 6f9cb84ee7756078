#include "workloads/schedule/aligned.hpp"

#include <gtest/gtest.h>

namespace xdnasim::schedule {
namespace {

using arch::Bytes;

TEST(Aligned, IsTheFirstMultipleFromTheAddressOn) {
    EXPECT_EQ(aligned(Bytes{0}, Bytes{32}), Bytes{0});
    EXPECT_EQ(aligned(Bytes{1}, Bytes{32}), Bytes{32});
    EXPECT_EQ(aligned(Bytes{32}, Bytes{32}), Bytes{32});
    EXPECT_EQ(aligned(Bytes{33}, Bytes{32}), Bytes{64});
}

}  // namespace
}  // namespace xdnasim::schedule
