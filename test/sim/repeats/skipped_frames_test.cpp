// Frames from and to the programmable logic in runs that skip repeats, against the same runs in
// full: every frame ends in the same cycle.

#include <functional>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "sim/npu_array.hpp"
#include "sim/simulation_context.hpp"
#include "test/sim/program_builder.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;
using test::acquire;
using test::call;
using test::Fifo;
using test::loop;
using test::ProgramBuilder;
using test::release;

constexpr arch::TileId kNearCore{10, 3};
constexpr arch::TileId kFarCore{12, 3};

class SkippedFrames : public testing::Test {
 protected:
    struct Times {
        Cycles cycles{};
        Cycles skipped{};
        std::vector<Cycles> firsts;
        std::vector<std::vector<Cycles>> ends;
        Leads leads;
    };

    Times run(const schedule::Schedule& made, bool in_full) const {
        const SimulationContext context;
        Environment environment{device};
        Dram dram{"dram", environment};
        NpuArray array{made, environment, dram, nullptr};
        if (in_full) array.simulate_in_full();
        Times times;
        times.cycles = array.run();
        times.skipped = array.skipped();
        times.leads = array.leads();
        for (const auto& port : array.pl_ports()) {
            times.firsts.push_back(port->first_word().value());
            times.ends.push_back(port->frame_ends());
        }
        return times;
    }
    /// Expects the same times with and without skipping. Returns the share of the run that was
    /// skipped.
    double compare(const ProgramBuilder& builder_of, const std::string& what) const {
        ProgramBuilder builder = builder_of;
        const schedule::Schedule made = builder.finish();
        EXPECT_EQ(validate(made, device).size(), 0U) << what;
        const Times full = run(made, true);
        const Times skipping = run(made, false);
        EXPECT_EQ(full.skipped, Cycles{0}) << what;
        EXPECT_EQ(skipping.cycles, full.cycles) << what;
        EXPECT_EQ(skipping.firsts, full.firsts) << what;
        EXPECT_EQ(skipping.ends, full.ends) << what;
        EXPECT_EQ(skipping.leads, full.leads) << what;
        return static_cast<double>(skipping.skipped.count()) /
               static_cast<double>(full.cycles.count());
    }
    [[nodiscard]] ProgramBuilder pass_through(std::int64_t cycles,
                                              const ProgramBuilder::Frames& frames) const {
        ProgramBuilder builder{device};
        const Fifo in = builder.fifo(kNearCore, 2, frames.frame);
        const Fifo out = builder.fifo(kNearCore, 2, frames.frame);
        builder.input("in", kNearCore.column, 0, in, 0, frames);
        builder.output("out", kNearCore.column, 0, out, 0, {frames.frame, frames.count});
        builder.compute(kNearCore, in, out, cycles);
        return builder;
    }

    /// Adds a second core, to which the programmable logic sends back each frame that the output
    /// has taken. The core computes for `cycles` for each frame.
    static void send_back(ProgramBuilder& builder, const ProgramBuilder::Frames& frames,
                          std::int64_t cycles) {
        const Fifo in = builder.fifo(kFarCore, 2, frames.frame);
        const Fifo out = builder.fifo(kFarCore, 2, frames.frame);
        builder.input("in again", kFarCore.column, 0, in, 0, frames);
        builder.output("out again", kFarCore.column, 0, out, 0, frames);
        auto& ports = builder.schedule.pl.ports;
        ports[2].source = 1;
        ports[2].buffer = ports[1].buffer;
        builder.compute(kFarCore, in, out, cycles);
    }

    const arch::Device device = test::device_named("versal-ve2802");
};

TEST_F(SkippedFrames, EndAsInFullWhateverTheirPaceIs) {
    int runs = 0;
    int skipping = 0;
    for (const double clock : {0.3, 0.3125, 0.33, 0.271})
        for (const std::int64_t interval : {0, 100, 250, 600, 601})
            for (const std::int64_t cycles : {10, 900, 3000}) {
                ProgramBuilder builder =
                    pass_through(cycles, {Bytes{1024}, 150, arch::PlCycles{interval}});
                builder.schedule.pl.clock_ghz = clock;
                const std::string what =
                    fmt::format("{} GHz, interval {}, {} cycles", clock, interval, cycles);
                ++runs;
                if (compare(builder, what) > 0.5) ++skipping;
            }
    EXPECT_EQ(runs, 60);
    EXPECT_GE(skipping, 40);
}

TEST_F(SkippedFrames, EndAsInFullWhereAPortSendsBackWhatAnotherHasTaken) {
    for (const std::int64_t cycles : {10, 500, 2000}) {
        constexpr ProgramBuilder::Frames kFrames{Bytes{512}, 200};
        ProgramBuilder builder = pass_through(700, kFrames);
        send_back(builder, kFrames, cycles);
        const double skipped = compare(builder, fmt::format("{} cycles", cycles));
        // With a slower second core, ever more frames wait for it: no state comes again.
        if (cycles <= 700)
            EXPECT_GT(skipped, 0.8) << cycles;
        else
            EXPECT_EQ(skipped, 0) << cycles;
    }
}

