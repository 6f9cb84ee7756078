// Every frame, and every way in which words are damaged.

#include <algorithm>
#include <array>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/traces/words/decoding.hpp"

namespace xdnasim::words {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

Frame event(std::uint8_t mask, std::uint32_t idle) {
    return Frame::event(mask, idle);
}

std::vector<Frame> frames_in(std::vector<std::uint32_t> payload) {
    return frames_of(packets(kCore, std::move(payload))).frames[0];
}

std::vector<FaultKind> faults_in(std::vector<std::uint32_t> payload) {
    return kinds_of(frames_of(packets(kCore, std::move(payload))).faults);
}

TEST(FrameDecoder, ReadsSinglesOfEverySlotAndLength) {
    for (int slot = 0; slot < kSlots; ++slot)
        for (const std::uint32_t idle : {0U, 15U, 16U, 1023U, 1024U, kMaxIdle}) {
            const auto mask = static_cast<std::uint8_t>(1 << slot);
            const FrameBytes bytes = event_bytes(mask, idle);
            const auto shift = static_cast<unsigned>(8 * (4 - bytes.count));
            const std::uint32_t fill = kFillerWord & ((std::uint64_t{1} << shift) - 1);
            EXPECT_THAT(frames_in({bytes.value << shift | fill}), ElementsAre(event(mask, idle)));
        }
}

TEST(FrameDecoder, ReadsTheFormsOfTheFormat) {
    EXPECT_THAT(frames_in({0x5A7270FE}),
                ElementsAre(event(0x20, 10), event(0x80, 2), event(0x80, 0)));
    EXPECT_THAT(frames_in({0x8427FEFE}), ElementsAre(event(0x02, 0x027)));    // Single1
    EXPECT_THAT(frames_in({0xA62804FE}), ElementsAre(event(0x02, 0x22804)));  // Single2
    EXPECT_THAT(frames_in({0xC880C31F}), ElementsAre(event(0x88, 0), event(0x31, 15)));
    EXPECT_THAT(frames_in({0xD2040FFE}), ElementsAre(event(0x81, 0x00F)));    // Multiple1
    EXPECT_THAT(frames_in({0xD6070001}), ElementsAre(event(0x81, 0x30001)));  // Multiple2
}

TEST(FrameDecoder, ReadsRepeatStartStopSyncAndFiller) {
    EXPECT_THAT(frames_in({0xF0010203, 0x04050607, 0x70E7DBFF, 0xFFFEFEFE, 0xDC00202B}),
                ElementsAre(Frame::start(0x01020304050607), event(0x80, 0), Frame::repeat(7),
                            Frame::repeat(1023), Frame::sync(), Frame::stop(0x202B)));
    EXPECT_THAT(frames_in({0xF4000000, 0x00000000}), ElementsAre(Frame::start(0)));
}

TEST(FrameDecoder, ReadsATimerOfZeroAtTheEndOfAPacket) {
    constexpr std::uint32_t kEvent = 0x10FEFEFE;
    const Frame before = event(0x02, 0);
    EXPECT_THAT(frames_in({kEvent, kEvent, kEvent, kEvent, kEvent, 0xF0000001, 0, 0x20FEFEFE}),
                ElementsAre(before, before, before, before, before,
                            Frame::start(std::uint64_t{1} << 32), event(0x04, 0)));
}

TEST(FrameDecoder, KeepsInterleavedUnitsApart) {
    auto words = packets(kCore, {0xF0000000, 5, 0x00FEFEFE});
    const auto other = packets(kMemTile, {0xF0000000, 7, 0x10FEFEFE});
    words.insert(words.end(), other.begin(), other.end());
    const auto more = packets(kCore, {0x20FEFEFE});
    words.insert(words.end(), more.begin(), more.end());
    Frames found = frames_of(words);
    EXPECT_THAT(found.headers, ElementsAre(kCore, kMemTile));
    EXPECT_THAT(found.frames[0], SizeIs(3));
    EXPECT_THAT(found.frames[1], SizeIs(2));
    EXPECT_THAT(found.faults, IsEmpty());
}

TEST(FrameDecoder, ReadsInPartsOfAnySize) {
    const auto words = packets(kCore, {0xF0000000, 5, 0x70E7FEFE, 0x5A7270FE, 0xDC000000});
    Frames whole = frames_of(words);
    Frames parts;
    FrameDecoder decoder{parts, Reading::AsWritten};
    for (const std::uint32_t& word : words)
        decoder.read({&word, 1});
    EXPECT_EQ(whole.frames[0], parts.frames[0]);
}

/// Random words, mostly of the frames that units send, which nearly fit, with damage among them.
std::vector<std::uint32_t> random_words(std::mt19937& random) {
    constexpr std::array<std::uint8_t, 12> kBytes{0x10, 0x75, 0x90, 0xA2, 0xC8, 0xD0,
                                                  0xDB, 0xDC, 0xE1, 0xF0, 0xFE, 0xFF};
    std::vector<std::uint32_t> payload(random() % 70);
    for (std::uint32_t& word : payload) {
        for (int i = 0; i < 4; ++i)
            word = word << 8U |
                   (random() % 3 == 0 ? random() & 0xFFU : kBytes[random() % kBytes.size()]);
        if (random() % 20 == 0) word = random() % 2 == 0 ? 0 : kPrefillWord;
    }
    auto words = packets(kCore, payload);
    for (std::size_t i = 0; i < words.size(); i += kPacketWords)
        if (random() % 3 == 0) words[i] = header_word(kMemTile);
    if (random() % 3 == 0 && !words.empty())
        words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(random() % 8));
    return words;
}

