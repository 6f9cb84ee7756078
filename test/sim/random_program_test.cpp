// Random programs whose data passes ports to the programmable logic, cascades and neighbours'
// buffers: results are checked bit by bit, and programs with one error must be noticed.

#include "test/sim/random_program.hpp"

#include <functional>
#include <string>

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "test/sim/program_builder.hpp"

namespace xdnasim::sim {
namespace {

using schedule::Schedule;

constexpr std::uint64_t kPrograms = 300;

class RandomPrograms : public testing::Test {
 protected:
    const arch::Device device = test::device_named("versal-ve2802");
};

TEST_F(RandomPrograms, GiveWhatTheirSumsAre) {
    int cascades = 0;
    int neighbours = 0;
    int contents = 0;
    int own_steps = 0;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        const test::RandomProgram program = test::random_program(device, seed);
        const auto breaches = validate(program.schedule, device);
        ASSERT_TRUE(breaches.empty())
            << "seed " << seed << ": " << breaches.front().where << " " << breaches.front().what;
        HostMemory host = program.inputs;
        const arch::Cycles cycles = test::run_program(program.schedule, device, &host).cycles;
        EXPECT_TRUE(host == program.expected) << "seed " << seed;
        EXPECT_EQ(test::run_program(program.schedule, device).cycles, cycles) << "seed " << seed;
        cascades += program.cascades;
        neighbours += program.neighbours;
        contents += program.contents;
        own_steps += program.own_steps;
    }
    EXPECT_GT(cascades, 300);
    EXPECT_GT(neighbours, 200);
    EXPECT_GT(contents, 100);
    EXPECT_GT(own_steps, 30);
}

/// How a run of a program ends: a breach, the message of an error, or another result. Empty if the
/// program ends as if nothing were wrong.
std::string outcome(const Schedule& schedule, const test::RandomProgram& right,
                    const arch::Device& device) {
    if (const auto breaches = validate(schedule, device); !breaches.empty())
        return "breach: " + breaches.front().where + " " + breaches.front().what;
    HostMemory host = right.inputs;
    try {
        static_cast<void>(test::run_program(schedule, device, &host));
    } catch (const base::DeadlockError& error) {
        const std::string text = error.what();
        EXPECT_NE(text.find("waits for"), std::string::npos) << text;
        return text;
    } catch (const base::Error& error) {
        return error.what();
    }
    return host == right.expected ? "" : "another result";
}

/// Breaks one thing in a copy of a program. Returns false if the program has no such thing.
using Mutation = std::function<bool(Schedule&)>;

class MutatedPrograms : public RandomPrograms {
 protected:
    void expect_noticed(const std::string& what, const Mutation& mutate) {
        int tried = 0;
        for (std::uint64_t seed = 0; seed < kPrograms && tried < 40; ++seed) {
            const test::RandomProgram right = test::random_program(device, seed);
            Schedule broken = right.schedule;
            if (!mutate(broken)) continue;
            ++tried;
            EXPECT_NE(outcome(broken, right, device), "") << what << ", seed " << seed;
        }
        EXPECT_EQ(tried, 40) << what;
    }
};

schedule::TileProgram* with_core(Schedule& schedule) {
    for (schedule::TileProgram& tile : schedule.tiles)
        if (!tile.core.empty()) return &tile;
    return nullptr;
}

schedule::CoreBody& round_of(schedule::TileProgram& tile) {
    return std::get<schedule::Loop>(tile.core.front().op).body;
}

TEST_F(MutatedPrograms, WithACascadeTurnedAreNoticed) {
    expect_noticed("turned", [](Schedule& schedule) {
        if (schedule.cascades.empty()) return false;
        std::swap(schedule.cascades.front().from, schedule.cascades.front().to);
        return true;
    });
}

TEST_F(MutatedPrograms, WithoutACascadeAreNoticed) {
    expect_noticed("no cascade", [](Schedule& schedule) {
        if (schedule.cascades.empty()) return false;
        schedule.cascades.pop_back();
        return true;
    });
}

TEST_F(MutatedPrograms, WithANeighbourOutOfReachAreNoticed) {
    expect_noticed("out of reach", [](Schedule& schedule) {
        schedule::TileProgram& tile = *with_core(schedule);
        for (schedule::CoreOp& op : round_of(tile))
            if (auto* call = std::get_if<schedule::Call>(&op.op)) {
                // Out of reach: the memory that a core reaches to its east is its own.
                call->arguments.front().buffer.tile.column += 1;
                return true;
            }
        return false;
    });
}

TEST_F(MutatedPrograms, WithoutAPortAreNoticed) {
    expect_noticed("no port", [](Schedule& schedule) {
        schedule.pl.ports.pop_back();
        return true;
    });
}

TEST_F(MutatedPrograms, WithALockOfTheWrongTileAreNoticed) {
    expect_noticed("lock of another tile", [](Schedule& schedule) {
        schedule::TileProgram& tile = *with_core(schedule);
        for (schedule::CoreOp& op : round_of(tile))
            if (auto* acquire = std::get_if<schedule::Acquire>(&op.op)) {
                acquire->lock.tile = {acquire->lock.tile.column, acquire->lock.tile.row - 1};
                return true;
            }
        return false;
    });
}

TEST_F(MutatedPrograms, WithACoreThatCallsNothingAreNoticed) {
    expect_noticed("no call", [](Schedule& schedule) {
        return std::erase_if(round_of(*with_core(schedule)), [](const schedule::CoreOp& op) {
                   return std::holds_alternative<schedule::Call>(op.op);
               }) > 0;
    });
}

TEST_F(MutatedPrograms, WithAFrameMoreAreNoticed) {
    expect_noticed("a frame more", [](Schedule& schedule) {
        for (schedule::PlPort& port : schedule.pl.ports) {
            if (port.port.side != arch::PortSide::Slave) continue;
            // The sums of the further frames have no place to go.
            port.frames += 200;
            return true;
        }
        return false;
    });
}

}  // namespace
}  // namespace xdnasim::sim
