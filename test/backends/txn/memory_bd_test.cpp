// The BDs of CompTiles and MemTiles in the words of their registers.

#include "backends/txn/memory_bd.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/txn/dma_registers.hpp"
#include "base/error.hpp"
#include "test/support/input_error.hpp"
#include "test/support/stock_device.hpp"

namespace xdnasim::txn {
namespace {

using arch::Bytes;
using schedule::Bd;
using xdnasim::test::phoenix;
using Words = std::vector<std::uint32_t>;

constexpr arch::TileId kCoreTile{0, 2};
constexpr arch::TileId kMemTile{1, 1};

TEST(MemoryBd, ReadsTheWordsOfACore) {
    // The words of mlir-aie's test of a BLOCKWRITE to a core's DMA: the BD acquires lock 0 when it
    // is equal to 1, and releases lock 1 by 1.
    const Bd bd = memory_bd_of(Words{4096, 0, 0, 0, 0, 33828896}, kCoreTile, phoenix(), "BD");
    EXPECT_EQ(bd.length, Bytes{4 * 4096});
    EXPECT_EQ(bd.offset, Bytes{0});
    EXPECT_TRUE(bd.dimensions.empty());
    ASSERT_TRUE(bd.acquire && bd.release);
    EXPECT_EQ(bd.acquire->lock, (schedule::LockRef{kCoreTile, 0}));
    EXPECT_EQ(bd.acquire->value, 1);
    EXPECT_EQ(bd.acquire->condition, schedule::LockCondition::Equal);
    EXPECT_EQ(bd.release->lock, (schedule::LockRef{kCoreTile, 1}));
    EXPECT_EQ(bd.release->value, 1);
    EXPECT_FALSE(bd.next.has_value());
}

TEST(MemoryBd, ReadsTheWordsOfAMemTile) {
    // Locks 64 and 65 are the MemTile's own locks 0 and 1; the numbers below are those of its west
    // neighbour (AM025).
    const std::uint32_t locks = 1U << 31 | 1U << 24 | 65U << 16 | 1U << 15 | 0x7FU << 8 | 64U;
    const Words words{96,   7U << 20 | 1U << 19 | 0x20010, 4U << 17 | 0, 8U << 17 | 15, 31, 0, 0,
                      locks};
    const Bd bd = memory_bd_of(words, kMemTile, phoenix(), "BD");
    EXPECT_EQ(bd.length, Bytes{384});
    EXPECT_EQ(bd.next, 7);
    ASSERT_EQ(bd.dimensions.size(), 3U);
    EXPECT_EQ(bd.dimensions[0].size, 4);
    EXPECT_EQ(bd.dimensions[0].stride, Bytes{4});
    EXPECT_EQ(bd.dimensions[1].size, 8);
    EXPECT_EQ(bd.dimensions[1].stride, Bytes{64});
    EXPECT_EQ(bd.dimensions[2].size, 3);
    EXPECT_EQ(bd.dimensions[2].stride, Bytes{128});
    ASSERT_TRUE(bd.acquire && bd.release);
    EXPECT_EQ(bd.acquire->lock, (schedule::LockRef{kMemTile, 0}));
    EXPECT_EQ(bd.acquire->condition, schedule::LockCondition::GreaterEqual);
    EXPECT_EQ(bd.release->lock, (schedule::LockRef{kMemTile, 1}));
    // The address 0x20010 in words is 512 KiB, where the MemTile's own memory begins, and 16 words.
    const MemoryPlace place = memory_place(kMemTile, bd.offset, phoenix());
    EXPECT_EQ(place.tile, kMemTile);
    EXPECT_EQ(place.address, Bytes{64});
    EXPECT_EQ(memory_place(kMemTile, Bytes{64}, phoenix()).tile, (arch::TileId{0, 1}));
}

TEST(MemoryBd, HasItsOwnMemoryInTheWestOfTheFirstColumnAndNoneInTheEastOfTheLast) {
    const arch::Device& device = phoenix();
    const Bytes memory = device.model(kMemTile).memory;
    const arch::TileId first{0, kMemTile.row};
    const arch::TileId last{device.columns - 1, kMemTile.row};
    const arch::TileId outside{device.columns, kMemTile.row};
    EXPECT_EQ(memory_place(first, Bytes{64}, device).tile, first);
    EXPECT_EQ(memory_place(last, Bytes{64}, device).tile,
              (arch::TileId{last.column - 1, last.row}));
    EXPECT_EQ(memory_place(last, memory + Bytes{64}, device).tile, last);
    EXPECT_EQ(memory_place(last, memory * 2 + Bytes{64}, device).tile, outside);
    EXPECT_EQ(memory_place(last, memory * 2 + Bytes{64}, device).address, Bytes{64});
}

TEST(MemoryBd, HasItsOwnLocksWhereItHasItsOwnMemory) {
    const arch::Device& device = phoenix();
    const auto lock_of = [&](int column, std::uint32_t number) {
        const std::uint32_t locks = 1U << 31 | 1U << 24 | number << 16 | 1U << 15 | number;
        const Words words{96, 0, 0, 0, 0, 0, 0, locks};
        return memory_bd_of(words, {column, kMemTile.row}, device, "BD").release->lock;
    };
    const arch::TileId first{0, kMemTile.row};
    const arch::TileId last{device.columns - 1, kMemTile.row};
    EXPECT_EQ(lock_of(0, 5), (schedule::LockRef{first, 5}));
    EXPECT_EQ(lock_of(0, 69), (schedule::LockRef{first, 5}));
    EXPECT_EQ(lock_of(last.column, 5), (schedule::LockRef{{last.column - 1, last.row}, 5}));
    EXPECT_EQ(lock_of(last.column, 69), (schedule::LockRef{last, 5}));
}

TEST(MemoryBd, IsWrittenAsItIsRead) {
    const Words core{0x00404010,   1U << 30 | 3U << 19 | 2U << 16,
                     7U << 13 | 3, 2U << 21 | 4U << 13,
                     2U << 13 | 5, 1U << 27 | 1U << 26 | 1U << 25};
    const std::uint32_t locks = 1U << 31 | 2U << 24 | 3U << 16 | 1U << 15 | 0x7EU << 8 | 130U;
    const Words mem_tile{56, 1U << 26 | 0x20000,  2U << 17,      3U << 27 | 2U << 17 | 7,
                         9,  1U << 17 | 2U << 23, 1U << 17 | 63, locks};
    int checked = 0;
    for (const auto& [tile, words] : {std::pair{kCoreTile, core}, std::pair{kMemTile, mem_tile}}) {
        const Bd bd = memory_bd_of(words, tile, phoenix(), "BD");
        const MemoryPlace begin = memory_place(tile, bd.offset, phoenix());
        EXPECT_EQ(memory_words_of(bd, tile, begin, phoenix(), "BD"), words) << to_string(tile);
        ++checked;
    }
    EXPECT_EQ(checked, 2);
}

TEST(MemoryBd, HoldsWholeWordsOnly) {
    Bd bd;
    bd.length = Bytes{6};
    const auto write = [&] {
        return memory_words_of(bd, kCoreTile, {kCoreTile, Bytes{0}}, phoenix(), "BD 3");
    };
    EXPECT_THAT(write, testing::ThrowsMessage<base::InputError>(testing::HasSubstr(
                           "BD 3: Buffer_Length is 6 bytes; allowed: a multiple of 4")));
}

TEST(MemoryBd, KnowsTheRegistersOfItsChannels) {
    // The registers that mlir-aie's tests of such tasks write (BD 1, S2MM 0, MM2S 0).
    EXPECT_EQ(bd_at({kCoreTile, 0x1D020}, phoenix()), 1);
    EXPECT_EQ(bd_at({kMemTile, 0xA0020}, phoenix()), 1);
    EXPECT_EQ(bd_at({kMemTile, 0xA0010}, phoenix()), std::nullopt);
    const Channel in{kMemTile, arch::Direction::S2MM, 0};
    const Channel out{kMemTile, arch::Direction::MM2S, 0};
    EXPECT_EQ(queue_at({kMemTile, 656900 & 0xFFFFF}, phoenix()), in);
    EXPECT_EQ(queue_at({kMemTile, 656948 & 0xFFFFF}, phoenix()), out);
    const Channel of_core{kCoreTile, arch::Direction::MM2S, 0};
    EXPECT_EQ(queue_register(of_core, arch::TileKind::CompTile).offset, 2219540U & 0xFFFFF);
}

TEST(MemoryBd, RefusesWhatTheSimulatedDmaDoesNot) {
    const auto refusal = [](const Words& words) -> std::string {
        return input_error([&] { return memory_bd_of(words, kCoreTile, phoenix(), "BD 3"); });
    };
    EXPECT_EQ(refusal({1, 0, 0, 0, 0, 0}), "BD 3: Valid_BD is 0; allowed: 1");
    EXPECT_EQ(refusal({1, 0, 0, 0, 1U << 19, 1U << 25}),
              "BD 3: Iteration_Current is 1; the simulated DMA supports only 0");
}

}  // namespace
}  // namespace xdnasim::txn