TEST(FrameDecoder, FindsTheSameInWholePacketsAndWordByWord) {
    std::mt19937 random{2026};
    for (int trial = 0; trial < 500; ++trial) {
        const auto words = random_words(random);
        Frames whole = frames_of(words);
        Frames parts;
        FrameDecoder decoder{parts, Reading::AsWritten};
        for (const std::uint32_t& word : words)
            decoder.read({&word, 1});
        ASSERT_EQ(whole.frames, parts.frames);
        ASSERT_EQ(whole.faults, parts.faults);
        ASSERT_EQ(whole.headers, parts.headers);
    }
}

TEST(FrameDecoder, SkipsGapsOfZerosAndPrefill) {
    for (const std::size_t gap : {1U, 7U, 8U, 9U, 100U}) {
        auto words = packets(kCore, {0x10FEFEFE});
        words.resize(words.size() + gap, 0);
        const auto more = packets(kCore, {0x20FEFEFE});
        words.insert(words.end(), more.begin(), more.end());
        words.resize(words.size() + 20, kPrefillWord);
        Frames found = frames_of(words);
        EXPECT_THAT(found.frames[0], ElementsAre(event(0x02, 0), event(0x04, 0))) << gap;
        EXPECT_THAT(found.faults, IsEmpty()) << gap;
    }
}

TEST(FrameDecoder, SkipsPrefillBetweenPackets) {
    for (const std::size_t gap : {1U, 4U, 7U, 8U, 20U}) {
        auto words = packets(kCore, {0x10FEFEFE});
        words.resize(words.size() + gap, kPrefillWord);
        for (const auto& more : {packets(kMemTile, {0x20FEFEFE}), packets(kCore, {0xDC000000})})
            words.insert(words.end(), more.begin(), more.end());
        Frames found = frames_of(words);
        EXPECT_THAT(found.frames[0], ElementsAre(event(0x02, 0), Frame::stop(0))) << gap;
        EXPECT_THAT(found.frames[1], ElementsAre(event(0x04, 0))) << gap;
        EXPECT_THAT(found.faults, IsEmpty()) << gap;
    }
}

TEST(FrameDecoder, ReadsFromTheFirstWordWithoutAStart) {
    EXPECT_THAT(frames_in({0x5A7270FE}), SizeIs(3));
    EXPECT_THAT(faults_in({0x5A7270FE}), IsEmpty());
}

TEST(FrameDecoder, ReadsUpToACutOffEnd) {
    auto words = packets(kCore, {0x5A7270FE, 0x70FEFEFE});
    words.resize(3);
    Frames found = frames_of(words);
    EXPECT_THAT(found.frames[0], SizeIs(4));
    EXPECT_THAT(found.faults, IsEmpty());
}

