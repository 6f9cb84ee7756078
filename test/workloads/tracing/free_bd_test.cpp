#include <gtest/gtest.h>

#include "test/workloads/tracing/example_designs.hpp"
#include "workloads/tracing/trace_parts.hpp"

namespace xdnasim::tracing {
namespace {

using schedule::SemiAffine;
using schedule::SequenceLoop;
using schedule::SequenceOp;
using schedule::WriteBd;

constexpr arch::TileId kShim{0, 0};
constexpr int kBds = 16;

class FreeBd : public testing::Test {
 protected:
    [[nodiscard]] static SequenceOp write(SemiAffine id, arch::TileId tile = kShim) {
        WriteBd write;
        write.tile = tile;
        write.id = std::move(id);
        return {write};
    }
    [[nodiscard]] static SequenceOp loop(std::int64_t count, std::vector<SequenceOp> body) {
        return {SequenceLoop{count, std::move(body)}};
    }
    [[nodiscard]] static SemiAffine::Term term(int loop, std::int64_t stride,
                                               std::int64_t modulus = 0, std::int64_t divisor = 1,
                                               std::int64_t shift = 0) {
        return {loop, stride, divisor, modulus, shift};
    }
    [[nodiscard]] std::optional<int> free(std::vector<SequenceOp> sequence) const {
        schedule::Schedule schedule;
        schedule.sequence = std::move(sequence);
        return free_bd(schedule, kShim, device_);
    }

    arch::Device device_ = test::device_named("xdna-phoenix");
};

TEST_F(FreeBd, IsTheHighestWhenNoneIsWritten) {
    ASSERT_EQ(device_.shim_tile.dma.bds, kBds);
    EXPECT_EQ(free({}), 15);
}

TEST_F(FreeBd, IsNoneThatTheSequenceWrites) {
    EXPECT_EQ(free({write({15, {}}), write({13, {}})}), 14);
}

TEST_F(FreeBd, LeavesWritesToOtherShimsOutOfAccount) {
    EXPECT_EQ(free({write({15, {}}, {1, 0})}), 15);
}

TEST_F(FreeBd, IsNoneThatALoopReaches) {
    EXPECT_EQ(free({loop(8, {write({8, {term(0, 1)}})})}), 7);
    EXPECT_EQ(free({loop(4, {write({15, {term(0, -2)}})})}), 8);
}

TEST_F(FreeBd, IsNoneOfARingOfBds) {
    EXPECT_EQ(free({loop(1'000'000, {write({12, {term(0, 1, 4)}})})}), 11);
    EXPECT_EQ(free({loop(2, {write({12, {term(0, 1, 4)}})})}), 15);
    // Two rounds: the first writes BD 15, the second starts the ring again at BD 12. The BDs
    // between them count as written.
    EXPECT_EQ(free({loop(2, {write({12, {term(0, 1, 4, 1, 3)}})})}), 11);
}

TEST_F(FreeBd, CountsEveryRoundOfADividedIndex) {
    EXPECT_EQ(free({loop(8, {write({12, {term(0, 1, 0, 2)}})})}), 11);
    EXPECT_EQ(free({loop(7, {write({12, {term(0, 1, 0, 4)}})})}), 15);
}

TEST_F(FreeBd, IsNoneOfAnyLoopAround) {
    EXPECT_EQ(free({loop(2, {loop(3, {write({10, {term(0, 3), term(1, 1)}})})})}), 9);
}

TEST_F(FreeBd, LeavesALoopWithoutRoundsOutOfAccount) {
    EXPECT_EQ(free({loop(0, {write({15, {}})})}), 15);
}

TEST_F(FreeBd, IsNothingWhenEachIsWritten) {
    EXPECT_EQ(free({loop(kBds, {write({0, {term(0, 1)}})})}), std::nullopt);
}

TEST_F(FreeBd, TakesIdsOutOfRangeForNone) {
    EXPECT_EQ(free({write({-3, {}}), write({99, {}})}), 15);
}

}  // namespace
}  // namespace xdnasim::tracing
