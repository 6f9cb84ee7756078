// Recordings that `trace decode --json` has decoded, against their words.

#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/matches.hpp"
#include "test/support/replaced_text.hpp"
#include "test/traces/comparison/comparing.hpp"
#include "traces/recording/event_json.hpp"

namespace xdnasim::comparison {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

class DecodedEvents : public testing::Test {
 protected:
    /// The file that `trace decode --json` writes for the words of `example`, with the names that
    /// `config` gives.
    [[nodiscard]] std::filesystem::path decoded(
        const Example& example, const std::optional<std::filesystem::path>& config = {}) const {
        const auto words = write_example(folder_, "words", example).words;
        const auto headers = recording::units_of(words, words::Reading::AsWritten);
        std::vector<words::Unit> units;
        for (const words::PacketHeader& header : headers)
            units.push_back(header.unit);
        const recording::SlotNames names =
            config ? recording::SlotNames{recording::load_config(*config), units}
                   : recording::SlotNames{};
        std::string text;
        recording::EventJson events{headers, names, words::Reading::AsWritten,
                                    [&](std::string_view piece) { text += piece; }};
        events.finish(recording::decode_file(words, words::Reading::AsWritten, events));
        return folder_.write("decoded.json", text);
    }
    [[nodiscard]] std::filesystem::path config_of(const Example& example) const {
        return write_example(folder_, "config", example).config;
    }

