#include "sim/state.hpp"

#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

using arch::Cycles;

/// A machine of one of each kind of figure.
struct Machine {
    int phase = 2;
    Cycles since{100};
    Moment old{Cycles{40}, {}};
    Leads next{};
    std::int64_t rounds = 50;
    std::int64_t loops = 1;
    std::vector<int> queue{1, 2};
    std::int64_t bytes = 1000;

    void visit_state(StateVisitor& visitor) {
        visitor.value(phase);
        visitor.time(since);
        visitor.moment(old);
        visitor.leads(next);
        visitor.left(rounds, loops);
        visitor.value(queue.size());
        for (const int entry : queue)
            visitor.value(entry);
        visitor.total(bytes);
    }
    [[nodiscard]] Snapshot at(Cycles now) {
        Snapshot snapshot;
        snapshot.now = now;
        Recorder recorder{snapshot};
        visit_state(recorder);
        return snapshot;
    }
};

/// A period of 30 cycles and 4 rounds later.
Machine a_period_later() {
    Machine later;
    later.since += Cycles{30};
    later.rounds -= 4;
    later.bytes += 128;
    return later;
}

std::optional<Period> period_to(Machine later) {
    return period_between(Machine{}.at(Cycles{110}), later.at(Cycles{140}));
}

TEST(State, RecursWhenTimesHaveMovedOnOrStayedBehind) {
    const auto period = period_to(a_period_later());
    ASSERT_TRUE(period);
    EXPECT_EQ(period->length, Cycles{30});
    EXPECT_EQ(period->times_pass, std::vector<bool>{false});
    EXPECT_EQ(period->moments_pass, std::vector<bool>{true});
    // 46 rounds are 11 times 4 and a half: one whole period is left over.
    EXPECT_EQ(periods_left(*period, a_period_later().at(Cycles{140})), 10);
}

TEST(State, DoesNotRecurWhenAnyFigureIsAnother) {
    const std::vector<std::function<void(Machine&)>> changes{
        [](Machine& of) { of.phase = 3; },
        [](Machine& of) { of.since += Cycles{1}; },
        [](Machine& of) { of.old.cycle += Cycles{29}; },
        [](Machine& of) { of.rounds = 51; },  // more than before
        [](Machine& of) { of.loops = 2; },    // another loop
        [](Machine& of) {
            of.queue = {2, 1};
        },
        [](Machine& of) { of.queue.push_back(0); },
    };
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Machine changed = a_period_later();
        changes[i](changed);
        EXPECT_FALSE(period_to(changed)) << i;
    }
}

TEST(State, AnotherLoopMayHaveAsManyRoundsLeft) {
    Machine later = a_period_later();
    later.loops = 2;
    later.rounds = 50;
    const auto period = period_to(later);
    ASSERT_TRUE(period);
    // Nothing runs out, and so nothing says when to stop.
    EXPECT_EQ(periods_left(*period, later.at(Cycles{140})), 0);
}

TEST(State, MovesOnByWholePeriods) {
    Machine machine = a_period_later();
    const auto period = period_to(machine);
    Leads leads;
    leads.wait(77);
    Mover mover{*period, 5, {leads, leads}};
    machine.visit_state(mover);
    EXPECT_EQ(machine.since, Cycles{130});           // of the clock that stands still
    EXPECT_EQ(machine.old.cycle, Cycles{40 - 150});  // 150 cycles further back
    EXPECT_EQ(machine.old.leads, leads);
    EXPECT_EQ(machine.next, leads);
    EXPECT_EQ(machine.rounds, 46 - 20);
    EXPECT_EQ(machine.bytes, 1128 + 5 * 128);
}

}  // namespace
}  // namespace xdnasim::sim
