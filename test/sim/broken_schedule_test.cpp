// Breaks one thing of a correct schedule at a time. The error must be noticed by validation, by
// verification, or as a deadlock with an explanation; a wrong result must never pass.

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backends/systemc/systemc_backend.hpp"
#include "base/error.hpp"
#include "test/sim/example_run.hpp"
#include "test/support/schedule_parts.hpp"
#include "workloads/gemm/gemm_program.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::sim {
namespace {

using arch::Bytes;
using schedule::Schedule;

enum class Outcome : std::uint8_t { Right, Invalid, WrongResult, Deadlock, Fault };

struct Checked {
    Outcome outcome;
    std::string message;
};

Checked run(const Schedule& schedule, const arch::Device& device) {
    try {
        const auto result =
            backends::make_systemc_backend()->run(schedule, device, {.verify = true, .seed = 5});
        return {result.verification->passed ? Outcome::Right : Outcome::WrongResult,
                result.verification->message};
    } catch (const base::DeadlockError& error) {
        return {Outcome::Deadlock, error.what()};
    } catch (const base::Error& error) {
        // A rule of the hardware is broken; nothing else may end the run of a valid schedule.
        if (error.code() != base::ExitCode::Deadlock) throw;
        return {Outcome::Fault, error.what()};
    }
}

Checked check(const Schedule& schedule, const arch::Device& device) {
    if (const auto breaches = validate(schedule, device); !breaches.empty())
        return {Outcome::Invalid, breaches.front().where + ": " + breaches.front().what};
    return run(schedule, device);
}

/// Compute-bound and stream-bound GEMMs with several tiles in every dimension, so that no
/// stride, wrap or lock is without effect.
class BrokenSchedule : public testing::TestWithParam<std::int64_t> {
 protected:
    [[nodiscard]] Schedule right() const {
        test::SmallGemm gemm;
        gemm.columns = 2;
        gemm.tile = {32, 32, 48};
        gemm.panels = 3;
        gemm.m_blocks = 3;
        gemm.n_blocks = 3;
        gemm.cycles_per_call = GetParam();
        return gemm.schedule(device);
    }

    /// Expects that `schedule` is noticed as broken, with a message. `what`: what is broken.
    void expect_noticed(const Schedule& schedule, const std::string& what) {
        ++broken_;
        const Checked checked = check(schedule, device);
        EXPECT_NE(checked.outcome, Outcome::Right) << what;
        EXPECT_FALSE(checked.message.empty()) << what;
        if (checked.outcome == Outcome::Deadlock) {
            EXPECT_NE(checked.message.find("waits for"), std::string::npos) << checked.message;
        }
    }