TEST(DamagedWords, AreToldWithTheirOffset) {
    const Frames found = frames_of(packets(kCore, {0x10FEFEFE, 0x10F20010}));
    EXPECT_THAT(found.faults, ElementsAre(Fault{FaultKind::UnknownByte, 2, 0x10F20010}));
    EXPECT_EQ(to_string(found.faults.front()),
              "word 2 (0x10f20010): no frame begins with such a byte; the rest of the word is "
              "left out");
}

TEST(DamagedWords, CostNoMoreThanTheWord) {
    EXPECT_THAT(frames_in({0x10F20010, 0x20FEFEFE}), ElementsAre(event(0x02, 0), event(0x04, 0)));
    EXPECT_THAT(faults_in({0xFEFEFE84, 0x10FEFEFE}), ElementsAre(FaultKind::CrossesWord));
    EXPECT_THAT(faults_in({0x10F00000}), ElementsAre(FaultKind::CrossesWord));
}

TEST(DamagedWords, AreFramesThatNoUnitWrites) {
    EXPECT_THAT(faults_in({0xE7FEFEFE}), ElementsAre(FaultKind::RepeatOfNothing));
    EXPECT_THAT(faults_in({0x10E0FEFE}), ElementsAre(FaultKind::RepeatOfZero));
    EXPECT_THAT(faults_in({0xC003FEFE}), ElementsAre(FaultKind::EmptyMask));
}

TEST(DamagedWords, AreFramesBehindAStop) {
    for (const std::uint32_t word : {0x10FEFEFEU, 0xDBFFFEFEU, 0xE7FEFEFEU, 0xFFFEFEFEU})
        EXPECT_THAT(faults_in({0x10FEFEFE, 0xDC000010, word}), ElementsAre(FaultKind::AfterStop));
    EXPECT_THAT(faults_in({0xDC000010, 0xF4000000, 0x00000100, 0x10FEFEFE}), IsEmpty());
}

TEST(DamagedWords, RepeatNothingBehindAStop) {
    EXPECT_THAT(frames_in({0x10FEFEFE, 0xDC0027FC, 0xDBFFFEFE}),
                ElementsAre(event(0x02, 0), Frame::stop(0x27FC)));
}

TEST(DamagedWords, OfAPacketThatIsNotWrittenToItsEndHideNoHeaderBehindThem) {
    auto words = packets(kCore, {0x10FEFEFE});
    std::fill(words.begin() + 3, words.end(), kPrefillWord);
    words.pop_back();
    const auto more = packets(kCore, {0x20FEFEFE});
    words.insert(words.end(), more.begin(), more.end());
    Frames found = frames_of(words);
    EXPECT_THAT(found.frames[0], ElementsAre(event(0x02, 0), event(0x04, 0)));
    EXPECT_THAT(kinds_of(found.faults), ElementsAre(FaultKind::OutOfStep));
}

TEST(DamagedWords, AreThoseOfAnotherModeUpToTheNextStart) {
    const std::vector<std::uint32_t> payload{0xF1000000, 5, 0xC4400100, 0xF0000000, 9, 0x10FEFEFE};
    EXPECT_THAT(faults_in(payload), ElementsAre(FaultKind::OtherMode));
    EXPECT_THAT(frames_in(payload), SizeIs(2));
}

TEST(DamagedWords, OfAnotherModeHaveATimerThatMayLookLikeAStart) {
    for (const std::uint32_t timer : {0xF0123456U, 0xF1123456U}) {
        const std::vector<std::uint32_t> payload{0xF1000000, timer,      0xC4400100,
                                                 0xF0000000, 0x00000009, 0x10FEFEFE};
        EXPECT_THAT(faults_in(payload), ElementsAre(FaultKind::OtherMode)) << timer;
        EXPECT_THAT(frames_in(payload), SizeIs(2)) << timer;
    }
}

TEST(DamagedWords, OfAnotherModeMayStartAnewWithSuchATimer) {
    for (const std::uint32_t timer : {0xF0001234U, 0U}) {
        const std::vector<std::uint32_t> payload{0xF1000000, 5,          0xC4400100, 0xF5000001,
                                                 timer,      0xC4400100, 0xC4400100, 0xF0000000,
                                                 9,          0x10FEFEFE};
        EXPECT_THAT(faults_in(payload), ElementsAre(FaultKind::OtherMode)) << timer;
        EXPECT_THAT(frames_in(payload), ElementsAre(Frame::start(9), event(0x02, 0))) << timer;
    }
}

