#include "traces/names/event_meaning.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/parameter_name.hpp"
#include "traces/names/event_names.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::names {
namespace {

using arch::Direction;
using testing::IsEmpty;
using words::Module;

/// The names of a generation's events, module by module.
class EventMeanings : public testing::TestWithParam<const char*> {
 protected:
    static constexpr int kMaxEvents = 256;

    template <class Visit>
    void each_name(Visit visit) const {
        for (const Module module : words::kModules)
            for (int id = 0; id < kMaxEvents; ++id)
                if (const auto name = names_.name(module, id)) visit(module, *name);
    }
    template <class Wanted>
    [[nodiscard]] std::vector<std::string> without_meaning(Wanted wanted) const {
        std::vector<std::string> found;
        each_name([&](Module module, std::string_view name) {
            if (wanted(name) && !meaning(module, name)) found.emplace_back(name);
        });
        return found;
    }
    template <class Wanted>
    [[nodiscard]] std::vector<std::string> with_meaning(Wanted wanted) const {
        std::vector<std::string> found;
        each_name([&](Module module, std::string_view name) {
            if (wanted(name) && meaning(module, name)) found.emplace_back(name);
        });
        return found;
    }

    const EventNames names_{GetParam()};
};

bool contains_any(std::string_view name, const std::vector<std::string_view>& parts) {
    return std::ranges::any_of(
        parts, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

TEST_P(EventMeanings, AreThereForAllEventsOfPortsButTheEndsOfTransfers) {
    EXPECT_THAT(without_meaning([](std::string_view name) {
                    return contains_any(name, {"PORT_IDLE_", "PORT_RUNNING_", "PORT_STALLED_"});
                }),
                IsEmpty());
    EXPECT_THAT(with_meaning([](std::string_view name) { return name.starts_with("PORT_TLAST"); }),
                IsEmpty());
}

TEST_P(EventMeanings, AreThereForAllEventsOfDmaChannelsButErrors) {
    const auto is_of_channel = [](std::string_view name) {
        return contains_any(name, {"DMA_S2MM_", "DMA_MM2S_"}) && !contains_any(name, {"ERROR"});
    };
    int channels = 0;
    each_name([&](Module, std::string_view name) { channels += is_of_channel(name) ? 1 : 0; });
    EXPECT_EQ(channels, (2 + 2 + 2) * (6 + 6));  // memory module, ShimTile and MemTile
    EXPECT_THAT(without_meaning(is_of_channel), IsEmpty());
}

TEST_P(EventMeanings, AreThereForCallsLocksStallsAndKernels) {
    for (const char* name :
         {"INSTR_EVENT_0", "INSTR_EVENT_1", "INSTR_CALL", "INSTR_RETURN", "INSTR_VECTOR",
          "INSTR_LOAD", "INSTR_STORE", "INSTR_LOCK_ACQUIRE_REQ", "INSTR_LOCK_RELEASE_REQ",
          "INSTR_CASCADE_GET", "INSTR_CASCADE_PUT", "LOCK_STALL", "STREAM_STALL", "MEMORY_STALL",
          "CASCADE_STALL", "GROUP_STALL"}) {
        EXPECT_NO_THROW(static_cast<void>(names_.id(Module::Core, name))) << name;
        ASSERT_TRUE(meaning(Module::Core, name)) << name;
        EXPECT_TRUE(is_of_core(meaning(Module::Core, name)->signal)) << name;
    }
}

TEST_P(EventMeanings, AreMissingForWhatIsNotSimulated) {
    EXPECT_THAT(with_meaning([](std::string_view name) {
                    return contains_any(name, {"ERROR", "ECC", "BROADCAST", "USER_EVENT", "COMBO",
                                               "PERF_CNT", "WATCHPOINT", "EDGE", "TOKEN"});
                }),
                IsEmpty());
}

TEST_P(EventMeanings, AreOfOneKindOfHardwareEach) {
    each_name([](Module module, std::string_view name) {
        const auto known = meaning(module, name);
        if (!known || known->signal == Signal::Never || known->signal == Signal::Always) return;
        const int kinds = int{is_of_core(known->signal)} + int{is_of_port(known->signal)} +
                          int{is_of_dma(known->signal)};
        EXPECT_EQ(kinds, 1) << name;
        EXPECT_EQ(is_of_port(known->signal), name.starts_with("PORT_")) << name;
        EXPECT_EQ(is_of_dma(known->signal), name.starts_with("DMA_")) << name;
        EXPECT_LT(known->number, 8) << name;
        EXPECT_LT(known->channel, 2) << name;
    });
}

INSTANTIATE_TEST_SUITE_P(, EventMeanings, testing::Values("aie-ml", "aie2p"),
                         NamedAfterParameter{});

TEST(EventMeaning, TellsWhichPort) {
    const auto stalled = meaning(Module::MemTile, "PORT_STALLED_5");
    ASSERT_TRUE(stalled);
    EXPECT_EQ(stalled->signal, Signal::PortStalled);
    EXPECT_EQ(stalled->number, 5);
}

TEST(EventMeaning, TellsWhichChannel) {
    const auto finished = meaning(Module::Shim, "DMA_MM2S_1_FINISHED_TASK");
    ASSERT_TRUE(finished);
    EXPECT_EQ(finished->signal, Signal::TaskFinishes);
    EXPECT_EQ(finished->direction, Direction::MM2S);
    EXPECT_EQ(finished->channel, 1);
    const auto selected = meaning(Module::MemTile, "DMA_S2MM_SEL1_STALLED_LOCK");
    ASSERT_TRUE(selected);
    EXPECT_EQ(selected->signal, Signal::LockOfDmaStall);
    EXPECT_EQ(selected->direction, Direction::S2MM);
    EXPECT_EQ(selected->channel, 1);
}

TEST(EventMeaning, IsThatOfTheModule) {
    EXPECT_FALSE(meaning(Module::Core, "DMA_S2MM_0_START_TASK"));
    EXPECT_FALSE(meaning(Module::Memory, "INSTR_EVENT_0"));
    EXPECT_EQ(meaning(Module::Shim, "NONE")->signal, Signal::Never);
    EXPECT_EQ(meaning(Module::Memory, "TRUE")->signal, Signal::Always);
}

TEST(EventMeaning, IsNothingForHalfAName) {
    for (const char* name : {"", "PORT_RUNNING_", "PORT_RUNNING_x", "PORT_RUNNING_1x", "DMA_S2MM_",
                             "DMA_S2MM_0", "DMA_S2MM__START_TASK", "DMA_S2MM_0_START_TASKS",
                             "DMA_S2MM_SEL", "DMA_S2MM_SEL_START_TASK"}) {
        for (const Module module : words::kModules)
            EXPECT_FALSE(meaning(module, name)) << name;
    }
}

}  // namespace
}  // namespace xdnasim::names
