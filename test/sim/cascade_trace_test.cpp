// What a trace unit reports of a core's cascades, against cycles worked out by hand; and when the
// units start and stop in runs that do not end with a runtime sequence.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/sim/program_builder.hpp"
#include "test/sim/traced_run.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;
using test::acquire;
using test::Asserted;
using test::call;
using test::Fifo;
using test::loop;
using test::ProgramBuilder;
using test::release;
using test::TracedRun;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using words::Module;

constexpr arch::TileId kGiver{10, 4};
constexpr arch::TileId kTaker{11, 4};
/// A cycle by which all trace units have started.
constexpr std::int64_t kBegin = 5000;

const std::vector<std::string_view> kCascadeEvents{"INSTR_CASCADE_GET", "INSTR_CASCADE_PUT",
                                                   "CASCADE_STALL", "INSTR_LOAD"};

/// Two cores of a VE2802, with a cascade from kGiver to kTaker.
class TracedCascade : public testing::Test {
 protected:
    TracedCascade() { builder.cascade(kGiver, kTaker); }

    schedule::CoreOp wait(std::int64_t cycles) { return call(builder.external(cycles)); }
    [[nodiscard]] TracedRun run() {
        return {builder.finish(),
                {test::unit_watching(device, Module::Core, kGiver, kCascadeEvents),
                 test::unit_watching(device, Module::Core, kTaker, kCascadeEvents)},
                device};
    }

    static constexpr std::size_t kOfGiver = 0;
    static constexpr std::size_t kOfTaker = 1;
    static constexpr int kGet = 0;
    static constexpr int kPut = 1;
    static constexpr int kStall = 2;
    static constexpr int kLoad = 3;

    const arch::Device device = test::device_named("versal-ve2802");
    ProgramBuilder builder{device};
};

TEST_F(TracedCascade, TellsEachWordOfACoresOwnSteps) {
    ASSERT_EQ(device.core.cascade.latency, Cycles{2});
    builder.program(kGiver, {wait(kBegin), loop(3, {{schedule::PutCascade{}}})});
    builder.program(kTaker, {wait(kBegin), loop(3, {{schedule::GetCascade{}}}), wait(10)});
    const TracedRun traced = run();
    ASSERT_LT(traced.start(kOfGiver), kBegin);
    EXPECT_THAT(traced.slot(kOfGiver, kPut), ElementsAre(Asserted{5000, 5003}));
    EXPECT_THAT(traced.slot(kOfGiver, kStall), IsEmpty());
    EXPECT_THAT(traced.slot(kOfGiver, kGet), IsEmpty());
    // The first word arrives two cycles after it is put; the others follow, one a cycle.
    EXPECT_THAT(traced.slot(kOfTaker, kStall), ElementsAre(Asserted{5000, 5002}));
    EXPECT_THAT(traced.slot(kOfTaker, kGet), ElementsAre(Asserted{5002, 5005}));
    EXPECT_THAT(traced.slot(kOfTaker, kPut), IsEmpty());
}

TEST_F(TracedCascade, TellsAWordThatWaitsWhenItMoves) {
    constexpr std::int64_t kAway = 100;
    builder.program(kGiver, {wait(kBegin), call(builder.external(6, {.puts = 6}))});
    builder.program(kTaker,
                    {wait(kBegin + kAway), call(builder.external(6, {.gets = 6})), wait(10)});
    const TracedRun traced = run();
    // The cascade has room for four words. The fifth is put once the giver knows of the first get,
    // two cycles after it.
    EXPECT_THAT(traced.slot(kOfGiver, kStall), ElementsAre(Asserted{5004, 5102}));
    EXPECT_THAT(traced.slot(kOfGiver, kPut),
                ElementsAre(Asserted{5000, 5004}, Asserted{5102, 5104}));
    EXPECT_THAT(traced.slot(kOfTaker, kGet), ElementsAre(Asserted{5100, 5106}));
    EXPECT_THAT(traced.slot(kOfTaker, kStall), IsEmpty());
}

TEST_F(TracedCascade, TellsTheWordsOfAKernelWhenItsSlotsIssueThem) {
    constexpr std::int64_t kWords = 12;
    const Bytes size = arch::kCascadeWord * kWords;
    const schedule::BufferSlice x{builder.buffer(kGiver, size), Bytes{0}, size};
    const auto sum = builder.kernel({"sum", kernels::ChainSum{size, false, true}, {}, true});
    builder.program(kGiver, {wait(kBegin), call(sum, {x})});
    builder.program(kTaker, {wait(kBegin), loop(kWords, {{schedule::GetCascade{}}}), wait(10)});
    const TracedRun traced = run();
    // Two loads of 256 bits in the same cycle make a word. The word can be put seven cycles later,
    // the latency of a vector load (AIE2Schedule.td).
    ASSERT_THAT(traced.slot(kOfGiver, kLoad), SizeIs(1));
    const Asserted loads = traced.slot(kOfGiver, kLoad).front();
    EXPECT_EQ(loads.end - loads.begin, kWords);
    EXPECT_THAT(traced.slot(kOfGiver, kPut), ElementsAre(Asserted{loads.begin + 7, loads.end + 7}));
    EXPECT_THAT(traced.slot(kOfTaker, kGet), ElementsAre(Asserted{loads.begin + 9, loads.end + 9}));
}

