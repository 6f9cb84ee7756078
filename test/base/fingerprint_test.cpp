#include "base/fingerprint.hpp"

#include <string_view>

#include <gtest/gtest.h>

namespace xdnasim::base {
namespace {

// Expected values are from the test suite of Fowler, Noll and Vo, the authors of FNV-1a.
TEST(Fingerprint, IsFnv1a) {
    const auto of = [](std::string_view text) {
        return fingerprint(std::as_bytes(std::span{text}));
    };
    EXPECT_EQ(of(""), 0xcbf29ce484222325);
    EXPECT_EQ(of("a"), 0xaf63dc4c8601ec8c);
    EXPECT_EQ(of("foobar"), 0x85944171f73967e8);
}

TEST(Fingerprint, HasSixteenDigitsAsAText) {
    EXPECT_EQ(fingerprint_text(0xaf63dc4c8601ec8c), "af63dc4c8601ec8c");
    EXPECT_EQ(fingerprint_text(0xabc), "0000000000000abc");
}

}  // namespace
}  // namespace xdnasim::base
