#include "xdnasim/traces/recording/listening_thread.hpp"

#include <stdexcept>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace xdnasim::recording {
namespace {

using ::testing::ElementsAre;
using words::Level;

struct Heard final : Listener {
    void on_stream(int stream, const words::PacketHeader& header) override {
        streams.emplace_back(stream, header);
    }
    void on_levels(int stream, std::span<const Level> levels) override {
        for (const Level& level : levels)
            all.emplace_back(stream, level);
    }
    std::vector<std::pair<int, words::PacketHeader>> streams;
    std::vector<std::pair<int, Level>> all;
};

struct Refusing final : Listener {
    void on_levels(int, std::span<const Level>) override {
        ++calls;
        throw std::runtime_error{"disk full"};
    }
    int calls = 0;
};

std::vector<Level> levels_from(std::uint64_t cycle, std::size_t count) {
    std::vector<Level> levels;
    for (std::size_t i = 0; i < count; ++i)
        levels.emplace_back(cycle + i, static_cast<std::uint32_t>(i & 0xFFU));
    return levels;
}

TEST(ListeningThread, PassesOnStreamsAndLevelsInOrder) {
    constexpr words::PacketHeader kFirst{{words::Module::Core, {1, 2}}, 3};
    constexpr words::PacketHeader kSecond{{words::Module::Shim, {1, 0}}, 4};
    Heard heard;
    ListeningThread thread{heard};
    thread.on_stream(0, kFirst);
    thread.on_levels(0, levels_from(1, 2));
    thread.on_levels(0, {});
    thread.on_stream(1, kSecond);
    thread.on_levels(1, levels_from(7, 1));
    thread.on_levels(0, levels_from(9, 1));
    thread.finish();
    EXPECT_THAT(heard.streams, ElementsAre(std::pair{0, kFirst}, std::pair{1, kSecond}));
    EXPECT_THAT(heard.all, ElementsAre(std::pair{0, Level{1, 0}}, std::pair{0, Level{2, 1}},
                                       std::pair{1, Level{7, 0}}, std::pair{0, Level{9, 0}}));
}

TEST(ListeningThread, PassesOnMoreThanItsBatchesHold) {
    constexpr std::size_t kAtOnce = 100'000;
    constexpr std::size_t kTimes = 10;
    Heard heard;
    ListeningThread thread{heard};
    for (std::size_t i = 0; i < kTimes; ++i)
        thread.on_levels(static_cast<int>(i), levels_from(i * kAtOnce, kAtOnce));
    thread.finish();
    ASSERT_EQ(heard.all.size(), kTimes * kAtOnce);
    for (std::size_t i = 0; i < heard.all.size(); ++i)
        ASSERT_EQ(heard.all[i].second.cycle(), i);
}

TEST(ListeningThread, ThrowsWhatItsListenerThrewAtTheEnd) {
    Refusing refusing;
    ListeningThread thread{refusing};
    thread.on_levels(0, levels_from(1, 1));
    EXPECT_THROW(thread.finish(), std::runtime_error);
}

TEST(ListeningThread, ThrowsWhatItsListenerThrewWhileTheresMoreToTell) {
    Refusing refusing;
    ListeningThread thread{refusing};
    const std::vector<Level> levels = levels_from(1, 100'000);
    const auto tell_on = [&] {
        for (int i = 0; i < 1000; ++i)
            thread.on_levels(0, levels);
    };
    EXPECT_THROW(tell_on(), std::runtime_error);
    EXPECT_THROW(thread.finish(), std::runtime_error);
    EXPECT_EQ(refusing.calls, 1);
}

TEST(ListeningThread, EndsWithItsOwnerThoughItWasNotFinished) {
    Heard heard;
    {
        ListeningThread thread{heard};
        thread.on_levels(0, levels_from(1, 3));
    }
    EXPECT_EQ(heard.all.size(), 3U);
}

}  // namespace
}  // namespace xdnasim::recording
