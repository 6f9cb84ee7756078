#include "workloads/transfer/transfer_terms.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "test/support/slow_link_device.hpp"

namespace xdnasim::transfer {
namespace {

using arch::Bytes;
using xdnasim::test::slow_link_device;

TEST(TransferEstimate, MovesEveryByteBothWays) {
    TransferDesign design{.columns = 2, .depth = 2, .streams = {}};
    design.streams.push_back(
        {.name = "a", .rows = 64, .row = Bytes{1000}, .run = Bytes{100}, .runs = 8});
    const schedule::Estimate together = estimate(design, slow_link_device());
    EXPECT_EQ(together.read, Bytes{64'000});
    EXPECT_EQ(together.written, Bytes{64'000});
    EXPECT_EQ(together.binding().name(), "DRAM");
    EXPECT_DOUBLE_EQ(together.binding().cycles, 12'800 - 200) << "the epilogue has the last tile";
    EXPECT_DOUBLE_EQ(together.prologue, 100);
    EXPECT_DOUBLE_EQ(together.epilogue, 800 / 4.0);

    design.depth = 1;
    const schedule::Estimate in_turn = estimate(design, slow_link_device());
    EXPECT_EQ(in_turn.binding().name(), "hand-over in the mem tile");
    EXPECT_DOUBLE_EQ(in_turn.binding().cycles, 2 * 32'000 / 4.0 - 200);
}

TEST(TransferEstimate, InTurnTakesWhatEachDirectionCosts) {
    TransferDesign design{.columns = 2, .depth = 1, .streams = {}};
    for (const char* name : {"a", "b"})
        design.streams.push_back(
            {.name = name, .rows = 64, .row = Bytes{1000}, .run = Bytes{100}, .runs = 8});
    // The pattern of reading `a` costs 3 times its bytes, that of writing `b` 4 times. With the
    // other direction of each, `a` takes 4 times and `b`, the slower one, 5 times 32,000 bytes.
    const schedule::PatternFactors pattern{.channel = 4,
                                           .buffers = {{0, 3}, {1, 1}, {2, 1}, {3, 4}}};
    const schedule::Estimate in_turn = estimate(design, slow_link_device(), pattern);
    const auto hand_over = std::ranges::find_if(in_turn.terms, [](const schedule::Term& term) {
        return term.name() == "hand-over in the mem tile";
    });
    ASSERT_NE(hand_over, in_turn.terms.end());
    // The epilogue contains the last tile, which leaves at the rate of the slowest channel.
    EXPECT_DOUBLE_EQ(hand_over->cycles, 5 * 32'000 / 4.0 - 4 * 200);
}

}  // namespace
}  // namespace xdnasim::transfer
