#include "backends/txn/shim_bd.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "arch/tile.hpp"
#include "base/error.hpp"
#include "test/backends/txn/some_shim.hpp"
#include "test/support/input_error.hpp"
#include "test/support/parameter_name.hpp"

namespace xdnasim::txn {
namespace {

using arch::Bytes;
using schedule::Bd;

using test::kShim;

arch::Device npu1() {
    arch::Device device;
    device.generation = arch::Generation::AieMl;
    return device;
}

Bd read(const BdWords& words) {
    return bd_of(words, kShim, "BD");
}

BdWords write(const Bd& bd) {
    return words_of(bd, kShim, npu1(), "BD 3");
}

std::string refusal_of_bd(const Bd& bd) {
    return input_error([&] { return write(bd); });
}

// Two BDs of mlir-aie's one-core GEMM (i8, 256 x 256 x 256, tiles of 32) for npu1: C, in two
// iterations of [8,32,32][32,256,1] words, and A, [8,32,32][32,256,1] bytes read eight times.
constexpr BdWords kC{0x00002000, 0, 0, 0x02000000, 0x820000FF, 0x0000001F, 0x00101FFF, 0x02000000};
constexpr BdWords kA{0x00000800, 0, 0, 0x00800000, 0x8200003F, 0x00000007, 0, 0x02000000};

TEST(ShimBd, ReadsTheWordsOfMlirAie) {
    const Bd c = read(kC);
    EXPECT_EQ(c.length, Bytes{4 * 8 * 32 * 32});
    ASSERT_EQ(c.dimensions.size(), 3U);
    EXPECT_EQ(c.dimensions[0].size, 32);
    EXPECT_EQ(c.dimensions[0].stride, Bytes{4});
    EXPECT_EQ(c.dimensions[1].size, 32);
    EXPECT_EQ(c.dimensions[1].stride, Bytes{4 * 256});
    EXPECT_EQ(c.dimensions[2].size, 8);
    EXPECT_EQ(c.dimensions[2].stride, Bytes{4 * 32});
    ASSERT_TRUE(c.iteration);
    EXPECT_EQ(c.iteration->size, 2);
    EXPECT_EQ(c.iteration->stride, Bytes{4 * 8192});

    const Bd a = read(kA);
    EXPECT_EQ(a.length, Bytes{8192});
    EXPECT_EQ(a.dimensions[1].stride, Bytes{256});
    EXPECT_EQ(a.dimensions[2].size, 8);
    EXPECT_FALSE(a.iteration);
}

/// The words as mlir-aie writes them since September 2025: bit 1 of AxCache (bits 27:24 of word 5,
/// AM025) is set, so that the network on chip may merge several accesses into larger ones.
BdWords with_cache_of_2025(BdWords words) {
    words[5] |= 0x02000000;
    return words;
}

TEST(ShimBd, GivesTheWordsOfMlirAieAgain) {
    EXPECT_EQ(write(read(kC)), with_cache_of_2025(kC));
    EXPECT_EQ(write(read(kA)), with_cache_of_2025(kA));
}

TEST(ShimBd, ReadsWordsOfEitherAxCache) {
    EXPECT_EQ(write(read(with_cache_of_2025(kC))), write(read(kC)));
}

TEST(ShimBd, TakesTheLongestBurstOfTheGeneration) {
    arch::Device npu2 = npu1();
    npu2.generation = arch::Generation::Aie2p;
    EXPECT_EQ(words_of(read(kA), kShim, npu2, "BD")[4] >> 30, 3U);
    EXPECT_EQ(write(read(kA))[4] >> 30, 2U);
}

TEST(ShimBd, LeavesOutDimensionsThatDoNotMove) {
    Bd bd;
    bd.length = Bytes{256};
    bd.dimensions = {{64, Bytes{4}}, {1, Bytes{0}}, {1, Bytes{0}}, {1, Bytes{0}}};
    const BdWords words = write(bd);
    EXPECT_EQ(words, (BdWords{64, 0, 0, 0, 0x80000000, 0x02000000, 0, 0x02000000}));
    EXPECT_TRUE(read(words).dimensions.empty());
}

TEST(ShimBd, KeepsAStrideOfSingleWords) {
    Bd bd;
    bd.length = Bytes{64};
    bd.dimensions = {{16, Bytes{12}}};
    const Bd again = read(write(bd));
    ASSERT_EQ(again.dimensions.size(), 1U);
    EXPECT_EQ(again.dimensions[0].size, 16);
    EXPECT_EQ(again.dimensions[0].stride, Bytes{12});
}

TEST(ShimBd, SendsNoHeaderOfItsOwnWhereOneIsInItsData) {
    Bd bd;
    bd.length = Bytes{64};
    const BdWords without = write(bd);
    bd.packet = {.id = 9, .in_data = true};
    EXPECT_EQ(write(bd), without);
    bd.packet->in_data = false;
    EXPECT_NE(write(bd), without);
}

TEST(ShimBd, KeepsLocksPacketsAndChains) {
    Bd bd;
    bd.length = Bytes{64};
    bd.acquire = {{kShim, 5}, 1, schedule::LockCondition::GreaterEqual};
    bd.release = {{kShim, 6}, -2};
    bd.packet = {9, 3};
    bd.next = 11;
    const BdWords words = write(bd);
    EXPECT_EQ(words[7] >> 5 & 0x7F, 0x7FU) << "greater or equal 1 is stored as -1";
    const Bd again = read(words);
    EXPECT_EQ(again.acquire->lock, bd.acquire->lock);
    EXPECT_EQ(again.acquire->value, 1);
    EXPECT_EQ(again.acquire->condition, schedule::LockCondition::GreaterEqual);
    EXPECT_EQ(again.release->lock, bd.release->lock);
    EXPECT_EQ(again.release->value, -2);
    EXPECT_EQ(again.packet->id, 9);
    EXPECT_EQ(again.packet->type, 3);
    EXPECT_EQ(again.next, 11);

    bd.acquire = {{kShim, 5}, 0, schedule::LockCondition::Equal};
    EXPECT_EQ(read(write(bd)).acquire->condition, schedule::LockCondition::Equal);
}

TEST(ShimBd, HoldsTheLargestValuesOfItsRegisters) {
    Bd bd;
    bd.length = Bytes{4 * 1023 * 1023 * 2};
    bd.dimensions = {{1023, Bytes{4 << 20}}, {1023, Bytes{4 << 20}}, {2, Bytes{4 << 20}}};
    bd.iteration = {64, Bytes{4 << 20}};
    const Bd again = read(write(bd));
    EXPECT_EQ(again.dimensions[1].size, 1023);
    EXPECT_EQ(again.dimensions[2].stride, Bytes{4 << 20});
    EXPECT_EQ(again.iteration->size, 64);
    EXPECT_EQ(again.iteration->stride, Bytes{4 << 20});
}

/// Compares the fields of the registers with the widths in each device file.
class ShimBdOfADevice : public testing::TestWithParam<std::string> {
 protected:
    [[nodiscard]] bool takes(const Bd& bd) const {
        return input_error_if_any([&] { return words_of(bd, kShim, device_, "BD"); }).empty();
    }
    /// A BD of two dimensions: `wrap` words without gaps, and two steps of `step` bytes.
    [[nodiscard]] static Bd with(std::int64_t wrap, Bytes step, schedule::Iteration iteration) {
        Bd bd;
        bd.length = arch::kWord * (wrap * 2);
        bd.dimensions = {{wrap, arch::kWord}, {2, step}};
        bd.iteration = iteration;
        return bd;
    }

