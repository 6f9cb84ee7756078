// Recordings that are cut off, damaged or too large.

#include "xdnasim/traces/comparison/recorded.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "traces/comparison/comparing.hpp"
#include "xdnasim/arch/error.hpp"

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

TEST(Recorded, RefusesMoreIntervalsThanItIsAllowed) {
    const TemporaryFolder folder;
    const auto files = write_example(folder, "example", {example_core()});
    EXPECT_NO_THROW(static_cast<void>(read_recording(files.words, {}, 61)));
    EXPECT_THAT([&] { static_cast<void>(read_recording(files.words, {}, 60)); },
                ThrowsMessage<arch::InputError>(HasSubstr("holds more than 60 intervals")));
}

}  // namespace
}  // namespace xdnasim::comparison