    const arch::Device device = test::teaching_device();
    int broken_ = 0;
};

TEST_P(BrokenSchedule, IsRightWhenNothingIsBroken) {
    const Checked checked = check(right(), device);
    EXPECT_EQ(checked.outcome, Outcome::Right) << checked.message;
}

std::string name_of(const schedule::TileProgram& tile, const schedule::Bd& bd) {
    return to_string(tile.tile) + " BD " + std::to_string(bd.id);
}

/// Calls `change` for each BD of the tiles, on a copy of the schedule each time. Returns the number
/// of calls.
int for_each_bd(
    const Schedule& schedule,
    const std::function<void(Schedule&, schedule::TileProgram&, schedule::Bd&)>& change) {
    int changed = 0;
    for (std::size_t t = 0; t < schedule.tiles.size(); ++t) {
        for (std::size_t b = 0; b < schedule.tiles[t].bds.size(); ++b) {
            Schedule copy = schedule;
            change(copy, copy.tiles[t], copy.tiles[t].bds[b]);
            ++changed;
        }
    }
    return changed;
}

TEST_P(BrokenSchedule, WithAWrongStrideIsNoticed) {
    for_each_bd(right(), [&](Schedule& schedule, schedule::TileProgram& tile, schedule::Bd& bd) {
        for (std::size_t d = 0; d < bd.dimensions.size(); ++d) {
            Schedule broken = schedule;
            schedule::Bd& target = *broken.find(tile.tile)->bd(bd.id);
            if (target.dimensions[d].size == 1) continue;
            target.dimensions[d].stride += arch::kWord;
            expect_noticed(broken, name_of(tile, bd) + " stride " + std::to_string(d));
        }
    });
    EXPECT_GE(broken_, 10);
}

TEST_P(BrokenSchedule, WithAWrongWrapIsNoticed) {
    for_each_bd(right(), [&](Schedule& schedule, schedule::TileProgram& tile, schedule::Bd& bd) {
        // The outermost dimension has no wrap: its size is set by the length.
        for (std::size_t d = 0; d + 1 < bd.dimensions.size(); ++d) {
            Schedule broken = schedule;
            schedule::Bd& target = *broken.find(tile.tile)->bd(bd.id);
            target.dimensions[d].size *= 2;
            expect_noticed(broken, name_of(tile, bd) + " wrap " + std::to_string(d));
        }
    });
    EXPECT_GE(broken_, 10);
}

TEST_P(BrokenSchedule, WithAWrongLengthIsNoticed) {
    const int bds = for_each_bd(
        right(), [&](Schedule& schedule, schedule::TileProgram& tile, schedule::Bd& bd) {
            bd.length -= bd.length / 2 / arch::kWord * arch::kWord;
            expect_noticed(schedule, name_of(tile, bd) + " length");
        });
    EXPECT_EQ(broken_, bds);
    EXPECT_GE(bds, 10);
}

TEST_P(BrokenSchedule, WithoutAnAcquireIsNoticed) {
    const int bds = for_each_bd(
        right(), [&](Schedule& schedule, schedule::TileProgram& tile, schedule::Bd& bd) {
            bd.acquire.reset();
            expect_noticed(schedule, name_of(tile, bd) + " acquire");
        });
    EXPECT_EQ(broken_, bds);
    EXPECT_GE(bds, 10);
}

TEST_P(BrokenSchedule, WithoutAReleaseIsNoticed) {
    const int bds = for_each_bd(
        right(), [&](Schedule& schedule, schedule::TileProgram& tile, schedule::Bd& bd) {
            bd.release.reset();
            expect_noticed(schedule, name_of(tile, bd) + " release");
        });
    EXPECT_EQ(broken_, bds);
    EXPECT_GE(bds, 10);
}

TEST_P(BrokenSchedule, WithAWrongBufferIsNoticed) {
    const int bds = for_each_bd(
        right(), [&](Schedule& schedule, schedule::TileProgram& tile, schedule::Bd& bd) {
            auto& buffer = std::get<schedule::BufferRef>(bd.buffer);
            buffer.index = (buffer.index + 1) % static_cast<int>(tile.buffers.size());
            expect_noticed(schedule, name_of(tile, bd) + " buffer");
        });
    EXPECT_EQ(broken_, bds);
    EXPECT_GE(bds, 10);
}

TEST_P(BrokenSchedule, WithoutALockOperationOfACoreIsNoticed) {
    const Schedule whole = right();
    const arch::TileId core{0, 2};
    const auto body = [&](Schedule& schedule) -> schedule::CoreBody& {
        return std::get<schedule::Loop>(schedule.find(core)->core.front().op).body;
    };
    const auto without = [&](const std::function<schedule::CoreBody&(Schedule&)>& list,
                             std::size_t index) {
        Schedule broken = whole;
        schedule::CoreBody& ops = list(broken);
        if (std::holds_alternative<schedule::Loop>(ops[index].op)) return;
        ops.erase(ops.begin() + static_cast<long>(index));
        expect_noticed(broken, "core operation " + std::to_string(index));
    };
    Schedule probe = whole;
    for (std::size_t i = 0; i < body(probe).size(); ++i)
        without(body, i);
    const auto inner = [&](Schedule& schedule) -> schedule::CoreBody& {
        for (schedule::CoreOp& op : body(schedule))
            if (auto* loop = std::get_if<schedule::Loop>(&op.op)) return loop->body;
        throw std::logic_error{"no loop"};
    };
    for (std::size_t i = 0; i < inner(probe).size(); ++i)
        without(inner, i);
    EXPECT_GE(broken_, 6);  // acquires and releases of A, B and C
}

TEST_P(BrokenSchedule, WithAWrongInitialLockIsNoticed) {
    const Schedule whole = right();
    for (std::size_t t = 0; t < whole.tiles.size(); ++t) {
        for (std::size_t l = 0; l < whole.tiles[t].locks.size(); ++l) {
            Schedule broken = whole;
            ++broken.tiles[t].locks[l].initial;
            expect_noticed(
                broken, to_string(whole.tiles[t].tile) + " lock " + whole.tiles[t].locks[l].name);
        }
    }
    EXPECT_GE(broken_, 10);
}

TEST_P(BrokenSchedule, WithAConnectionMissingIsNoticed) {
    const Schedule whole = right();
    std::size_t missing = 0;
    for (std::size_t r = 0; r < whole.routes.size(); ++r) {
        for (std::size_t c = 0; c < whole.routes[r].connections.size(); ++c) {
            Schedule broken = whole;
            auto& connections = broken.routes[r].connections;
            connections.erase(connections.begin() + static_cast<long>(c));
            EXPECT_EQ(check(broken, device).outcome, Outcome::Invalid)
                << whole.flows[r].name << " connection " << c;
            ++missing;
        }
    }
    // The route of every flow has at least one connection.
    EXPECT_GE(missing, whole.flows.size());
}

TEST_P(BrokenSchedule, WithTwoRoutesSwappedIsNoticed) {
    const Schedule whole = right();
    ASSERT_GE(whole.routes.size(), 6U);
    for (std::size_t r = 0; r + 1 < whole.routes.size(); ++r) {
        Schedule broken = whole;
        std::swap(broken.routes[r], broken.routes[r + 1]);
        EXPECT_EQ(check(broken, device).outcome, Outcome::Invalid) << whole.flows[r].name;
    }
}

TEST_P(BrokenSchedule, WithAWrongHostAddressIsNoticed) {
    const Schedule whole = right();
    for (std::size_t loop = 0; loop < whole.sequence.size(); ++loop) {
        const auto& body = std::get<schedule::SequenceLoop>(whole.sequence[loop].op).body;
        for (std::size_t i = 0; i < body.size(); ++i) {
            if (!std::holds_alternative<schedule::WriteBd>(body[i].op)) continue;
            Schedule broken = whole;
            auto& op = std::get<schedule::SequenceLoop>(broken.sequence[loop].op).body[i].op;
            std::get<schedule::WriteBd>(op).offset.base += 4;
            expect_noticed(broken, "sequence operation " + std::to_string(i));
        }
    }
    EXPECT_GE(broken_, 3);  // A, B and C
}

TEST(Deadlock, NamesWhoWaitsForWhatAndWhoCouldReleaseIt) {
    const arch::Device device = test::teaching_device();
    test::SmallGemm gemm;
    Schedule schedule = gemm.schedule(device);
    // The core never frees its B buffers.
    schedule::TileProgram& core = schedule::test::program_of(schedule, {0, 2});
    const int b_empty = schedule::test::lock_named(core, "B empty").id;
    const auto erased = std::erase_if(schedule::test::body_calling(core.core, gemm::kMatmulKernel),
                                      [&](const schedule::CoreOp& op) {
                                          const auto* release =
                                              std::get_if<schedule::Release>(&op.op);
                                          return release != nullptr && release->lock.id == b_empty;
                                      });
    ASSERT_EQ(erased, 2U);
    const Checked checked = run(schedule, device);
    ASSERT_EQ(checked.outcome, Outcome::Deadlock);
    EXPECT_NE(checked.message.find("the runtime sequence waits for a token of shim (0,0) S2MM 0"),
              std::string::npos)
        << checked.message;
    EXPECT_NE(checked.message.find("core (0,2) waits for lock 3 'B full' of (0,2) to be >= 1; it "
                                   "is 0; released by BD 2 of (0,2), BD 3 of (0,2)"),
              std::string::npos)
        << checked.message;
    EXPECT_NE(checked.message.find("waits for lock 2 'B empty' of (0,2) to be >= 1; it is 0; "
                                   "released by nobody"),
              std::string::npos)
        << checked.message;
}

INSTANTIATE_TEST_SUITE_P(ComputeAndStreamBound, BrokenSchedule, testing::Values(1, 3000));

}  // namespace
}  // namespace xdnasim::sim
