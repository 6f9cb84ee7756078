// A run of two modules, small enough to be worked out by hand: a runtime sequence that writes a
// word every ten cycles, and a ticker that ticks five cycles later.

#include "sim/repeats/recurrence.hpp"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "sim/command_processor.hpp"
#include "sim/dram.hpp"
#include "sim/environment.hpp"
#include "sim/simulation_context.hpp"
#include "test/support/stock_device.hpp"

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using schedule::Limit;

/// How a ticker differs from one that is in the same state every ten cycles.
struct Habits {
    int phases = 1;           ///< number of states that follow each other in turn
    bool counts = false;      ///< whether its state is a new one at each tick
    bool slows_down = false;  ///< whether each interval is ten cycles longer than the last
    bool refuses = false;     ///< whether its state cannot be restored
    double share_done = 0;    ///< share of the run that is done; 0 or 1: not known
    std::int64_t rounds = 0;  ///< ticks until it enters phase 1 once; 0: never
};

class Ticker : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(Ticker);
    Ticker(Environment& environment, Habits habits)
        : sc_module{sc_core::sc_module_name{"ticker"}}, environment_{environment}, habits_{habits} {
        left = habits_.rounds;
        SC_METHOD(tick);
        sensitive << wake_;
        dont_initialize();
        environment_.calendar.notify_at(wake_, Cycles{5});
    }
    void on_tick(std::function<void()> callback) { ticked_ = std::move(callback); }
    void stop() { environment_.calendar.cancel(wake_); }

    void visit_state(StateVisitor& visitor) {
        if (!visitor.loads()) ++written_down;
        if (habits_.refuses) visitor.refuse();
        visitor.value(phase_);
        visitor.count(left, range_);
        if (habits_.counts) visitor.alike(ticks);
        visitor.leads(leads);
    }
    void visit_totals(TotalsVisitor& visitor) { visitor.visit(ticks); }

    std::int64_t ticks = 0;
    Leads leads;
    int written_down = 0;
    std::int64_t left = 0;

 private:
    void tick() {
        ++ticks;
        phase_ = (phase_ + 1) % habits_.phases;
        if (left > 0) {
            range_.take(1);
            if (range_.ended(--left)) phase_ = 1;
        }
        Leads saved;
        saved[Limit::Compute] = 3;
        leads += saved;
        const Cycles more{habits_.slows_down ? 10 * ticks : 0};
        environment_.calendar.notify_at(wake_, environment_.clock.now() + Cycles{10} + more);
        ticked_();
    }

    Environment& environment_;
    Habits habits_;
    int phase_ = 0;
    CountRange range_;
    std::function<void()> ticked_;
    Alarm wake_;
};

arch::Device device_of_ten_cycles() {
    arch::Device device = xdnasim::test::device_named("teaching-2x1");
    device.clock_ghz = 1;
    device.command_processor.push = arch::Nanoseconds{10};
    return device;
}

schedule::SequenceOp word() {
    return {schedule::WriteMemory{{}, {}, {1}}};
}

struct TickedRun {
    TickedRun(Habits habits, std::vector<schedule::SequenceOp> operations)
        : sequence{std::move(operations)}, ticker{environment, habits} {
        Views views;
        views.parts = {
            [this](StateVisitor& visitor) { ticker.visit_state(visitor); },
            [this](StateVisitor& visitor) { processor.visit_state(visitor); },
            [this](StateVisitor& visitor) { environment.calendar.visit_state(visitor); }};
        views.totals = [this](TotalsVisitor& visitor) {
            ticker.visit_totals(visitor);
            processor.visit_totals(visitor);
        };
        views.position = [this] { return processor.position().signature(); };
        views.share_done = [habits] { return habits.share_done; };
        recurrence.emplace(environment, std::move(views), Retrace{processor, dram});
        ticker.on_tick([this] { recurrence->look_soon(Round::Outermost); });
        processor.on_end([this](const Moment& moment) {
            end = environment.of_run(moment.cycle);
            ticker.stop();
        });
    }
    void to_end() { sc_core::sc_start(); }
    void for_cycles(std::int64_t cycles) {
        sc_core::sc_start(static_cast<double>(cycles), sc_core::SC_NS);
    }

    SimulationContext context;
    arch::Device device = device_of_ten_cycles();
    Environment environment{device};
    Dram dram{"dram", environment};
    std::vector<schedule::SequenceOp> sequence;
    LockBanks locks;
    CommandProcessor processor{"processor", environment, sequence, {}, locks};
    Ticker ticker;
    std::optional<Recurrence> recurrence;
    Cycles end{0};
};

std::vector<schedule::SequenceOp> words(std::int64_t count) {
    return {{schedule::SequenceLoop{count, {word()}}}};
}

