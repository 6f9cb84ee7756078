// Ports to the programmable logic against closed forms, on a VE2802.

#include <algorithm>
#include <cmath>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/sim/program_builder.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using arch::Cycles;
using test::acquire;
using test::Fifo;
using test::ProgramBuilder;
using test::ProgramRun;
using testing::HasSubstr;

constexpr arch::TileId kPlCore{10, 3};
constexpr int kPlColumn = 10;

class PlPorts : public testing::Test {
 protected:
    /// Adds a core that takes in frames and gives out frames, and computes for `cycles` for each.
    void pass_through(std::int64_t cycles, const ProgramBuilder::Frames& frames, int depth = 2) {
        const Fifo in = builder->fifo(kPlCore, depth, frames.frame);
        const Fifo out = builder->fifo(kPlCore, depth, frames.frame);
        builder->input("in", kPlColumn, 0, in, 0, frames);
        ProgramBuilder::Frames given = frames;
        given.interval = arch::PlCycles{};
        builder->output("out", kPlColumn, 0, out, 0, given);
        builder->compute(kPlCore, in, out, cycles);
    }
    void begin_again() { builder.emplace(device); }
    [[nodiscard]] ProgramRun run() {
        const schedule::Schedule made = builder->finish();
        const auto breaches = validate(made, device);
        EXPECT_EQ(breaches.size(), 0U)
            << (breaches.empty() ? "" : breaches.front().where + ": " + breaches.front().what);
        return test::run_program(made, device);
    }
    /// Cycles from frame to frame at the output, in the steady state.
    static double period(const ProgramRun& run) {
        const std::vector<Cycles>& ends = run.ports.at("out").frame_ends;
        const std::size_t half = ends.size() / 2;
        return static_cast<double>((ends.back() - ends[half]).count()) /
               static_cast<double>(ends.size() - 1 - half);
    }

    const arch::Device device = test::device_named("versal-ve2802");
    std::optional<ProgramBuilder> builder{device};
};

TEST_F(PlPorts, OneOf128BitAt300MegahertzSustains384BytesInACycle) {
    constexpr std::int64_t kFrames = 100;
    pass_through(1, {Bytes{4096}, kFrames});
    const ProgramRun run = this->run();
    const std::vector<Cycles>& ends = run.ports.at("in").frame_ends;
    ASSERT_EQ(ends.size(), 100U);
    const auto cycles = static_cast<double>((ends.back() - ends.front()).count());
    EXPECT_NEAR(4096.0 * (kFrames - 1) / cycles, 3.84, 0.005);
}

TEST_F(PlPorts, ANarrowPortIsHalfAsFast) {
    pass_through(1, {Bytes{4096}, 50, {}, Bytes{8}});
    EXPECT_NEAR(4096 / period(run()), 1.92, 0.003);
}

TEST_F(PlPorts, AFasterClockGivesNoMoreThanTheStreamTakes) {
    builder->schedule.pl.clock_ghz = 0.33;  // 4.224 bytes per cycle of the array
    pass_through(1, {Bytes{4096}, 50});
    const double expected = 4096.0 / 4 + static_cast<double>(device.timing.bd_switch.count());
    EXPECT_NEAR(period(run()), expected, 0.5);
}

TEST_F(PlPorts, OneCoreRunsAtThePaceOfItsKernelOrOfItsPorts) {
    for (const std::int64_t kernel : {100, 800, 1000, 1100, 2000, 5000}) {
        begin_again();
        constexpr std::int64_t kBytes = 4096;
        pass_through(kernel, {Bytes{kBytes}, 40});
        const double locks = 4 * static_cast<double>(device.timing.core_lock_op.count());
        const double communication = kBytes / 3.84;
        const double expected = std::max(static_cast<double>(kernel) + locks, communication);
        EXPECT_NEAR(period(run()), expected, expected * 0.01) << kernel;
    }
}

TEST_F(PlPorts, ASourceWaitsForTheTimeOfItsNextFrame) {
    constexpr arch::PlCycles kInterval{600};  // 2,500 cycles of the array
    pass_through(10, {Bytes{1024}, 20, kInterval});
    const ProgramRun run = this->run();
    const std::vector<Cycles>& ends = run.ports.at("in").frame_ends;
    for (std::size_t i = 1; i < ends.size(); ++i)
        EXPECT_EQ(ends[i] - ends[i - 1], Cycles{2500}) << "frame " << i;
    EXPECT_NEAR(period(run), 2500, 0.01);
}

