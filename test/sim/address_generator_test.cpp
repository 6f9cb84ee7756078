#include "sim/address_generator.hpp"

#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using schedule::Bd;
using schedule::Dimension;

constexpr std::int64_t kZero = -1;
constexpr Bytes kWhole{1 << 20};  // longer than any walk in these tests

Bd bd_of(std::vector<Dimension> dimensions, std::int64_t words) {
    Bd bd;
    bd.length = Bytes{4 * words};
    bd.dimensions = std::move(dimensions);
    return bd;
}

/// Returns the word address of every word of the walk, which is generated in pieces of at most
/// `limit` bytes; kZero for a word of padding.
std::vector<std::int64_t> walk(const Bd& bd, Bytes offset, Bytes limit) {
    AddressGenerator generator{bd, offset};
    std::vector<std::int64_t> words;
    Bytes left = bd.length;
    while (left > Bytes{}) {
        const AddressRun run = generator.next(std::min(left, limit));
        for (Bytes byte{}; byte < run.length; byte += arch::kWord)
            words.push_back(run.zero ? kZero : (run.offset + byte) / arch::kWord);
        left -= run.length;
    }
    return words;
}

TEST(AddressGenerator, WithoutDimensionsWalksStraight) {
    EXPECT_EQ(walk(bd_of({}, 4), Bytes{8}, kWhole), (std::vector<std::int64_t>{2, 3, 4, 5}));
}

TEST(AddressGenerator, WalksTheInnermostDimensionFirst) {
    const Bd bd = bd_of({{2, Bytes{4}}, {3, Bytes{40}}}, 6);
    EXPECT_EQ(walk(bd, Bytes{0}, kWhole), (std::vector<std::int64_t>{0, 1, 10, 11, 20, 21}));
}

TEST(AddressGenerator, GoesOnInTheOutermostDimensionUntilTheLengthIsUsedUp) {
    const Bd bd = bd_of({{2, Bytes{4}}, {2, Bytes{40}}}, 6);
    EXPECT_EQ(walk(bd, Bytes{0}, kWhole).back(), 21);
}

/// Each dimension has two steps, and the innermost dimension has the longest stride: the number of
/// a word in the walk is the word's address with its bits in reverse order.
TEST(AddressGenerator, WalksAsManyDimensionsAsADeviceMayHave) {
    std::vector<Dimension> halves;
    for (int bit = arch::kMaxBdDimensions - 1; bit >= 0; --bit)
        halves.push_back({2, Bytes{4 << bit}});
    const auto words = walk(bd_of(halves, 1 << arch::kMaxBdDimensions), Bytes{0}, kWhole);
    ASSERT_EQ(words.size(), std::size_t{1} << arch::kMaxBdDimensions);
    for (std::size_t number = 0; number < words.size(); ++number) {
        std::int64_t reversed = 0;
        for (int bit = 0; bit < arch::kMaxBdDimensions; ++bit)
            reversed = 2 * reversed + static_cast<std::int64_t>((number >> bit) & 1U);
        EXPECT_EQ(words[number], reversed) << "word " << number;
    }
}

TEST(AddressGenerator, PutsZerosAroundTheData) {
    Bd bd = bd_of({{2, Bytes{4}}, {1, Bytes{400}}}, 8);
    bd.padding = {{1, 1}, {0, 1}};
    EXPECT_EQ(walk(bd, Bytes{0}, kWhole),
              (std::vector<std::int64_t>{kZero, 0, 1, kZero, kZero, kZero, kZero, kZero}));
}

TEST(AddressGenerator, AgreesWithNestedLoopsOnRandomWalks) {
    std::mt19937 random{7};
    const auto pick = [&](int max) {
        return static_cast<std::int64_t>(random() % static_cast<unsigned>(max)) + 1;
    };
    for (int round = 0; round < 300; ++round) {
        std::vector<Dimension> d(4);
        for (Dimension& dimension : d)
            dimension = {pick(5), Bytes{4 * pick(30)}};
        if (round % 2 == 0) d[0].stride = Bytes{4};
        std::vector<std::int64_t> expected;
        for (std::int64_t w = 0; w < d[3].size; ++w)
            for (std::int64_t z = 0; z < d[2].size; ++z)
                for (std::int64_t y = 0; y < d[1].size; ++y)
                    for (std::int64_t x = 0; x < d[0].size; ++x)
                        expected.push_back((12 + x * d[0].stride.count() + y * d[1].stride.count() +
                                            z * d[2].stride.count() + w * d[3].stride.count()) /
                                           4);
        const Bd bd = bd_of(d, static_cast<std::int64_t>(expected.size()));
        EXPECT_EQ(walk(bd, Bytes{12}, arch::kWord * pick(20)), expected) << "round " << round;
    }
}

}  // namespace
}  // namespace xdnasim::sim