    const arch::Device device_ = arch::load_device(arch::find_device(GetParam()));
    const arch::BdLimits& limits_ = device_.shim_tile.dma.bd;
};

TEST_P(ShimBdOfADevice, HoldsItsWrapsAndStepsAndNoMore) {
    const Bytes word = arch::kWord;
    EXPECT_TRUE(takes(with(limits_.max_wrap(), limits_.max_step(), {1, word})));
    EXPECT_FALSE(takes(with(limits_.max_wrap() + 1, word, {1, word})));
    EXPECT_FALSE(takes(with(2, limits_.max_step() + word, {1, word})));
}

TEST_P(ShimBdOfADevice, HoldsItsIterationsAndNoMore) {
    const auto max = static_cast<int>(limits_.max_iterations());
    const Bytes word = arch::kWord;
    EXPECT_TRUE(takes(with(2, word, {max, limits_.max_iteration_step()})));
    EXPECT_FALSE(takes(with(2, word, {max + 1, word})));
    EXPECT_FALSE(takes(with(2, word, {2, limits_.max_iteration_step() + word})));
}

TEST_P(ShimBdOfADevice, HoldsItsLengthAndItsDimensionsAndNoMore) {
    Bd bd;
    bd.length = limits_.max_length();
    EXPECT_TRUE(takes(bd));
    bd.length += arch::kWord;
    EXPECT_FALSE(takes(bd));
    bd.dimensions.assign(static_cast<std::size_t>(limits_.dimensions), {2, arch::kWord});
    bd.length = arch::kWord * (std::int64_t{1} << limits_.dimensions);
    EXPECT_TRUE(takes(bd));
    bd.dimensions.push_back({2, arch::kWord});
    bd.length = arch::kWord * (std::int64_t{1} << (limits_.dimensions + 1));
    EXPECT_FALSE(takes(bd));
}

TEST_P(ShimBdOfADevice, HoldsWhatALockChangesByAndNoMore) {
    Bd bd = with(2, arch::kWord, {1, arch::kWord});
    bd.release = {{kShim, 0}, device_.shim_tile.min_lock_change()};
    EXPECT_TRUE(takes(bd));
    bd.release->value = device_.shim_tile.max_lock_change();
    EXPECT_TRUE(takes(bd));
    bd.release->value = device_.shim_tile.max_lock_change() + 1;
    EXPECT_FALSE(takes(bd));
    bd.release->value = device_.shim_tile.min_lock_change() - 1;
    EXPECT_FALSE(takes(bd));
}

TEST_P(ShimBdOfADevice, HoldsIdsAndTypesOfPacketsAndNoMore) {
    Bd bd = with(2, arch::kWord, {1, arch::kWord});
    bd.packet = {arch::kMaxPacketId, arch::kMaxPacketType};
    EXPECT_TRUE(takes(bd));
    bd.packet = {arch::kMaxPacketId + 1, 0};
    EXPECT_FALSE(takes(bd));
    bd.packet = {0, arch::kMaxPacketType + 1};
    EXPECT_FALSE(takes(bd));
}

INSTANTIATE_TEST_SUITE_P(Each, ShimBdOfADevice, testing::ValuesIn(arch::device_names()),
                         NamedAfterParameter{});

TEST(ShimBd, RefusesWhatItsRegistersCannotHold) {
    Bd bd;
    bd.length = Bytes{4 * 1024 * 2};
    bd.dimensions = {{1024, Bytes{4}}, {2, Bytes{8192}}};
    EXPECT_EQ(refusal_of_bd(bd), "BD 3: D0_Wrap is 1024; allowed: 0 to 1023");
    bd.dimensions = {{2, Bytes{4}}, {1024, Bytes{(4 << 20) + 4}}};
    EXPECT_EQ(refusal_of_bd(bd), "BD 3: D1_Stepsize is 1048576; allowed: 0 to 1048575");
    bd.dimensions = {{2, Bytes{4}}, {1024, Bytes{0}}};
    EXPECT_EQ(refusal_of_bd(bd), "BD 3: D1_Stepsize is -1; allowed: 0 to 1048575");
    bd.dimensions = {{2, Bytes{4}}, {2, Bytes{8}}, {2, Bytes{16}}, {256, Bytes{32}}};
    EXPECT_EQ(refusal_of_bd(bd), "BD 3: 4 dimensions; allowed: 3");
    bd.dimensions = {};
    bd.length = Bytes{6};
    EXPECT_EQ(refusal_of_bd(bd), "BD 3: Buffer_Length is 6 bytes; allowed: a multiple of 4");
    bd.length = Bytes{8};
    bd.acquire = {{{2, 0}, 1}, 1, schedule::LockCondition::Equal};
    EXPECT_EQ(refusal_of_bd(bd),
              "BD 3: uses a lock of (2,0); a shim's BD can use only locks of its own tile");
}

TEST(ShimBd, RefusesWhatTheSimulatedDmaDoesNot) {
    BdWords words = kA;
    words[7] = 0;
    EXPECT_THROW(static_cast<void>(read(words)), base::InputError) << "not valid";
    words = kA;
    words[6] = 1U << 26;
    EXPECT_THROW(static_cast<void>(read(words)), base::InputError) << "in the midst of iterations";
}

}  // namespace
}  // namespace xdnasim::txn
