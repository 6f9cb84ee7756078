#include "base/extents.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"

namespace xdnasim::base {
namespace {

using testing::ElementsAre;

constexpr ExtentsForm kTile{"MxKxN", 4096, "64x216x64"};

Node tile(const char* text) {
    return option_value("--tile", text);
}

TEST(Extents, AreTheNumbersInTheirOrder) {
    EXPECT_THAT(extents(tile("64x216x4096"), kTile), ElementsAre(64, 216, 4096));
    EXPECT_THAT(extents(tile("2x1"), {"ROWSxCOLUMNS", 2, "2x2"}), ElementsAre(2, 1));
}

TEST(Extents, AreNothingElse) {
    constexpr const char* kNone[] = {
        "x",         "64",       "64x216",    "64x216x64x1",
        "64x216x",   "64x216x0", "64x216x-1", "64x216x4097",
        "64,216,64", " 1x2x3",   "1x2x3 ",    "1x 2x3",
        "1X2X3",     "1x2x3.0",  "1x2x+3",    "1x2x99999999999999999999"};
    for (const char* const text : kNone)
        EXPECT_EQ(input_error([&] { return extents(tile(text), kTile); }),
                  std::string{"--tile: '"} + text +
                      "' is not MxKxN; allowed: 3 whole numbers from 1 to 4096 with x between "
                      "them, such as 64x216x64");
}

}  // namespace
}  // namespace xdnasim::base
