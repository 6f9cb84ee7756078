#include "sim/visited_pages.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

using arch::Bytes;

/// An access to two rows of 64 bytes, `apart` bytes apart, from byte `offset` on.
memory::AccessPattern two_rows(std::int64_t offset, std::int64_t apart) {
    return {0, Bytes{offset}, Bytes{64}, Bytes{apart}, 2, false};
}

constexpr Bytes kLength{128};

TEST(VisitedPages, CostAWalkForEachNewOneSpreadOverTheRuns) {
    VisitedPages pages{Bytes{4096}};
    // Walks per run, of two runs each: pages 0 and 1 are new, then only page 2 is, then none.
    EXPECT_DOUBLE_EQ(pages.visit(two_rows(0, 4096), kLength), 1);
    EXPECT_DOUBLE_EQ(pages.visit(two_rows(4096, 4096), kLength), 0.5);
    EXPECT_DOUBLE_EQ(pages.visit(two_rows(64, 4096), kLength), 0);
}

TEST(VisitedPages, CountARowAcrossTwoPagesTwice) {
    VisitedPages pages{Bytes{4096}};
    // Bytes 4,064 to 4,127 and 12,256 to 12,319 lie in pages 0, 1, 2 and 3: four walks for two
    // runs.
    EXPECT_DOUBLE_EQ(pages.visit(two_rows(4064, 8192), kLength), 2);
}

TEST(VisitedPages, AreNewAgainOnceForgotten) {
    VisitedPages pages{Bytes{4096}};
    EXPECT_DOUBLE_EQ(pages.visit(two_rows(0, 4096), kLength), 1);
    std::vector<VisitedPages::Page> met;
    EXPECT_DOUBLE_EQ(pages.visit(two_rows(4096, 4096), kLength, &met), 0.5);
    ASSERT_EQ(met.size(), 1U);
    EXPECT_EQ(met.front().number, 2U);
    pages.forget(met);
    EXPECT_DOUBLE_EQ(pages.visit(two_rows(0, 4096), kLength), 0);
    EXPECT_DOUBLE_EQ(pages.visit(two_rows(4096, 4096), kLength), 0.5);
}

TEST(VisitedPages, AreOfTheirBuffer) {
    VisitedPages pages{Bytes{4096}};
    EXPECT_DOUBLE_EQ(pages.visit(two_rows(0, 4096), kLength), 1);
    memory::AccessPattern other = two_rows(0, 4096);
    other.buffer = 1;
    EXPECT_DOUBLE_EQ(pages.visit(other, kLength), 1);
}

}  // namespace
}  // namespace xdnasim::sim
