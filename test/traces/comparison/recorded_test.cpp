// Recordings that are cut off, damaged or too large.

#include "traces/comparison/recorded.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/traces/comparison/comparing.hpp"

namespace xdnasim::comparison {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Comparison, ComparesTheCommonPartOfACutOffRecording) {
    ExampleUnit cut = example_core(11);
    cut.stop.reset();
    const Comparison found = compared({cut}, {example_core()});
    EXPECT_TRUE(found.passed());
    // The last interval of the recording, an end of a kernel, may go on.
    EXPECT_EQ(event_of(found, "INSTR_EVENT_0").pairs, 11U);
    EXPECT_EQ(event_of(found, "INSTR_EVENT_1").pairs, 10U);
    EXPECT_THAT(found.units.front().notes,
                ElementsAre("the measured recording is cut off; compared up to cycle 1800"));
}

TEST(Comparison, ComparesAsFarAsTheShorterGoesWhereTheLongerIsCutOff) {
    ExampleUnit cut = example_core(11);
    cut.stop.reset();
    ExampleUnit shorter = example_core(5);
    shorter.stop = 1090;
    for (const auto& [measured, simulated] : {std::pair{cut, shorter}, {shorter, cut}}) {
        const Comparison found = compared({measured}, {simulated});
        EXPECT_TRUE(found.passed()) << found.reason();
        EXPECT_EQ(event_of(found, "INSTR_EVENT_0").pairs, 5U);
        EXPECT_THAT(found.units.front().notes,
                    ElementsAre(HasSubstr("is cut off; compared up to cycle 1089")));
    }
}

TEST(Comparison, SaysThatNothingOfAnEventIsInTheCommonPart) {
    ExampleUnit longer = example_core();
    longer.slots.emplace_back("INSTR_VECTOR");
    longer.assertions.push_back({"INSTR_VECTOR", 2700, 2710});
    ExampleUnit cut = example_core(11);
    cut.slots = longer.slots;
    cut.stop.reset();
    const Comparison found = compared({cut}, {longer});
    EXPECT_EQ(event_of(found, "INSTR_VECTOR").verdict, Verdict::NotComparable);
    EXPECT_TRUE(found.passed());
}

TEST(Comparison, TellsThatARecordingIsDamaged) {
    const TemporaryFolder folder;
    const auto files = write_example(folder, "damaged", {example_core()});
    std::string words = content_of(files.words);
    words.replace(words.size() - 9, 8, "f2f2f2f2");
    const auto damaged = folder.write("damaged.txt", words);
    Recorded simulated = read_recording(damaged, files.config);
    EXPECT_THAT(compare(recorded({example_core()}), simulated, {}).notes,
                ElementsAre(HasSubstr("is damaged, 1 fault: ")));
}

recording::TraceConfig config_of(const ExampleUnit& unit) {
    recording::TraceConfig config{names::EventNames{"npu1"}, {{unit.unit, {}}}};
    for (std::size_t slot = 0; slot < unit.slots.size(); ++slot)
        config.units.front().events.at(slot) = config.names.id(unit.unit.module, unit.slots[slot]);
    return config;
}

TEST(Recorded, IsTheSameFromWordsInMemoryAsFromTheirFile) {
    const TemporaryFolder folder;
    const ExampleUnit core = example_core();
    const auto files = write_example(folder, "example", {core});
    const std::vector<std::uint32_t> buffer = words_of(core);
    recording::WordsInMemory words{"example", buffer};
    const Recorded from_memory = read_recording(words, config_of(core));
    Recorded from_file = read_recording(files.words, files.config);
    EXPECT_EQ(from_memory.name, "example");
    ASSERT_EQ(from_memory.units.size(), 1U);
    EXPECT_EQ(from_memory.units.front().unit, core.unit);
    EXPECT_EQ(from_memory.units.front().slots, from_file.units.front().slots);
    const Comparison found = compare(from_memory, from_file, {});
    EXPECT_TRUE(found.passed());
    EXPECT_EQ(event_of(found, "INSTR_EVENT_0").pairs, 20U);
    EXPECT_EQ(event_of(found, "PORT_RUNNING_0").pairs, 20U);
}

TEST(Recorded, RefusesWordsInMemoryThatHoldNoPacket) {
    const auto refused = [](const std::vector<std::uint32_t>& buffer, const char* message) {
        recording::WordsInMemory words{"trace of replay", buffer};
        EXPECT_THAT([&] { static_cast<void>(read_recording(words, config_of(example_core()))); },
                    ThrowsMessage<base::InputError>(HasSubstr(message)));
    };
    refused({0, 0xA5A5'A5A5}, "'trace of replay' contains no trace packet: all 2 words are blank");
    refused({3, 3, 3},
            "'trace of replay' contains no trace packet in its 3 words; allowed: "
            "packets of trace units");
    refused({}, "'trace of replay' contains no trace packet in its 0 words");
}

TEST(Recorded, RefusesMoreIntervalsThanItIsAllowed) {
    const TemporaryFolder folder;
    const auto files = write_example(folder, "example", {example_core()});
    EXPECT_NO_THROW(static_cast<void>(read_recording(files.words, {}, 61)));
    EXPECT_THAT([&] { static_cast<void>(read_recording(files.words, {}, 60)); },
                ThrowsMessage<base::InputError>(HasSubstr("has more than 60 intervals")));
}

}  // namespace
}  // namespace xdnasim::comparison
