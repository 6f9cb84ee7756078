// The words of trace units in a recording.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "test/backends/replay/replayed_run.hpp"
#include "test/support/replaced_text.hpp"

namespace xdnasim::backends {
namespace {

using test::Mapped;
using test::mapped;
using test::measured;
using testing::HasSubstr;

class TracedReplay : public test::Replay {
 protected:
    void SetUp() override {
        RunResult result = measured();
        result.trace = {.words = {1, 2, 0xffffffff}, .buffer_full = true, .overruns = {}};
        record(traced_, result);
    }
    Mapped traced_ = mapped("elementwise_vector_scalar.yaml", {{"trace.buffer_bytes", "1024"}});
};

TEST_F(TracedReplay, GivesTheWords) {
    const RunResult result = replay(traced_);
    EXPECT_EQ(result.trace->words, (std::vector<std::uint32_t>{1, 2, 0xffffffff}));
    EXPECT_TRUE(result.trace->buffer_full);
}

TEST_F(TracedReplay, TellsWhatItsUnitsLostAndWhatTheRunHadToSay) {
    const words::Unit unit{words::Module::MemTile, {.column = 1, .row = 2}};
    RunResult result = measured();
    result.trace = {.words = {1}, .buffer_full = false, .overruns = {{unit, arch::Cycles{129}}}};
    result.note = "a transfer has not ended";
    record(traced_, result);
    const RunResult traced = replay(traced_);
    ASSERT_EQ(traced.trace->overruns.size(), 1U);
    EXPECT_EQ(traced.trace->overruns[0].unit, unit);
    EXPECT_EQ(traced.trace->overruns[0].lost, arch::Cycles{129});
    EXPECT_EQ(traced.note, result.note);
    EXPECT_THAT(replay(mapped("elementwise_vector_scalar.yaml")).note,
                testing::StartsWith("a transfer has not ended; the run was recorded with"));
}

TEST_F(TracedReplay, LeavesThemOutWithANoteWhenTheProblemDoesNotTrace) {
    EXPECT_EQ(replay(traced_).note, "");
    const RunResult result = replay(mapped("elementwise_vector_scalar.yaml"));
    EXPECT_FALSE(result.trace);
    EXPECT_THAT(result.note, HasSubstr("was recorded with a trace"));
}

TEST_F(TracedReplay, HasNoNoteOfATraceThatTookNoTime) {
    RunResult result = measured();
    result.trace = {.words = {1}, .buffer_full = false, .overruns = {}};
    record(mapped("elementwise_vector_scalar.yaml",
                  {{"trace.buffer_bytes", "1024"}, {"trace.route", "ideal"}}),
           result);
    EXPECT_EQ(replay(mapped("elementwise_vector_scalar.yaml")).note, "");
}

TEST_F(TracedReplay, IsRefusedWhenTheRunWasRecordedWithoutATrace) {
    record(mapped("elementwise_vector_scalar.yaml"), measured());
    EXPECT_THAT(refusal(traced_), HasSubstr("a trace is not there; needed: there"));
}

TEST_F(TracedReplay, IsRefusedWhenTheWordsWereNotRecorded) {
    record(traced_, measured());
    EXPECT_THAT(refusal(traced_), HasSubstr("was recorded without the words of its trace"));
    EXPECT_TRUE(replay(mapped("elementwise_vector_scalar.yaml")).timed());
}

TEST_F(TracedReplay, HasTheRatesOfTheSimulation) {
    // The run moves each of its buffers once, and nothing else.
    const Mapped traced = mapped("elementwise_add_one.yaml", {{"trace.buffer_bytes", "65536"}});
    const RunResult simulated =
        make_systemc_backend()->run(traced.schedule, traced.problem.device, {});
    record(traced, simulated);
    ASSERT_FALSE(simulated.trace->words.empty());
    const RunResult replayed = replay(traced);
    EXPECT_EQ(replayed.cycles, simulated.cycles);
    EXPECT_NEAR(simulated.rates->array.value().count(), replayed.rates->array.value().count(),
                1e-9);
    EXPECT_NEAR(simulated.rates->wall.count(), replayed.rates->wall.count(), 1e-9);
    std::int64_t data = 0;
    for (const schedule::HostBuffer& buffer : traced.schedule.host_buffers)
        if (buffer.name != "trace") data += buffer.size.count();
    const auto of_trace = static_cast<std::int64_t>(4 * simulated.trace->words.size());
    EXPECT_EQ((simulated.dram->read + simulated.dram->written).count(), data + of_trace);
}

TEST_F(TracedReplay, IsRefusedForAnotherTrace) {
    EXPECT_THAT(refusal(mapped("elementwise_vector_scalar.yaml", {{"trace.buffer_bytes", "2048"}})),
                HasSubstr("the size of the trace's buffer is 1024; needed: 2048"));
}

TEST_F(TracedReplay, IsRefusedWhenItsWordsAreCutOff) {
    const auto words = folder_.path() / "trace.bin";
    std::filesystem::resize_file(words, 8);
    EXPECT_THAT(refusal(traced_), HasSubstr("trace.bin' has 8 bytes; it was written with 12"));
    std::filesystem::remove(words);
    EXPECT_THAT(refusal(traced_), HasSubstr("cannot read '"));
}

class PlacedReplay : public test::Replay {
 protected:
    /// The message that refuses a recording whose trace words are said to lie in `path`.
    [[nodiscard]] std::string refusal_of(const std::string& path) const {
        RunResult result = measured();
        result.trace = {.words = {1, 2}, .buffer_full = false, .overruns = {}};
        const Mapped gemm =
            mapped("elementwise_vector_scalar.yaml", {{"trace.buffer_bytes", "1024"}});
        record(gemm, result);
        folder_.write("recording.json",
                      replaced(content_of(folder_.path() / "recording.json"), "trace.bin", path));
        return refusal(gemm);
    }
};

TEST_F(PlacedReplay, MayNotReachOutOfItsFolder) {
    for (const std::string& path :
         {std::string{"../trace.bin"}, (folder_.path() / "trace.bin").string(),
          std::string{"a/../../trace.bin"}, std::string{}, std::string(5000, 'x')})
        EXPECT_THAT(refusal_of(path),
                    HasSubstr("' is not a valid path of a file; allowed: a path relative"))
            << path;
    EXPECT_THAT(refusal_of("trace.bin\\u0000x"), HasSubstr(": a NUL in a text"));
}

}  // namespace
}  // namespace xdnasim::backends