/// Expects a run of 1,000 words: word number n is written by cycle 10 n, and the ticks are at 5,
/// 15, 25, ..., each of which adds 3 to a lead.
void expect_thousand_words(const TickedRun& run) {
    EXPECT_EQ(run.end, Cycles{10'000});
    EXPECT_EQ(run.processor.busy(), Cycles{10'000});
    EXPECT_EQ(run.ticker.ticks, 1000);
    EXPECT_DOUBLE_EQ(run.ticker.leads[Limit::Compute], 3'000);
    EXPECT_DOUBLE_EQ(run.ticker.leads[Limit::Dram], 0);
}

TEST(Recurrence, PassesAllRoundsThatRepeatAtOnce) {
    TickedRun run{{}, words(1000)};
    run.to_end();
    expect_thousand_words(run);
    // Simulated: a few ticks until one state is known to lead to itself, and the last rounds.
    EXPECT_GT(run.environment.skipped(), Cycles{9'900});
    EXPECT_LT(run.ticker.written_down, 10);
}

TEST(Recurrence, PassesStatesThatFollowEachOther) {
    TickedRun run{{.phases = 7}, words(1000)};
    run.to_end();
    expect_thousand_words(run);
    // Simulated: seven ticks until a state comes again, and seven to record the stretch from each
    // state to the next.
    EXPECT_GT(run.environment.skipped(), Cycles{9'700});
    EXPECT_LT(run.ticker.written_down, 30);
}

TEST(Recurrence, PassesWhatIsCountedDownUpToItsEnd) {
    TickedRun run{{.rounds = 700}, words(1000)};
    run.to_end();
    expect_thousand_words(run);
    EXPECT_EQ(run.ticker.left, 0);
    // Only the tick in which the count ends is of another kind.
    EXPECT_GT(run.environment.skipped(), Cycles{9'700});
    EXPECT_LT(run.ticker.written_down, 30);
}

/// The cycles that are skipped with a ticker whose states come again every 70 cycles. `share`: the
/// share of the run that is said to be done.
Cycles skipped_where_done(double share) {
    TickedRun run{{.phases = 7, .share_done = share}, words(1000)};
    run.to_end();
    expect_thousand_words(run);
    return run.environment.skipped();
}

TEST(Recurrence, LooksCloselyOnlyWhereThreePeriodsAreLeft) {
    // With a share of 0.9 done, a ninth of the elapsed time is left. From cycle 1,890 on that is
    // 210 cycles, three periods. Some 30 ticks later, all that follows is known.
    EXPECT_GT(skipped_where_done(0.9), Cycles{7'700});
    EXPECT_LT(skipped_where_done(0.9), Cycles{8'120});
    EXPECT_EQ(skipped_where_done(0.999), Cycles{0});
}

TEST(Recurrence, LooksCloselyWhereNobodyKnowsWhatIsLeft) {
    EXPECT_GT(skipped_where_done(0), Cycles{9'700});
    EXPECT_GT(skipped_where_done(1), Cycles{9'700});
}

TEST(Recurrence, PassesOnlyWhatTheSequenceDoesAgain) {
    // A loop of 100 words, a single word, and another loop of 100.
    std::vector<schedule::SequenceOp> sequence = words(100);
    sequence.push_back(word());
    sequence.push_back(words(100).front());
    TickedRun run{{}, std::move(sequence)};
    run.to_end();
    EXPECT_EQ(run.end, Cycles{2'010});
    EXPECT_EQ(run.ticker.ticks, 201);
    EXPECT_DOUBLE_EQ(run.ticker.leads[Limit::Compute], 603);
    EXPECT_GT(run.environment.skipped(), Cycles{1'800});
    EXPECT_LT(run.environment.skipped(), Cycles{2'000});
}

TEST(Recurrence, SkipsNothingWhereNoStateComesAgain) {
    TickedRun run{{.counts = true}, words(1000)};
    run.to_end();
    expect_thousand_words(run);
    EXPECT_EQ(run.environment.skipped(), Cycles{0});
}

TEST(Recurrence, WritesNothingDownWhereNoWakeUpsComeAgain) {
    TickedRun run{{.slows_down = true}, words(1000)};
    run.to_end();
    EXPECT_EQ(run.end, Cycles{10'000});
    EXPECT_EQ(run.environment.skipped(), Cycles{0});
    EXPECT_EQ(run.ticker.written_down, 0);
}

TEST(Recurrence, SkipsNothingOfWhatCannotBePutBack) {
    TickedRun run{{.refuses = true}, words(1000)};
    run.to_end();
    expect_thousand_words(run);
    EXPECT_EQ(run.environment.skipped(), Cycles{0});
}

TEST(Recurrence, LeavesARunAloneThatGoesOnForEver) {
    TickedRun run{{}, {}};
    run.processor.on_end([](const Moment&) {});
    run.for_cycles(1'000);
    // Exactly 10,000 stretches of ten cycles.
    EXPECT_EQ(run.environment.skipped(), Cycles{100'000});
    // 100 ticks at 5, 15, ..., 995 of the clock, and the 10,000 that were skipped.
    EXPECT_EQ(run.ticker.ticks, 10'100);
    EXPECT_DOUBLE_EQ(run.ticker.leads[Limit::Compute], 30'300);
}

}  // namespace
}  // namespace xdnasim::sim
