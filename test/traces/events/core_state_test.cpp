// The list of core states: properties on which the code that goes through it relies.

#include "traces/events/core_state.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/parameter_name.hpp"
#include "traces/names/event_meaning.hpp"
#include "traces/names/event_names.hpp"

namespace xdnasim::events {
namespace {

using names::Signal;
using testing::MatchesRegex;
using words::Module;

TEST(CoreStates, AreToldApartByKeyNameAndColour) {
    std::set<std::string_view> keys;
    std::set<std::string> labels;
    std::set<std::string_view> colours;
    for (const CoreStateEntry& state : kCoreStates) {
        keys.insert(state.key);
        labels.insert(label(state));
        colours.insert(state.colour);
        EXPECT_THAT(std::string{state.key}, MatchesRegex("[a-z_]+"));
        EXPECT_THAT(std::string{state.colour}, MatchesRegex("#[0-9a-f]{6}")) << state.key;
    }
    EXPECT_EQ(keys.size(), kCoreStates.size());
    EXPECT_EQ(labels.size(), kCoreStates.size());
    EXPECT_EQ(colours.size(), kCoreStates.size());
}

TEST(CoreStates, SayForPeopleWhatACoreDoes) {
    EXPECT_EQ(label(entry(CoreState::Busy)), "busy");
    EXPECT_EQ(label(entry(CoreState::LockStall)), "waiting for locks");
    EXPECT_EQ(label(entry(CoreState::CascadeStall)), "waiting for cascades");
    EXPECT_EQ(label(entry(CoreState::Idle)), "idle");
}

TEST(CoreStates, HaveASignOfTheirOwnInATimelineWhereTheyStall) {
    std::set<char> signs{'#', 'o', '-', '=', 'x', '.'};  // signs of all else in a timeline
    const std::size_t others = signs.size();
    for (const CoreStateEntry& state : kCoreStates)
        if (state.stall) signs.insert(state.stall->glyph);
    EXPECT_EQ(signs.size(), others + kStalls);
}

/// Stalls in the events of a generation's cores.
class StallsOfCores : public testing::TestWithParam<const char*> {};

TEST_P(StallsOfCores, AreEventsThatATraceUnitSees) {
    const names::EventNames known{GetParam()};
    std::set<Signal> signals{Signal::LockRelease, Signal::AnyStall, Signal::PortIdle};
    const std::size_t others = signals.size();
    for (const CoreStateEntry& state : kCoreStates) {
        if (!state.stall) continue;
        EXPECT_NO_THROW(static_cast<void>(known.id(Module::Core, state.stall->event)));
        EXPECT_EQ(find_stall(state.stall->event), state.state);
        const auto meaning = names::meaning(Module::Core, state.stall->event);
        ASSERT_TRUE(meaning) << state.key;
        EXPECT_EQ(meaning->signal, names::stall_signal(state.state)) << state.key;
        EXPECT_TRUE(is_of_core(meaning->signal)) << state.key;
        signals.insert(meaning->signal);
    }
    EXPECT_EQ(signals.size(), others + kStalls);
}

INSTANTIATE_TEST_SUITE_P(, StallsOfCores, testing::Values("aie-ml", "aie2p"),
                         NamedAfterParameter{});

TEST(CoreStates, AreNoStallByAnyOtherName) {
    for (const char* name : {"", "GROUP_STALL", "LOCK", "LOCK_STALL_", "INSTR_VECTOR"})
        EXPECT_FALSE(find_stall(name)) << name;
}

}  // namespace
}  // namespace xdnasim::events
