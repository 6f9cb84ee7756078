#include "base/enumerators.hpp"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

namespace xdnasim::base {
namespace {

enum class Season : std::uint8_t { Spring, Summer, Autumn, Winter };

constexpr std::array kAllSeasons{Season::Spring, Season::Summer, Season::Autumn, Season::Winter};
constexpr std::array kInAnyOrder{Season::Winter, Season::Summer, Season::Spring, Season::Autumn};
constexpr std::array kWithoutTheFirst{Season::Summer, Season::Autumn, Season::Winter};
constexpr std::array kWithoutTheLast{Season::Spring, Season::Summer, Season::Autumn};
constexpr std::array kOneTwice{Season::Spring, Season::Summer, Season::Autumn, Season::Autumn};
constexpr std::array kOneMore{Season::Spring, Season::Summer, Season::Autumn, Season::Winter,
                              Season::Spring};
constexpr std::array<Season, 0> kNoSeason{};

enum class Sign : int { Minus = -1, None, Plus };

TEST(Enumerators, ValuesWithAndWithoutAName) {
    EXPECT_TRUE(is_enumerator<Season::Winter>());
    EXPECT_FALSE(is_enumerator<static_cast<Season>(4)>());
    EXPECT_FALSE(is_enumerator<static_cast<Season>(255)>());
    EXPECT_TRUE(is_enumerator<Sign::Minus>());
    EXPECT_FALSE(is_enumerator<static_cast<Sign>(-2)>());
}

TEST(Enumerators, AListIsCompleteInAnyOrder) {
    EXPECT_TRUE(lists_all<kAllSeasons>());
    EXPECT_TRUE(lists_all<kInAnyOrder>());
}

TEST(Enumerators, AListThatLacksOneOrRepeatsOneIsNot) {
    EXPECT_FALSE(lists_all<kWithoutTheFirst>());
    EXPECT_FALSE(lists_all<kWithoutTheLast>());
    EXPECT_FALSE(lists_all<kOneTwice>());
    EXPECT_FALSE(lists_all<kOneMore>());
    EXPECT_FALSE(lists_all<kNoSeason>());
}

}  // namespace
}  // namespace xdnasim::base