TEST_F(SkippedFrames, EndAsInFullBehindCoresInACascade) {
    constexpr ProgramBuilder::Frames kFrames{Bytes{512}, 200};
    constexpr arch::TileId kNext{11, 3};
    for (const std::int64_t second : {30, 400}) {
        ProgramBuilder builder{device};
        const Fifo in = builder.fifo(kNearCore, 2, kFrames.frame);
        const Fifo out = builder.fifo(kNext, 2, kFrames.frame);
        builder.input("in", kNearCore.column, 0, in, 0, kFrames);
        builder.output("out", kNext.column, 0, out, 0, kFrames);
        builder.cascade(kNearCore, kNext);
        const auto puts = builder.external(200, {.gets = 0, .puts = 8});
        const auto gets = builder.external(second, {.gets = 8, .puts = 0});
        builder.program(kNearCore,
                        {loop(std::nullopt, {acquire(in.full), call(puts), release(in.free)})});
        builder.program(kNext,
                        {loop(std::nullopt, {acquire(out.free), call(gets), release(out.full)})});
        EXPECT_GT(compare(builder, fmt::format("{} cycles", second)), 0.8);
    }
}

/// An endless loop of three short calls and two long ones, each with a frame of `in`.
schedule::CoreBody short_and_long(const Fifo& in,
                                  const std::function<schedule::CoreBody(std::int64_t)>& calls) {
    const auto with_frame = [&](std::int64_t cycles) {
        schedule::CoreBody body{acquire(in.full)};
        for (const schedule::CoreOp& operation : calls(cycles))
            body.push_back(operation);
        body.push_back(release(in.free));
        return body;
    };
    return {loop(std::nullopt, {loop(3, with_frame(150)), loop(2, with_frame(500))})};
}

// In the states that snapshots show, the other core is in the midst of a call, waits for a word or
// for a free place on the cascade, or has a word waiting. Runs end at each of these states.

TEST_F(SkippedFrames, EndAsInFullWhereverTheyStopOnACascade) {
    int runs = 0;
    // Snapshots are taken in the rounds of the first core, kNearCore: it puts in one case, and gets
    // in the other.
    for (const auto& [from, to] :
         {std::pair{kNearCore, arch::TileId{11, 3}}, std::pair{arch::TileId{10, 4}, kNearCore}})
        for (std::int64_t frames = 200; frames < 215; ++frames)
            for (const std::int64_t second : {30, 250, 390, 700}) {
                const ProgramBuilder::Frames moved{Bytes{512}, frames};
                ProgramBuilder builder{device};
                const Fifo in = builder.fifo(from, 2, moved.frame);
                const Fifo out = builder.fifo(to, 2, moved.frame);
                builder.input("in", from.column, 0, in, 0, moved);
                builder.output("out", to.column, 0, out, 0, moved);
                builder.cascade(from, to);
                const auto gets = builder.external(second, {.gets = 8, .puts = 0});
                builder.program(from, short_and_long(in, [&](std::int64_t cycles) {
                                    return schedule::CoreBody{
                                        call(builder.external(cycles, {.gets = 0, .puts = 8}))};
                                }));
                builder.program(
                    to, {loop(std::nullopt, {acquire(out.free), call(gets), release(out.full)})});
                EXPECT_GT(compare(builder, fmt::format("{} frames, {} cycles", frames, second)),
                          0.5);
                ++runs;
            }
    EXPECT_EQ(runs, 120);
}

TEST_F(SkippedFrames, EndAsInFullWhereverTheyStopBehindAPortThatSendsBack) {
    for (std::int64_t frames = 200; frames < 215; ++frames) {
        const ProgramBuilder::Frames moved{Bytes{512}, frames};
        ProgramBuilder builder{device};
        const Fifo in = builder.fifo(kNearCore, 2, moved.frame);
        const Fifo out = builder.fifo(kNearCore, 2, moved.frame);
        builder.input("in", kNearCore.column, 0, in, 0, moved);
        builder.output("out", kNearCore.column, 0, out, 0, moved);
        builder.program(kNearCore, short_and_long(in, [&](std::int64_t cycles) {
                            return schedule::CoreBody{acquire(out.free),
                                                      call(builder.external(cycles)),
                                                      release(out.full)};
                        }));
        send_back(builder, moved, 200);
        EXPECT_GT(compare(builder, fmt::format("{} frames", frames)), 0.5);
    }
}

}  // namespace
}  // namespace xdnasim::sim
