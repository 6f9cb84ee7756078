#include "traces/comparison/recorded_events.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/input_error.hpp"
#include "test/support/temporary_folder.hpp"
#include "traces/comparison/comparison.hpp"

namespace xdnasim::comparison {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kNames =
    R"({"name": "process_name", "ph": "M", "pid": 0, "args": {"name": "core_trace for tile2,1"}},
       {"name": "thread_name", "ph": "M", "pid": 0, "tid": 0, "args": {"name": "INSTR_EVENT_0"}},
       {"name": "thread_name", "ph": "M", "pid": 0, "tid": 1, "args": {"name": "INSTR_EVENT_1"}},
       {"name": "thread_name", "ph": "M", "pid": 0, "tid": 2, "args": {"name": "LOCK_STALL"}},
       {"name": "thread_name", "ph": "M", "pid": 0, "tid": 4, "args": {"name": "PORT_RUNNING_2"}})";

std::string row(const char* phase, int slot, std::int64_t cycle) {
    return fmt::format(
        R"(,{{"name": "x", "ts": {}, "ph": "{}", "pid": 0, "tid": {}, "args": {{}}}})", cycle,
        phase, slot);
}
std::string pulse(int slot, std::int64_t begin, std::int64_t length = 1) {
    return row("B", slot, begin) + row("E", slot, begin + length);
}

/// Events of rounds `from` to before `to`, of 2,000 cycles each, with a pause of `pause` cycles in
/// the middle.
std::string rounds(std::int64_t kernel, int from, int to, std::int64_t pause = 0) {
    std::string text;
    for (int i = from; i < to; ++i) {
        const std::int64_t begin = 10'000 + 2'000 * i + (i > (from + to) / 2 ? pause : 0);
        text += pulse(0, begin) + pulse(1, begin + kernel) + pulse(2, begin + kernel + 30, 500);
    }
    return text;
}

class Events : public testing::Test {
 protected:
    [[nodiscard]] std::filesystem::path file(const std::string& rows) const {
        return folder_.write("events.json", "[" + (kNames + rows) + "]\n");
    }
    [[nodiscard]] Recorded read(const std::string& rows) const {
        return read_recording(file(rows), std::nullopt);
    }
    [[nodiscard]] Comparison judged(const std::string& measured, const std::string& other) const {
        const Recorded a = read(measured);
        Recorded b = read(other);
        return compare(a, b, {.align = AlignBy::Calls, .judge = JudgeBy::Medians});
    }

    TemporaryFolder folder_;
};

TEST_F(Events, AreReadWithTheirUnitsAndNames) {
    const Recorded recorded = read(pulse(0, 100) + pulse(2, 200, 50));
    ASSERT_EQ(recorded.units.size(), 1U);
    EXPECT_EQ(words::to_string(recorded.units[0].unit), "core (1,2)");
    EXPECT_EQ(recorded.names.name(recorded.units[0].unit, 2), "LOCK_STALL");
    EXPECT_THAT(recorded.units[0].slots[2], ElementsAre(Interval{200, 250}));
}

TEST_F(Events, LeaveOutWhatIsCutOffAtEitherEnd) {
    const Recorded recorded = read(row("E", 2, 90) + pulse(0, 100) + row("B", 2, 200));
    EXPECT_TRUE(recorded.units[0].slots[2].empty());
    EXPECT_EQ(recorded.units[0].slots[0].size(), 1U);
}

TEST_F(Events, OfWholeRowsAreSeenToTheirEnds) {
    const Recorded recorded =
        read(R"(,{"name": "x", "ts": 100, "dur": 50, "ph": "X", "pid": 0, "tid": 2, "args": {}})"
             R"(,{"name": "x", "ts": 120, "dur": 10, "ph": "X", "pid": 0, "tid": 0, "args": {}})");
    EXPECT_THAT(recorded.units[0].slots[2], ElementsAre(Interval{100, 150}));
    EXPECT_EQ(recorded.units[0].from, 100);
    EXPECT_EQ(recorded.units[0].to, 150);
}

TEST_F(Events, OfWholeRowsLastACycleAtLeast) {
    const Recorded recorded =
        read(R"(,{"name": "x", "ts": 100, "dur": 50, "ph": "X", "pid": 0, "tid": 2, "args": {}})"
             R"(,{"name": "x", "ts": 200, "dur": 0, "ph": "X", "pid": 0, "tid": 2, "args": {}})");
    EXPECT_THAT(recorded.units[0].slots[2], ElementsAre(Interval{100, 150}));
    ASSERT_EQ(recorded.notes.size(), 1U);
    EXPECT_THAT(recorded.notes[0], HasSubstr("1 "));
}

TEST_F(Events, ThatTheDeviceDoesNotHaveAreNamedInANote) {
    const std::string name =
        R"(,{"name": "thread_name", "ph": "M", "pid": 0, "tid": 3, "args": {"name": "NO_SUCH"}})";
    const Recorded recorded = read(name + pulse(3, 50) + pulse(0, 100));
    ASSERT_EQ(recorded.notes.size(), 1U);
    EXPECT_THAT(recorded.notes[0], HasSubstr("NO_SUCH"));
    EXPECT_EQ(recorded.units[0].slots[0].size(), 1U);
}