TEST(DamagedWords, OfAnotherModeMayHaveATimerOfZero) {
    const std::vector<std::uint32_t> payload{0xF1000000, 0, 0xF0000000, 9, 0x10FEFEFE};
    EXPECT_THAT(frames_in(payload), ElementsAre(Frame::start(9), event(0x02, 0)));
}

TEST(DamagedWords, LeaveAPacketWithTheUnitBeforeIt) {
    auto words = packets(kCore, {1, 2, 3, 4, 5, 6, 7, 0x10FEFEFE});
    words[kPacketWords] ^= 1U;
    Frames found = frames_of(words);
    EXPECT_THAT(found.faults,
                ElementsAre(Fault{FaultKind::BadHeader, kPacketWords, words[kPacketWords]}));
    EXPECT_EQ(found.frames[0].back(), event(0x02, 0));
}

TEST(DamagedWords, WithoutAUnitBeforeThemAreLeftOut) {
    auto words = packets(kCore, {0x10FEFEFE});
    words.front() ^= 1U;
    Frames found = frames_of(words);
    EXPECT_THAT(kinds_of(found.faults), ElementsAre(FaultKind::NoUnit));
    EXPECT_THAT(found.frames, IsEmpty());
}

TEST(DamagedWords, ThatAreMissingOrTooManyAreOvercomeAtTheNextHeader) {
    std::vector<std::uint32_t> payload(70, 0x10203050);
    const auto good = packets(kCore, payload);
    for (std::size_t at = 1; at < kPacketWords; ++at) {
        auto less = good;
        less.erase(less.begin() + static_cast<std::ptrdiff_t>(at));
        auto more = good;
        more.insert(more.begin() + static_cast<std::ptrdiff_t>(at), 0x10203050);
        for (const auto& words : {less, more}) {
            Frames found = frames_of(words);
            EXPECT_THAT(kinds_of(found.faults),
                        ElementsAre(FaultKind::BadHeader, FaultKind::OutOfStep));
            EXPECT_GE(found.frames[0].size(), 4 * 68U);
        }
    }
}

/// Packets of two units in turn, no two of whose payload words are equal.
std::vector<std::uint32_t> packets_in_turn(int count) {
    std::vector<std::uint32_t> words;
    for (std::uint32_t packet = 0; packet < static_cast<std::uint32_t>(count); ++packet) {
        words.push_back(header_word(packet % 2 == 0 ? kCore : kMemTile));
        for (std::uint32_t i = 0; i < kPayloadWords; ++i)
            words.push_back(0x10305000 | packet << 4U | i);
    }
    return words;
}

TEST(DamagedWords, ThatAreMissingAtTheBeginningCostTheirPacketAlone) {
    const auto whole = packets_in_turn(6);
    const auto behind = std::span{whole}.subspan(kPacketWords);
    const Frames expected = frames_of(behind);
    ASSERT_THAT(expected.headers, ElementsAre(kMemTile, kCore));
    for (std::size_t missing = 1; missing < kPacketWords; ++missing) {
        const Frames found = frames_of(std::span{whole}.subspan(missing));
        EXPECT_EQ(found.headers, expected.headers) << missing;
        EXPECT_EQ(found.frames, expected.frames) << missing;
        const std::size_t begin = kPacketWords - missing;
        EXPECT_THAT(found.faults,
                    ElementsAre(Fault{FaultKind::NoUnit, 0, whole[missing]},
                                Fault{FaultKind::OutOfStep, begin, whole[kPacketWords]}));
    }
}

TEST(DamagedWords, AreNoHeaderByChanceAlone) {
    constexpr std::uint32_t kLikeAHeader = 7;
    ASSERT_TRUE(parse_header(kLikeAHeader));
    auto whole = packets_in_turn(4);
    whole[4] = kLikeAHeader;
    EXPECT_THAT(frames_of(std::span{whole}.subspan(2)).headers, ElementsAre(kMemTile, kCore));
}

}  // namespace
}  // namespace xdnasim::words
