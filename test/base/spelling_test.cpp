#include "base/spelling.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace xdnasim::base {
namespace {

const std::vector<std::string> kKeys{"size", "types", "tile", "shift", "rounding"};

TEST(Nearest, FindsAChangedLetter) {
    EXPECT_EQ(nearest("tyle", kKeys), "tile");
}

TEST(Nearest, FindsADroppedLetter) {
    EXPECT_EQ(nearest("roundin", kKeys), "rounding");
}

TEST(Nearest, CountsASwapOfNeighboursAsOneChange) {
    const std::vector<std::string> keys{"bets", "best"};
    EXPECT_EQ(nearest("ebst", keys), "best");
}

TEST(Nearest, TakesTheFirstOfEquallyCloseNames) {
    const std::vector<std::string> keys{"ab1", "ab2"};
    EXPECT_EQ(nearest("ab3", keys), "ab1");
}

TEST(Nearest, TakesSmallLettersForLargeOnes) {
    const std::vector<std::string> keys{"LOCK_ACCESS", "LOCK_STALL"};
    EXPECT_EQ(nearest("lock_stall", keys), "LOCK_STALL");
    EXPECT_EQ(nearest("Lock_Stal", keys), "LOCK_STALL");
}

TEST(Nearest, AcceptsTwoChangesButNotThreeInAShortName) {
    const std::vector<std::string> keys{"abcdef"};
    EXPECT_EQ(nearest("abcdxx", keys), "abcdef");
    EXPECT_EQ(nearest("abcxxx", keys), std::nullopt);
}

TEST(Nearest, AcceptsAThirdOfALongName) {
    const std::vector<std::string> keys{"bd_reconfiguration"};
    EXPECT_EQ(nearest("bd_reconfigxxxxxxx", keys), std::nullopt);
    EXPECT_EQ(nearest("bd_reconfiguxxxxxx", keys), "bd_reconfiguration");
}

TEST(Nearest, DoesNotTakeOneSingleLetterForAnother) {
    const std::vector<std::string> keys{"m", "k", "n"};
    EXPECT_EQ(nearest("x", keys), std::nullopt);
}

TEST(Nearest, PrefersWhatANameWithHyphensAbbreviates) {
    const std::vector<std::string> layouts{"row-major", "column-major"};
    EXPECT_EQ(nearest("col-major", layouts), "column-major");
    EXPECT_EQ(nearest("Col-maj", layouts), "column-major");
    EXPECT_EQ(nearest("r-major", layouts), "row-major");
    EXPECT_EQ(nearest("cow-major", layouts), "row-major");
    const std::vector<std::string> ports{"port-idle", "port-running-long"};
    EXPECT_EQ(nearest("port-running", ports), std::nullopt);
    EXPECT_EQ(nearest("port-", ports), std::nullopt);
}

TEST(Nearest, HasNothingToSayAboutAnEmptyName) {
    EXPECT_EQ(nearest("", kKeys), std::nullopt);
}

TEST(Nearest, IsQuickOnHugeNames) {
    EXPECT_EQ(nearest(std::string(1'000'000, 'x'), kKeys), std::nullopt);
}

TEST(Suggestion, IsEmptyWhenNothingIsClose) {
    EXPECT_EQ(suggestion("tyle", kKeys), "; did you mean 'tile'?");
    EXPECT_EQ(suggestion("frequency", kKeys), "");
}

TEST(Suggestion, NamesThoseThatBeginWithTheNameWhenNoneIsClose) {
    const std::vector<std::string> devices{"xdna-phoenix", "xdna2-krackan", "xdna2-strix"};
    EXPECT_EQ(suggestion("xdna2", devices), "; did you mean 'xdna2-krackan' or 'xdna2-strix'?");
    EXPECT_EQ(suggestion("XDNA", devices),
              "; did you mean 'xdna-phoenix', 'xdna2-krackan' or 'xdna2-strix'?");
    EXPECT_EQ(suggestion("x", devices), "");
}

TEST(Suggestion, NamesTheLongestToWhichTheNameAddsWords) {
    const std::vector<std::string> keys{"read", "write", "write_piece", "read_latency", "r"};
    EXPECT_EQ(suggestion("read_gbps", keys), "; did you mean 'read'?");
    EXPECT_EQ(suggestion("write_piece_in_bytes", keys), "; did you mean 'write_piece'?");
    EXPECT_EQ(suggestion("r_in_nanoseconds", keys), "");
    EXPECT_EQ(suggestion("reading_of_dram", keys), "");
}

TEST(Suggestion, DoesNotListMoreThanFourNames) {
    const std::vector<std::string> four{"port-idle", "port-running", "port-stalled", "port-last"};
    EXPECT_NE(suggestion("port", four), "");
    std::vector<std::string> five = four;
    five.emplace_back("port-first");
    EXPECT_EQ(suggestion("port", five), "");
}

TEST(Alternatives, AreJoinedByOr) {
    EXPECT_EQ(did_you_mean({}), "");
    const std::vector<std::string> three{"a", "b", "c"};
    EXPECT_EQ(did_you_mean(three), "; did you mean 'a', 'b' or 'c'?");
}

}  // namespace
}  // namespace xdnasim::base
