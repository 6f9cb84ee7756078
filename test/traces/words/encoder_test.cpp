// Levels to words, and back.

#include "traces/words/encoder.hpp"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/traces/words/decoding.hpp"

namespace xdnasim::words {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::uint32_t> words_of(UnitEncoder& encoder) {
    std::vector<std::uint32_t> words;
    for (const Packet& packet : encoder.take_packets())
        words.insert(words.end(), packet.words.begin(), packet.words.end());
    return words;
}

TEST(UnitEncoder, WritesTheWordsOfARecording) {
    // vector_scalar of xdna-emu: four kernels of 10,245 cycles, one every 10,312.
    UnitEncoder encoder{kCore};
    encoder.start(0x41A65);
    for (std::uint64_t begin = 5833; begin < 40'000; begin += 10'312) {
        encoder.hold(begin, begin + 1, 0x02);
        encoder.hold(begin + 10'245, begin + 10'246, 0x04);
    }
    encoder.stop(57'250);
    EXPECT_THAT(words_of(encoder),
                ElementsAre(0x00220001, 0xF0000000, 0x00041A65, 0xA416C8FE, 0xA82804FE, 0x8442FEFE,
                            0xA82804FE, 0x8442FEFE, 0x00220001, 0xA82804FE, 0x8442FEFE, 0xA82804FE,
                            0xDC0027FC, kFillerWord, kFillerWord, kFillerWord));
}

TEST(UnitEncoder, CountsRunsOfEqualFrames) {
    UnitEncoder encoder{kCore};
    encoder.hold(1, 2056, 0x80);
    encoder.hold(2056, 2057, 0x88);
    encoder.hold(2057, 2059, 0x80);
    encoder.flush();
    EXPECT_THAT(words_of(encoder), ElementsAre(0x00220001, 0x70DBFFFE, 0xDBFFE8FE, 0xC88070E1,
                                               kFillerWord, kFillerWord, kFillerWord, kFillerWord));
}

TEST(UnitEncoder, SendsWholePacketsAlone) {
    UnitEncoder encoder{kCore};
    encoder.hold(1, 2, 0x80);
    EXPECT_THAT(encoder.take_packets(), IsEmpty());
}

/// Levels of random masks and lengths, some far apart.
std::vector<Level> random_levels(std::mt19937& random, UnitEncoder& encoder) {
    std::vector<Level> levels;
    const std::vector<std::uint64_t> scales{1, 2, 20, 3000, 700'000};
    std::uint64_t cycle = 1;
    std::uint8_t before = 0;
    for (int i = 0; i < 200; ++i) {
        cycle += before == 0 || random() % 2 == 0 ? random() % scales[random() % scales.size()] : 0;
        const std::uint64_t end = cycle + 1 + random() % scales[random() % 4];
        const auto mask = static_cast<std::uint8_t>(1 + random() % 255);
        encoder.hold(cycle, end, mask);
        if (!levels.empty() && levels.back().cycle() == cycle) levels.pop_back();
        if (levels.empty() || levels.back().mask() != mask) levels.emplace_back(cycle, mask);
        levels.emplace_back(end, 0U);
        cycle = end;
        before = mask;
    }
    return levels;
}

TEST(UnitEncoder, WritesWhatTheDecoderReads) {
    std::mt19937 random{2026};
    for (int trial = 0; trial < 200; ++trial) {
        UnitEncoder encoder{kCore};
        encoder.start(random());
        const std::vector<Level> levels = random_levels(random, encoder);
        encoder.stop(encoder.last_cycle() + random() % 1'000'000);
        const Levels found = levels_of(words_of(encoder));
        EXPECT_EQ(found.levels.at(0), levels) << trial;
        EXPECT_THAT(found.faults, IsEmpty());
        EXPECT_EQ(found.streams[0].levels.stop_cycle(), encoder.last_cycle());
    }
}

}  // namespace
}  // namespace xdnasim::words