TEST_F(PlPorts, FramesBeyondTheTimeOfARunAreRefused) {
    builder->schedule.pl.clock_ghz = 0.001;
    // A frame every 1,074 s.
    pass_through(1, {Bytes{1024}, 40, arch::PlCycles{1 << 30}});
    try {
        static_cast<void>(run());
        FAIL() << "time has run over";
    } catch (const base::InputError& error) {
        EXPECT_THAT(error.what(), HasSubstr("longer than 18,446 s"));
    }
}

TEST_F(PlPorts, ARunEndsWhenEveryPortHasMovedItsWords) {
    pass_through(500, {Bytes{1024}, 7});
    const ProgramRun run = this->run();
    EXPECT_EQ(run.ports.at("in").frame_ends.size(), 7U);
    ASSERT_EQ(run.ports.at("out").frame_ends.size(), 7U);
    EXPECT_EQ(run.cycles, run.ports.at("out").frame_ends.back());
    EXPECT_GT(run.ports.at("out").first, run.ports.at("in").frame_ends.front());
}

TEST_F(PlPorts, AWordCrossesInTwoCyclesOfEachClock) {
    struct Crossing {
        double pl_clock_ghz;
        int cycles;
    };
    // Two cycles of the PL's clock are 25, 8.33, 7.58 and 2 cycles of the array. Rounded up, and
    // with two cycles of the array's own clock, the crossing takes 27, 11, 10 and 4 cycles. The 4
    // bytes of the word, of the 16 that the port moves in a cycle of the PL, then take 3.1, 1.04,
    // 0.95 and 0.25 cycles. The run ends with a whole cycle: 31, 13, 11 and 5.
    for (const auto& [clock, cycles] :
         {Crossing{0.1, 31}, Crossing{0.3, 13}, Crossing{0.33, 11}, Crossing{1.25, 5}}) {
        begin_again();
        builder->schedule.pl.clock_ghz = clock;
        const Fifo in = builder->fifo(kPlCore, 1, Bytes{4});
        builder->input("in", kPlColumn, 0, in, 0, {Bytes{4}, 1});
        const ProgramRun run = test::run_program(builder->finish(), device);
        EXPECT_EQ(run.ports.at("in").first, Cycles{0}) << clock;
        EXPECT_EQ(run.cycles, Cycles{cycles}) << clock;
    }
}

// A frame ends, and with it the run, when the port has moved it, even if the port's FIFO takes much
// of it at once.
TEST_F(PlPorts, AnOutputMovesNoMoreThanItsWidthInACycleOfItsClock) {
    int checked = 0;
    for (const double clock : {0.05, 0.1, 0.3})
        for (const std::int64_t bytes : {64, 256, 4096}) {
            begin_again();
            builder->schedule.pl.clock_ghz = clock;
            pass_through(1, {Bytes{bytes}, 1});
            const ProgramRun run = this->run();
            const Cycles first = run.ports.at("out").first;
            const Cycles last = run.ports.at("out").frame_ends.front();
            const double rate = 16 * clock / 1.25;
            const auto expected = static_cast<double>(bytes) / rate;
            EXPECT_GE(static_cast<double>((last - first).count()), expected - 1e-6)
                << clock << ' ' << bytes;
            // In its last cycle, the stream may move more than the FIFO has room for: up to 4
            // bytes.
            EXPECT_LE(static_cast<double>((last - first).count()), expected + 4 / rate + 2)
                << clock << ' ' << bytes;
            EXPECT_EQ(run.cycles, last);
            ++checked;
        }
    EXPECT_EQ(checked, 9);
}

TEST_F(PlPorts, ASinkThatGetsNoDataIsExplained) {
    const Fifo out = builder->fifo(kPlCore, 1, Bytes{64});
    builder->output("out", kPlColumn, 0, out, 0, {Bytes{64}, 1});
    builder->program(kPlCore, {acquire(out.full)});
    try {
        static_cast<void>(test::run_program(builder->finish(), device));
        FAIL() << "it must not end";
    } catch (const base::DeadlockError& error) {
        EXPECT_THAT(error.what(), HasSubstr("PL port 'out' of (10,0) (in frame 1 of 1) "
                                            "waits for data from core (10,3) MM2S 0"));
    }
}

