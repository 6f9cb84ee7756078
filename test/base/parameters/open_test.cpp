#include "base/parameters/open.hpp"

#include <string>
#include <type_traits>

#include <gtest/gtest.h>

namespace xdnasim::parameters {
namespace {

struct OpenPair {
    int first = 1;
    int second = 2;
};

TEST(Open, IsNotAskedForAtFirstAndHoldsTheDefault) {
    const Open<int> number;
    EXPECT_FALSE(number.asked());
    EXPECT_EQ(*number, 0);
    const Open<OpenPair> pair;
    EXPECT_FALSE(pair.asked());
    EXPECT_EQ(pair->second, 2);
}

TEST(Open, IsAskedForByInitialisationAndByAssignment) {
    const Open<int> initialised = 432;
    EXPECT_TRUE(initialised.asked());
    EXPECT_EQ(*initialised, 432);
    Open<int> assigned;
    assigned = 7;
    EXPECT_TRUE(assigned.asked());
    EXPECT_EQ(*assigned, 7);
}

TEST(Open, IsAskedForEvenWithTheDefaultValue) {
    Open<int> number;
    number = 0;
    EXPECT_TRUE(number.asked());
    EXPECT_EQ(*number, 0);
}

TEST(Open, TakesAChosenValueWithoutBeingAskedFor) {
    Open<int> number;
    number.choose(5);
    EXPECT_FALSE(number.asked());
    EXPECT_EQ(*number, 5);
}

TEST(Open, StaysAskedForWhenAnotherValueIsChosen) {
    Open<int> number = 3;
    number.choose(4);
    EXPECT_TRUE(number.asked());
    EXPECT_EQ(*number, 4);
}

TEST(Open, ChangesThroughWhatAskGives) {
    Open<OpenPair> pair;
    pair.ask().second = 9;
    EXPECT_TRUE(pair.asked());
    EXPECT_EQ(pair->first, 1);
    EXPECT_EQ(pair->second, 9);
}

TEST(Open, ReadsLikeTheValueItself) {
    const Open<int> number = 6;
    EXPECT_EQ(number + 1, 7);
    const Open<std::string> text = std::string{"abc"};
    EXPECT_EQ(text->size(), 3u);
    const std::string& held_text = text;
    EXPECT_EQ(&held_text, &*text);
}

TEST(Open, CopiesWhetherItWasAskedFor) {
    Open<int> chosen;
    chosen.choose(8);
    Open<int> copy = 1;
    copy = chosen;
    EXPECT_FALSE(copy.asked());
    EXPECT_EQ(*copy, 8);
}

TEST(Held, AsksWhenWhatItGivesCanBeChanged) {
    Open<OpenPair> pair;
    held(pair).first = 4;
    EXPECT_TRUE(pair.asked());
    EXPECT_EQ(pair->first, 4);
    EXPECT_EQ(pair->second, 2);
}

TEST(Held, OnlyLooksAtWhatIsConst) {
    const Open<OpenPair> pair;
    EXPECT_EQ(held(pair).first, 1);
    EXPECT_FALSE(pair.asked());
    static_assert(std::is_same_v<decltype(held(pair)), const OpenPair&>);
}

}  // namespace
}  // namespace xdnasim::parameters
