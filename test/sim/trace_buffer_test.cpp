#include "sim/trace_buffer.hpp"

#include <array>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

using testing::ElementsAre;

constexpr std::array<std::uint32_t, 3> kWords{1, 2, 3};

TEST(TraceBuffer, ThatIsExactlyFilledHasLostNothing) {
    TraceBuffer buffer{arch::Bytes{12}};
    buffer.append(kWords);
    EXPECT_TRUE(buffer.full());
    EXPECT_FALSE(buffer.overflowed());
    EXPECT_THAT(buffer.words(), ElementsAre(1, 2, 3));
}

TEST(TraceBuffer, KeepsWhatHasRoom) {
    TraceBuffer buffer{arch::Bytes{8}};
    buffer.append(kWords);
    EXPECT_TRUE(buffer.overflowed());
    EXPECT_THAT(buffer.words(), ElementsAre(1, 2));
    buffer.append(kWords);
    EXPECT_THAT(buffer.words(), ElementsAre(1, 2));
}

}  // namespace
}  // namespace xdnasim::sim