    TemporaryFolder folder_;
};

/// A core that stalls until the trace stops.
ExampleUnit stalling_core() {
    ExampleUnit core = example_core();
    core.assertions.push_back({"LOCK_STALL", 2900, 3000});
    return core;
}

/// Recordings that are whole, cut off, without a start, and of two units that start apart.
std::vector<Example> examples() {
    ExampleUnit cut = stalling_core();
    cut.stop.reset();
    ExampleUnit late = stalling_core();
    late.start_timer.reset();
    return {{stalling_core()}, {cut}, {late}, {stalling_core(), example_mem_tile()}};
}

TEST_F(DecodedEvents, HaveTheUnitsOfTheirWords) {
    int checked = 0;
    for (const Example& example : examples()) {
        const Recorded words = recorded(example);
        const Recorded events = read_recording(decoded(example, config_of(example)), std::nullopt);
        EXPECT_EQ(events.common_time, words.common_time);
        ASSERT_EQ(events.units.size(), words.units.size());
        for (std::size_t i = 0; i < words.units.size(); ++i) {
            const RecordedUnit& found = events.units[i];
            const RecordedUnit& wanted = words.units[i];
            EXPECT_EQ(found.unit, wanted.unit);
            EXPECT_EQ(found.slots, wanted.slots);
            EXPECT_EQ(std::tie(found.from, found.to, found.started, found.stopped),
                      std::tie(wanted.from, wanted.to, wanted.started, wanted.stopped));
            ++checked;
        }
    }
    EXPECT_EQ(checked, 5);
}

TEST_F(DecodedEvents, AreWithinOfTheirWords) {
    for (const Example& example : examples())
        for (const AlignBy align : {AlignBy::FirstEvent, AlignBy::Start}) {
            const Recorded words = recorded(example);
            const Recorded events =
                read_recording(decoded(example, config_of(example)), std::nullopt);
            Recorded moved = words;
            EXPECT_TRUE(compare(events, moved, {.align = align}).passed());
            moved = events;
            EXPECT_TRUE(compare(words, moved, {.align = align}).passed());
        }
}

TEST_F(DecodedEvents, GoByTheirSlotsWhereNobodyNamedThem) {
    const Example example{example_core(), example_mem_tile()};
    const Recorded words = recorded(example, false);
    Recorded moved = words;
    const Comparison wanted = compare(words, moved, {});
    const Recorded events = read_recording(decoded(example), std::nullopt);
    EXPECT_THAT(events.notes, IsEmpty());
    EXPECT_EQ(events.names.generation(), std::nullopt);
    const Comparison found = compare(events, moved, {});
    EXPECT_TRUE(found.passed());
    EXPECT_EQ(found.count(Verdict::Pass), wanted.count(Verdict::Pass));
    EXPECT_EQ(found.units.front().events.front().name, "slot 0");
    moved = events;
    EXPECT_TRUE(compare(events, moved, {}).passed());
}

TEST_F(DecodedEvents, TakeTheNamesOfAConfigurationThatIsGiven) {
    const Example example{example_core()};
    const auto without_names = decoded(example);
    const Recorded events = read_recording(without_names, config_of(example));
    EXPECT_EQ(events.names.name(events.units.front().unit, 2), "LOCK_STALL");
    // Events that have names of their own keep them.
    ExampleUnit other = example_core();
    other.slots = {"INSTR_EVENT_1", "INSTR_EVENT_0", "LOCK_STALL", "PORT_RUNNING_0"};
    const auto with_names = decoded(example, config_of(example));
    const Recorded named = read_recording(with_names, config_of({other}));
    EXPECT_EQ(named.names.name(named.units.front().unit, 0), "INSTR_EVENT_0");
}

TEST_F(DecodedEvents, OfAUnitThatNobodyNamedGoByItsSlots) {
    const Example example{example_core(), example_mem_tile()};
    const Recorded events =
        read_recording(decoded(example, config_of({example_core()})), std::nullopt);
    EXPECT_THAT(events.notes, IsEmpty());
    ASSERT_EQ(events.units.size(), 2U);
    EXPECT_EQ(events.names.name(events.units[0].unit, 0), "INSTR_EVENT_0");
    EXPECT_EQ(events.names.name(events.units[1].unit, 0), "slot 0");
    EXPECT_EQ(events.units[1].slots[0].size(), 20U);
}

TEST_F(DecodedEvents, AreRefusedWithTwoStreamsOfOneProcess) {
    const std::string text = content_of(decoded({example_core(), example_mem_tile()}));
    const std::string second = "{\"pid\":1,";
    const auto at = text.find(second);
    ASSERT_NE(at, std::string::npos);
    const auto file =
        folder_.write("twice.json", std::string{text}.replace(at, second.size(), "{\"pid\":0,"));
    EXPECT_THAT(input_error([&] { return read_recording(file, std::nullopt); }),
                HasSubstr("pid 0 belongs to two streams. Give each stream its own"));
}

// `trace encode` refuses such a file in the same way.
TEST_F(DecodedEvents, AreRefusedWithAPidOfMoreThan32Bits) {
    const std::string text = content_of(decoded({example_core()}));
    int refused = 0;
    for (const std::string pid : {R"("pid":0,)", R"("pid": 0,)"}) {  // of the stream, of rows
        const auto file = folder_.write("large.json", replaced(text, pid, R"("pid":4294967296,)"));
        EXPECT_THAT(input_error([&] { return read_recording(file, std::nullopt); }),
                    HasSubstr("'4294967296' is out of range; allowed: whole numbers from 0 to "
                              "4294967295"));
        ++refused;
    }
    EXPECT_EQ(refused, 2);
}

TEST_F(DecodedEvents, AreRefusedWithRowsBehindTheEndOfTheirStream) {
    const Example example{stalling_core()};
    const std::string text = content_of(decoded(example, config_of(example)));
    const auto ends = matches_of(text, R"("stop":[0-9]+,"last":[0-9]+)");
    ASSERT_EQ(ends.size(), 1U);
    const auto file =
        folder_.write("short.json", replaced(text, ends.front().front(), R"("stop":0,"last":0)"));
    EXPECT_THAT(input_error([&] { return read_recording(file, std::nullopt); }),
                testing::ContainsRegex("short.json:[0-9]+:1: the stream ends in cycle 0, but its "
                                       "rows go on to cycle 3000; allowed: "));
}

TEST_F(DecodedEvents, OfADeviceThatNobodyKnowsAreRefusedWithItsPlace) {
    const Example example{example_core()};
    const std::string text = content_of(decoded(example, config_of(example)));
    const auto devices = matches_of(text, R"("device":"[^"]*")");
    ASSERT_EQ(devices.size(), 1U);
    const auto file =
        folder_.write("other.json", replaced(text, devices.front().front(), R"("device":"foo")"));
    EXPECT_THAT(input_error([&] { return read_recording(file, std::nullopt); }),
                testing::ContainsRegex("other.json:[0-9]+:10: there are no trace events of 'foo'"));
}

}  // namespace
}  // namespace xdnasim::comparison