TEST_F(TracedCascade, IsTracedToItsEndWhichItsCoresAre) {
    builder.program(kGiver, {wait(kBegin), call(builder.external(50, {.puts = 5}))});
    builder.program(kTaker, {call(builder.external(70, {.gets = 5})), wait(kBegin)});
    const TracedRun traced = run();
    EXPECT_GE(traced.stop(kOfGiver), 2 * kBegin);
    EXPECT_THAT(traced.slot(kOfGiver, kPut), SizeIs(5));
}

TEST_F(TracedCascade, ThatIsStuckIsExplainedAsWithoutATrace) {
    builder.program(kGiver, {wait(kBegin), call(builder.external(10, {.puts = 9}))});
    builder.program(kTaker, {call(builder.external(10, {.gets = 10}))});
    try {
        static_cast<void>(run());
        FAIL() << "it must not end";
    } catch (const base::DeadlockError& error) {
        EXPECT_THAT(error.what(), HasSubstr("1 core has not come to an end"));
        EXPECT_THAT(error.what(),
                    HasSubstr("core (11,4) waits for a word on the cascade from core (10,4), which "
                              "has put 9"));
    }
}

class TracedPlPorts : public testing::Test {
 protected:
    static constexpr std::int64_t kFrames = 12;

    enum class Sequence : std::uint8_t { None, WritesAParameter };

    /// A program whose core takes in each frame, computes for 100 cycles and gives out a frame.
    [[nodiscard]] schedule::Schedule build(Sequence sequence = Sequence::None) const {
        constexpr ProgramBuilder::Frames kMoved{Bytes{4096}, kFrames};
        ProgramBuilder builder{device};
        const Fifo in = builder.fifo(kGiver, 2, kMoved.frame);
        const Fifo out = builder.fifo(kGiver, 2, kMoved.frame);
        builder.input("in", kGiver.column, 0, in, 0, kMoved);
        builder.output("out", kGiver.column, 0, out, 0, kMoved);
        builder.program(kGiver, {loop(std::nullopt, {acquire(in.full), acquire(out.free),
                                                     call(builder.external(100)), release(in.free),
                                                     release(out.full)})});
        if (sequence == Sequence::WritesAParameter) {
            const schedule::BufferRef parameter = builder.buffer(kGiver, arch::kWord);
            builder.schedule.sequence.push_back({schedule::WriteMemory{parameter, Bytes{0}, {1}}});
        }
        return builder.finish();
    }
    [[nodiscard]] TracedRun traced(tracing::Route route, Sequence sequence = Sequence::None) const {
        return {build(sequence),
                {test::unit_watching(device, Module::Core, kGiver, {"INSTR_LOCK_RELEASE_REQ"})},
                device,
                route};
    }

    const arch::Device device = test::device_named("versal-ve2802");
};

TEST_F(TracedPlPorts, AreTracedUntilAllHaveMovedTheirWords) {
    const Cycles last = test::run_program(build(), device).ports.at("out").frame_ends.back();
    EXPECT_GE(traced(tracing::Route::Ideal).stop(0), last.count());
}

TEST_F(TracedPlPorts, AreTracedFromTheBeginningAndTakeAsLong) {
    const Cycles untraced = test::run_program(build(), device).cycles;
    const TracedRun ideal = traced(tracing::Route::Ideal);
    const TracedRun by_packets = traced(tracing::Route::Streams);
    EXPECT_EQ(ideal.timed().cycles, untraced);
    EXPECT_EQ(by_packets.timed().cycles, untraced);
    // Two releases for each frame, each in an interval of its own.
    EXPECT_GE(ideal.slot(0, 0).size(), 2 * (kFrames - 1));
    EXPECT_EQ(by_packets.slot(0, 0), ideal.slot(0, 0));
}

TEST_F(TracedPlPorts, AreTracedFromTheBeginningBesideASequenceToo) {
    const Cycles untraced = test::run_program(build(Sequence::WritesAParameter), device).cycles;
    const TracedRun alone = traced(tracing::Route::Streams);
    const TracedRun beside = traced(tracing::Route::Streams, Sequence::WritesAParameter);
    EXPECT_EQ(beside.timed().cycles, untraced);
    EXPECT_EQ(beside.start(0), alone.start(0));
    EXPECT_GE(beside.slot(0, 0).size(), 2 * (kFrames - 1));
    EXPECT_EQ(beside.slot(0, 0), alone.slot(0, 0));
}

}  // namespace
}  // namespace xdnasim::sim
