#include <optional>
#include <stdexcept>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/recording/decode.hpp"

namespace xdnasim::recording {
namespace {

using ::testing::ElementsAre;
using words::Level;

struct Told {
    int stream = 0;
    std::optional<words::PacketHeader> header;
    Level level;
    bool operator==(const Told&) const = default;
};

struct Heard final : Listener {
    void on_stream(int stream, const words::PacketHeader& header) override {
        all.push_back({stream, header, {}});
    }
    void on_levels(int stream, std::span<const Level> levels) override {
        for (const Level& level : levels)
            all.push_back({stream, std::nullopt, level});
    }
    std::vector<Told> all;
};

struct Refusing final : Listener {
    void on_levels(int, std::span<const Level>) override {
        ++calls;
        throw std::runtime_error{"disk full"};
    }
    int calls = 0;
};

struct RefusingStreams final : Listener {
    void on_stream(int, const words::PacketHeader&) override {
        throw std::runtime_error{"disk full"};
    }
    void on_levels(int, std::span<const Level>) override { ++calls; }
    int calls = 0;
};

Told told(int stream, Level level) {
    return {stream, std::nullopt, level};
}

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
    EXPECT_THAT(heard.all, ElementsAre(Told{0, kFirst, {}}, told(0, {1, 0}), told(0, {2, 1}),
                                       Told{1, kSecond, {}}, told(1, {7, 0}), told(0, {9, 0})));
}

TEST(ListeningThread, PassesOnMoreThanItsBatchesHold) {
    constexpr std::size_t kAtOnce = 100'000;
    constexpr std::size_t kTimes = 10;
    Heard heard;
    ListeningThread thread{heard};
    for (std::size_t i = 0; i < kTimes; ++i) {
        thread.on_stream(static_cast<int>(i), {});
        thread.on_levels(static_cast<int>(i), levels_from(i * kAtOnce, kAtOnce));
    }
    thread.finish();
    ASSERT_EQ(heard.all.size(), kTimes * (1 + kAtOnce));
    for (std::size_t i = 0; i < heard.all.size(); ++i) {
        const std::size_t stream = i / (1 + kAtOnce);
        ASSERT_EQ(heard.all[i].stream, static_cast<int>(stream));
        ASSERT_EQ(heard.all[i].header.has_value(), i % (1 + kAtOnce) == 0);
        if (!heard.all[i].header) {
            ASSERT_EQ(heard.all[i].level.cycle(), i - stream - 1);
        }
    }
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

TEST(ListeningThread, ThrowsWhatItsListenerThrewAtAStream) {
    RefusingStreams refusing;
    ListeningThread thread{refusing};
    thread.on_stream(0, {});
    thread.on_levels(0, levels_from(1, 1));
    EXPECT_THROW(thread.finish(), std::runtime_error);
    EXPECT_EQ(refusing.calls, 0);
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
