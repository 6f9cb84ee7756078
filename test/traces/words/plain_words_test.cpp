#include <algorithm>
#include <array>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/words/frame_decoder.hpp"

namespace xdnasim::words {
namespace {

using ::testing::ElementsAre;

constexpr std::uint32_t kEvent = 0x10FEFEFE;  // an event that a repeat may repeat

struct Read {
    bool plain = false;
    std::vector<Frame> frames;
};

Read by_table(std::uint32_t word) {
    std::array<Frame, 4> frames;
    Frame* end = frames.data();
    Read result;
    result.plain = read_plain(word, end);
    if (result.plain) result.frames.assign(frames.data(), end);
    return result;
}

Read frame_by_frame(std::uint32_t word) {
    FrameReader reader;
    FrameBatch frames;
    EXPECT_FALSE(reader.read(kEvent, frames));
    frames.clear();
    const bool fault = reader.read(word, frames).has_value();
    const auto found = frames.frames();
    const bool plain = std::all_of(found.begin(), found.end(), [](const Frame& frame) {
        return frame.kind() == FrameKind::Event || frame.kind() == FrameKind::Repeat;
    });
    Read result;
    result.plain = !fault && plain && !reader.awaits_timer();
    if (result.plain) result.frames.assign(found.begin(), found.end());
    return result;
}

void expect_same(std::uint32_t word) {
    const Read expected = frame_by_frame(word);
    const Read found = by_table(word);
    ASSERT_EQ(found.plain, expected.plain) << std::hex << word;
    ASSERT_EQ(found.frames, expected.frames) << std::hex << word;
}

TEST(PlainWords, HoldEventsAndRepeatsOfAnyLength) {
    EXPECT_THAT(by_table(0x35E210FE).frames,
                ElementsAre(Frame::event(0x08, 5), Frame::repeat(2), Frame::event(0x02, 0)));
    EXPECT_THAT(by_table(0xC123D804).frames, ElementsAre(Frame::event(0x12, 3), Frame::repeat(4)));
    EXPECT_THAT(by_table(0xD4040003).frames, ElementsAre(Frame::event(0x01, 3)));
}

TEST(PlainWords, AreNoOthers) {
    EXPECT_FALSE(by_table(0xF0000000).plain);  // a start
    EXPECT_FALSE(by_table(0xDC000000).plain);  // a stop
    EXPECT_FALSE(by_table(0x10FFFEFE).plain);  // a sync
    EXPECT_FALSE(by_table(0xC003FEFE).plain);  // an event of no slot
    EXPECT_FALSE(by_table(0xE0FEFEFE).plain);  // a repeat of zero times
    EXPECT_FALSE(by_table(0x101010D0).plain);  // a frame that does not fit
    EXPECT_FALSE(by_table(0xF8FEFEFE).plain);  // no frame
}

TEST(PlainWords, AreReadAsFrameByFrameWhateverTheirFirstTwoBytes) {
    for (std::uint32_t first = 0; first < 0x10000; ++first)
        for (const std::uint32_t rest : {0xFEFEU, 0x1020U, 0xC011U, 0x0000U})
            expect_same(first << 16U | rest);
}

TEST(PlainWords, AreReadAsFrameByFrameWhenRandom) {
    std::mt19937 random{11};
    for (int i = 0; i < 300'000; ++i)
        expect_same(static_cast<std::uint32_t>(random()));
}

}  // namespace
}  // namespace xdnasim::words
