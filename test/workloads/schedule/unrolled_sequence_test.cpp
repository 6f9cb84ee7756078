#include "workloads/schedule/unrolled_sequence.hpp"

#include <variant>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace xdnasim::schedule {
namespace {

/// A wait for a token, two rounds of three pushes and a wait each, and a last wait. A push names BD
/// 1 + 3 x round + number of the push in it.
std::vector<SequenceOp> nested_sequence() {
    const AwaitToken token{{0, 0}, arch::Direction::S2MM, 0};
    const PushTask push{.tile = {0, 0},
                        .bd = {1, {{.loop = 0, .stride = 3}, {.loop = 1, .stride = 1}}}};
    const SequenceLoop inner{3, {{push}}};
    return {{token}, {SequenceLoop{2, {{inner}, {token}}}}, {token}};
}

TEST(UnrolledSequence, HasItsOperationsInOrderWithNumbersForWhatFollowsLoops) {
    std::vector<std::int64_t> bds;
    for (const SequenceOp& operation : unrolled(nested_sequence())) {
        const auto* const push = std::get_if<PushTask>(&operation.op);
        bds.push_back(push != nullptr ? push->bd.base : -1);
        EXPECT_TRUE(push == nullptr || push->bd.terms.empty());
    }
    EXPECT_THAT(bds, testing::ElementsAre(-1, 1, 2, 3, -1, 4, 5, 6, -1, -1));
}

TEST(UnrolledSequence, HasOffsetsOfBdsInNumbers) {
    WriteBd write;
    write.id = {4, {}};
    write.offset = {100, {{.loop = 0, .stride = 8}}};
    std::vector<std::int64_t> offsets;
    for_each_unrolled({{SequenceLoop{3, {{write}}}}}, [&](const SequenceOp& operation) {
        const auto& written = std::get<WriteBd>(operation.op);
        EXPECT_EQ(written.id.base, 4);
        offsets.push_back(written.offset.base);
    });
    EXPECT_THAT(offsets, testing::ElementsAre(100, 108, 116));
}

TEST(UnrolledSequence, IsAsLongAsItSays) {
    EXPECT_EQ(unrolled_size(nested_sequence()), 10);
    const SequenceLoop none{0, {{AwaitToken{}}}};
    EXPECT_EQ(unrolled_size({{none}}), 0);
    EXPECT_TRUE(unrolled({{none}}).empty());
}

}  // namespace
}  // namespace xdnasim::schedule
