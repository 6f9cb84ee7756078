#include "sim/clock_domain.hpp"

#include <gtest/gtest.h>

#include "sim/simulation_context.hpp"

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using arch::PlCycles;

template <class ClockOf, class CyclesOf>
concept HasEdge = requires(ClockOf clock, CyclesOf cycle) {
    clock.edge(cycle);
};

static_assert(HasEdge<ClockDomain, Cycles>);
static_assert(HasEdge<PlClock, PlCycles>);
static_assert(!HasEdge<ClockDomain, PlCycles>);
static_assert(!HasEdge<PlClock, Cycles>);

TEST(ClockDomain, OneGigahertzHasEdgesEveryNanosecond) {
    const ClockDomain clock{1.0};
    EXPECT_EQ(clock.edge(Cycles{0}), 0U);
    EXPECT_EQ(clock.edge(Cycles{7}), 7'000'000U);
}

TEST(ClockDomain, AnUnevenPeriodDoesNotDrift) {
    const ClockDomain clock{1.8};
    // 1.8e9 cycles are one second, to the femtosecond; adding rounded periods would be off
    // by a microsecond.
    EXPECT_EQ(clock.edge(Cycles{1'800'000'000}), 1'000'000'000'000'000U);
    EXPECT_EQ(clock.edge(Cycles{9}), 5'000'000U);
    EXPECT_EQ(clock.edge(Cycles{1}), 555'555U);
}

TEST(ClockDomain, OfProgrammableLogicCountsItsOwnCycles) {
    const PlClock clock{0.3};
    EXPECT_EQ(clock.edge(PlCycles{3}), 10'000'000U);
    EXPECT_EQ(clock.at(10'000'000), PlCycles{3});
}

TEST(ClockDomain, FindsTheCycleOfAnEdgeAgain) {
    for (const double ghz : {0.8, 1.0, 1.0274, 1.25, 1.8}) {
        const SimulationContext context;
        const ClockDomain clock{ghz};
        Cycles last{0};
        for (const std::int64_t step : {1, 2, 3, 5, 1'000, 999'983, 100'000'007}) {
            last += Cycles{step};
            sc_core::sc_event event{"edge"};
            clock.notify_at(event, last);
            sc_core::sc_start(sc_core::sc_time::from_value(clock.edge(last)) -
                              sc_core::sc_time_stamp());
            EXPECT_EQ(clock.now(), last) << ghz << " GHz";
        }
    }
}

}  // namespace
}  // namespace xdnasim::sim