TEST_F(Events, ThatNoRowNamesAreLeftOutWithANote) {
    const Recorded recorded = read(R"(,{"ts": 50, "ph": "B", "pid": 0, "tid": 3})"
                                   R"(,{"ts": 60, "ph": "E", "pid": 0, "tid": 3})" +
                                   pulse(0, 100));
    EXPECT_THAT(recorded.notes,
                ElementsAre("ignored, because no row names their events: slot 3 of core (1,2)"));
    EXPECT_TRUE(recorded.units[0].slots[3].empty());
    EXPECT_EQ(recorded.units[0].slots[0].size(), 1U);
}

TEST_F(Events, ThatAnotherGenerationHasAreTakenForASignOfIt) {
    // AM025 and AM027: event 70 of a core underflows as it decompresses, or overflows as it
    // packs sparse values.
    const std::string name =
        R"(,{"name": "thread_name", "ph": "M", "pid": 0, "tid": 3, "args": {"name": "SPARSITY_OVERFLOW"}})";
    const Recorded recorded = read(name + pulse(3, 50) + pulse(0, 100));
    ASSERT_EQ(recorded.notes.size(), 1U);
    EXPECT_THAT(recorded.notes[0], HasSubstr("aie-ml has no such events: SPARSITY_OVERFLOW; "
                                             "aie2p has SPARSITY_OVERFLOW"));
}

TEST_F(Events, ThatAreNoneAreRefusedWithAReason) {
    const auto refused = [&](const std::string& text) {
        return input_error([&] {
            static_cast<void>(read_recording(folder_.write("x.json", text), std::nullopt));
        });
    };
    EXPECT_THAT(refused("[]"), HasSubstr("has no process of a trace unit"));
    EXPECT_THAT(refused("[{\"ph\": \"B\""), HasSubstr("not valid JSON"));
    EXPECT_THAT(refused("[{\"name\": \"x\"}]"), HasSubstr("a row without 'ph'"));
    EXPECT_THAT(refused(R"([{"ph": "B", "pid": 0, "tid": 0, "ts": 4.227}])"),
                HasSubstr("4.227 is not a whole cycle"));
    EXPECT_THAT(refused("\x1f\x8b\x08"), HasSubstr("is compressed"));
    EXPECT_THAT(refused(""), HasSubstr("contains no trace packet"));
}

TEST_F(Events, AreJudgedAlikeWhereverTheRecordingBeginsAndEnds) {
    const std::string simulated = rounds(1'385, 0, 60);
    int within = 0;
    for (const std::string& measured :
         {rounds(1'385, 0, 60), rounds(1'385, 13, 40), rounds(1'385, 7, 50, 300'000),
          row("B", 1, 10'700) + row("E", 1, 10'701) + rounds(1'385, 1, 30)}) {
        const Comparison found = judged(measured, simulated);
        EXPECT_EQ(found.outcome(), Outcome::Within) << found.reason();
        ++within;
    }
    EXPECT_EQ(within, 4);
}

/// Events of calls `from` to before `to`, 2,000 cycles apart, in loops of a short kernel call and
/// eleven long ones, as in a GEMM. In each loop, 1,600 cycles of output reach into the second call.
std::string loops(std::int64_t kernel, int from, int to) {
    std::string text;
    for (int i = from; i < to; ++i) {
        const bool clears = i % 12 == 0;
        const std::int64_t begin = 10'000 + std::int64_t{2'000} * i - (clears ? 0 : 500);
        text += pulse(0, begin) + pulse(1, begin + (clears ? 200 : kernel)) +
                pulse(2, begin + (clears ? 230 : kernel + 30), clears ? 400 : 500);
        if (clears) text += pulse(4, begin + 100, 1'600);
    }
    return text;
}

TEST_F(Events, HaveTheSameVerdictWhereverTheirLoopIsCut) {
    const std::string simulated = loops(1'385, 0, 72);
    int checked = 0;
    for (const auto& [kernel, outcome] :
         {std::pair{1'390, Outcome::Within}, std::pair{1'460, Outcome::Outside}})
        // The whole run, one from half a loop on, two cut at both ends, and one whose second part
        // begins 50 loops after the first.
        for (const std::string& measured :
             {loops(kernel, 0, 72), loops(kernel, 6, 78), loops(kernel, 17, 55),
              loops(kernel, 23, 63), loops(kernel, 0, 30) + loops(kernel, 600, 630)}) {
            const Comparison found = judged(measured, simulated);
            EXPECT_EQ(found.outcome(), outcome) << kernel << ": " << found.reason();
            ++checked;
        }
    EXPECT_EQ(checked, 10);
}

TEST_F(Events, OfAKernelThatIsNotSimulatedTellWhichOnesAre) {
    const Comparison found = judged(rounds(1'385, 0, 60), rounds(796, 0, 60));
    EXPECT_EQ(found.outcome(), Outcome::Outside);
    EXPECT_THAT(found.reason(),
                HasSubstr("no calls of about 1385 cycles are simulated, only calls of 796"));
}

TEST_F(Events, OfAKernelThatTakesLongerAreOutsideForThatReason) {
    const Comparison found = judged(rounds(1'385, 0, 60), rounds(1'454, 0, 60));
    EXPECT_EQ(found.outcome(), Outcome::Outside);
    EXPECT_THAT(found.reason(), HasSubstr("kernel length of core (1,2): median 1385 cycles "
                                          "measured, 1454 simulated (+5.0 %)"));
}

}  // namespace
}  // namespace xdnasim::comparison
