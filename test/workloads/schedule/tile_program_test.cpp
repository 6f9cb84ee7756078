#include "workloads/schedule/tile_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace xdnasim::schedule {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Bd bd(int id, std::optional<int> next) {
    Bd made;
    made.id = id;
    made.next = next;
    return made;
}

TileProgram with(std::vector<Bd> bds) {
    TileProgram program;
    program.bds = std::move(bds);
    return program;
}

std::vector<int> numbers(const BdChain& chain) {
    std::vector<int> all;
    for (const Bd* passed : chain.bds)
        all.push_back(passed->id);
    return all;
}

TEST(TileProgram, FindsItsObjectsByNumber) {
    TileProgram program = with({bd(24, std::nullopt), bd(3, 24)});
    program.buffers = {{"a", arch::Bytes{0}, arch::Bytes{16}},
                       {"b", arch::Bytes{16}, arch::Bytes{32}}};
    program.locks = {{5, "full", 2}, {1, "empty", 0}};
    EXPECT_EQ(program.buffer(1)->name, "b");
    EXPECT_EQ(program.lock(1)->name, "empty");
    EXPECT_EQ(program.lock(5)->initial, 2);
    EXPECT_EQ(program.bd(3), &program.bds[1]);
    program.bd(24)->length = arch::Bytes{64};
    EXPECT_EQ(program.bds[0].length, arch::Bytes{64});
    ++program.lock(1)->initial;
    EXPECT_EQ(program.locks[1].initial, 1);
}

TEST(TileProgram, HasNothingUnderANumberOfNone) {
    const TileProgram program = with({bd(3, std::nullopt)});
    for (const int number : {-1, 0, 1, 4, 1'000'000}) {
        EXPECT_EQ(program.buffer(number), nullptr) << number;
        EXPECT_EQ(program.lock(number), nullptr) << number;
        EXPECT_EQ(program.bd(number), nullptr) << number;
    }
}

TEST(Chain, EndsWithABdThatNoneFollows) {
    const TileProgram program = with({bd(1, std::nullopt), bd(7, 1), bd(2, 7)});
    const BdChain chain = program.chain(2);
    EXPECT_THAT(numbers(chain), ElementsAre(2, 7, 1));
    EXPECT_EQ(chain.goes_back_to, std::nullopt);
    EXPECT_EQ(chain.missing, std::nullopt);
    EXPECT_FALSE(chain.is_ring());
}

TEST(Chain, ThatClosesIsARingFromWhereverItStarts) {
    const TileProgram program = with({bd(0, 1), bd(1, 2), bd(2, 0)});
    EXPECT_THAT(numbers(program.chain(0)), ElementsAre(0, 1, 2));
    EXPECT_THAT(numbers(program.chain(2)), ElementsAre(2, 0, 1));
    for (int first = 0; first < 3; ++first) {
        EXPECT_TRUE(program.chain(first).is_ring()) << first;
        EXPECT_EQ(program.chain(first).goes_back_to, 0U) << first;
    }
}

TEST(Chain, OfABdThatFollowsItselfIsARing) {
    const BdChain chain = with({bd(4, 4)}).chain(4);
    EXPECT_EQ(chain.bds.size(), 1U);
    EXPECT_TRUE(chain.is_ring());
}

TEST(Chain, IntoARingRunsForEverAndIsNone) {
    const TileProgram program = with({bd(0, 1), bd(1, 2), bd(2, 3), bd(3, 2)});
    const BdChain chain = program.chain(0);
    EXPECT_THAT(numbers(chain), ElementsAre(0, 1, 2, 3));
    EXPECT_EQ(chain.goes_back_to, 2U);
    EXPECT_FALSE(chain.is_ring());
    EXPECT_TRUE(program.chain(2).is_ring());
}

TEST(Chain, NamesTheBdThatDoesNotExist) {
    const TileProgram program = with({bd(0, 1), bd(1, 9)});
    const BdChain chain = program.chain(0);
    EXPECT_THAT(numbers(chain), ElementsAre(0, 1));
    EXPECT_EQ(chain.missing, 9);
    EXPECT_FALSE(chain.is_ring());
    EXPECT_THAT(program.chain(5).bds, IsEmpty());
    EXPECT_EQ(program.chain(5).missing, 5);
}

}  // namespace
}  // namespace xdnasim::schedule