TEST_F(PlPorts, DataPassesBothWaysWithoutAChange) {
    constexpr std::int64_t kFrames = 5;
    const Fifo fifo = builder->fifo(kPlCore, 2, Bytes{1024});
    builder->input("in", kPlColumn, 2, fifo, 1, {Bytes{1024}, kFrames});
    builder->output("out", kPlColumn + 1, 4, fifo, 0, {Bytes{1024}, kFrames});
    const schedule::Schedule made = builder->finish();
    HostMemory host = test::host_memory(made);
    for (std::size_t i = 0; i < host[0].size(); ++i)
        host[0][i] = static_cast<std::byte>(i * 37 % 251);
    const ProgramRun with_data = test::run_program(made, device, &host);
    EXPECT_EQ(host[1], host[0]);
    EXPECT_EQ(test::run_program(made, device).cycles, with_data.cycles);
}

TEST_F(PlPorts, AnInputSendsBackWhatAnOutputHasTaken) {
    constexpr std::int64_t kFrames = 4;
    constexpr ProgramBuilder::Frames kMoved{Bytes{512}, kFrames};
    constexpr arch::TileId kOther{12, 3};
    const Fifo there = builder->fifo(kPlCore, 2, kMoved.frame);
    const Fifo back = builder->fifo(kOther, 2, kMoved.frame);
    builder->input("in", kPlColumn, 0, there, 0, kMoved);
    builder->output("out", kPlColumn, 0, there, 0, kMoved);
    builder->input("in again", 12, 0, back, 0, kMoved);
    builder->output("out again", 12, 0, back, 0, kMoved);
    auto& ports = builder->schedule.pl.ports;
    ports[2].source = 1;
    ports[2].buffer = ports[1].buffer;
    const schedule::Schedule made = builder->finish();
    EXPECT_EQ(validate(made, device).size(), 0U);
    HostMemory host = test::host_memory(made);
    for (std::size_t i = 0; i < host[0].size(); ++i)
        host[0][i] = static_cast<std::byte>(i * 41 % 253);
    const ProgramRun run = test::run_program(made, device, &host);
    EXPECT_EQ(host[3], host[0]);
    const Cycles came = run.ports.at("out").frame_ends.front();
    EXPECT_EQ(run.ports.at("in again").first, came);
}

TEST_F(PlPorts, TwoPortsMeetInOneStream) {
    const arch::Port in{{10, 0}, arch::PortSide::Slave, arch::Bundle::Plio, 0};
    const arch::Port out{{12, 0}, arch::PortSide::Master, arch::Bundle::Plio, 2};
    builder->port("in", in, {Bytes{4096}, 10});
    builder->port("out", out, {Bytes{4096}, 10, {}, Bytes{8}});
    builder->schedule.flows.push_back({"through", in, {out}});
    const schedule::Schedule made = builder->finish();
    HostMemory host = test::host_memory(made);
    std::ranges::fill(host[0], std::byte{42});
    const ProgramRun run = test::run_program(made, device, &host);
    EXPECT_EQ(host[1], host[0]);
    EXPECT_NEAR(period(run), 4096 / 1.92, 1);  // the rate of the slower port
}

TEST_F(PlPorts, NothingIsHeldBeforeAnOutputThatIsFasterThanWhatComes) {
    const arch::Port in{{10, 0}, arch::PortSide::Slave, arch::Bundle::Plio, 0};
    const arch::Port out{{12, 0}, arch::PortSide::Master, arch::Bundle::Plio, 2};
    builder->port("in", in, {Bytes{4096}, 1, {}, Bytes{8}});
    builder->port("out", out, {Bytes{4096}, 1});
    builder->schedule.flows.push_back({"through", in, {out}});
    const ProgramRun run = test::run_program(builder->finish(), device);
    const Cycles first = run.ports.at("out").first;
    const Cycles last = run.ports.at("out").frame_ends.front();
    EXPECT_NEAR(static_cast<double>((last - first).count()), 4096 / 1.92, 1);
}

}  // namespace
}  // namespace xdnasim::sim
