#include "sim/calendar.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sim/fault.hpp"
#include "sim/simulation_context.hpp"

namespace xdnasim::sim {
namespace {

using arch::Cycles;

/// Logs its name and the present cycle whenever its alarm rings.
class Sleeper : public sc_core::sc_module {
 public:
    SC_HAS_PROCESS(Sleeper);
    Sleeper(const char* name, const ClockDomain& clock, std::vector<std::string>& log)
        : sc_module{sc_core::sc_module_name{name}}, clock_{clock}, log_{log} {
        SC_METHOD(wake);
        sensitive << alarm;
        dont_initialize();
    }
    Alarm alarm;

 private:
    void wake() { log_.push_back(name() + std::to_string(clock_.now().count())); }
    const ClockDomain& clock_;
    std::vector<std::string>& log_;
};

class CalendarTest : public testing::Test {
 protected:
    void run_until(Cycles cycle) {
        sc_core::sc_start(sc_core::sc_time::from_value(clock_.edge(cycle)) -
                          sc_core::sc_time_stamp());
    }

    SimulationContext context_;
    ClockDomain clock_{1.8};
    Fault fault_;
    Calendar calendar_{clock_, fault_};
    std::vector<std::string> log_;
    Sleeper a_{"a", clock_, log_};
    Sleeper b_{"b", clock_, log_};
    Sleeper c_{"c", clock_, log_};
};

TEST_F(CalendarTest, EndsARunThatTakesLongerThanTimeCanTell) {
    EXPECT_EQ(clock_.last(), Cycles{33'204'139'332'677});  // 2^64 fs at 1.8 GHz
    calendar_.notify_at(a_.alarm, clock_.last());
    EXPECT_FALSE(fault_.exception());
    calendar_.notify_at(b_.alarm, clock_.last() + Cycles{1});
    EXPECT_TRUE(fault_.exception());
}

TEST_F(CalendarTest, WakesThoseOfOneCycleInTheOrderInWhichTheyAsked) {
    calendar_.notify_at(c_.alarm, Cycles{7});
    calendar_.notify_at(a_.alarm, Cycles{5});
    calendar_.notify_at(b_.alarm, Cycles{7});
    run_until(Cycles{6});
    calendar_.notify_at(a_.alarm, Cycles{7});
    run_until(Cycles{20});
    EXPECT_EQ(log_, (std::vector<std::string>{"a5", "c7", "b7", "a7"}));
}

TEST_F(CalendarTest, LetsTheEarlierOfTwoNotificationsWin) {
    calendar_.notify_at(a_.alarm, Cycles{9});
    calendar_.notify_at(a_.alarm, Cycles{4});
    calendar_.notify_at(a_.alarm, Cycles{6});
    run_until(Cycles{20});
    EXPECT_EQ(log_, std::vector<std::string>{"a4"});
}

TEST_F(CalendarTest, ForgetsWhatIsCancelled) {
    calendar_.notify_at(a_.alarm, Cycles{4});
    calendar_.notify_at(b_.alarm, Cycles{4});
    calendar_.cancel(a_.alarm);
    calendar_.notify_at(a_.alarm, Cycles{8});
    run_until(Cycles{20});
    EXPECT_EQ(log_, (std::vector<std::string>{"b4", "a8"}));
}

TEST_F(CalendarTest, GivesEqualFuturesEqualSignatures) {
    calendar_.notify_at(a_.alarm, Cycles{4});
    calendar_.notify_at(b_.alarm, Cycles{8});
    const std::uint64_t first = calendar_.signature();
    run_until(Cycles{10});
    calendar_.notify_at(b_.alarm, Cycles{18});
    EXPECT_NE(calendar_.signature(), first);
    calendar_.notify_at(a_.alarm, Cycles{14});
    EXPECT_EQ(calendar_.signature(), first);
    ASSERT_EQ(calendar_.pending().size(), 2U);
    EXPECT_EQ(calendar_.pending().front().alarm, &a_.alarm);
}

// The calendar keeps the alarms of the next 8,192 cycles in a wheel, and later ones in a heap.

TEST_F(CalendarTest, WakesThoseThatAskedLongBeforeAheadOfOthersOfTheirCycle) {
    calendar_.notify_at(c_.alarm, Cycles{20'000});
    calendar_.notify_at(b_.alarm, Cycles{20'000});
    calendar_.notify_at(a_.alarm, Cycles{15'000});
    run_until(Cycles{15'001});
    calendar_.notify_at(a_.alarm, Cycles{20'000});
    run_until(Cycles{40'000});
    EXPECT_EQ(log_, (std::vector<std::string>{"a15000", "c20000", "b20000", "a20000"}));
}

TEST_F(CalendarTest, MovesAnAlarmFromFarToNearAndForgetsItThere) {
    calendar_.notify_at(a_.alarm, Cycles{30'000});
    calendar_.notify_at(a_.alarm, Cycles{20'000});
    calendar_.notify_at(b_.alarm, Cycles{20'000});
    calendar_.notify_at(a_.alarm, Cycles{8'191});
    calendar_.cancel(b_.alarm);
    calendar_.notify_at(c_.alarm, Cycles{8'192});
    run_until(Cycles{9'000});
    EXPECT_EQ(log_, (std::vector<std::string>{"a8191", "c8192"}));
    calendar_.notify_at(b_.alarm, Cycles{30'000});
    EXPECT_EQ(calendar_.pending().size(), 1U);
    run_until(Cycles{40'000});
    EXPECT_EQ(log_.back(), "b30000");
    EXPECT_EQ(log_.size(), 3U);
}

TEST_F(CalendarTest, KnowsWhatIsToComeInItsOrderHoweverFar) {
    calendar_.notify_at(a_.alarm, Cycles{20'000});
    calendar_.notify_at(b_.alarm, Cycles{20'000});
    calendar_.notify_at(c_.alarm, Cycles{5});
    const std::uint64_t far = calendar_.signature();
    std::vector<const Alarm*> order;
    for (const Calendar::Entry& entry : calendar_.pending())
        order.push_back(entry.alarm);
    EXPECT_EQ(order, (std::vector<const Alarm*>{&c_.alarm, &a_.alarm, &b_.alarm}));
    run_until(Cycles{6});
    calendar_.notify_at(c_.alarm, Cycles{11});
    EXPECT_NE(calendar_.signature(), far);
    calendar_.cancel(a_.alarm);
    calendar_.cancel(b_.alarm);
    calendar_.notify_at(b_.alarm, Cycles{20'006});
    calendar_.notify_at(a_.alarm, Cycles{20'006});
    EXPECT_EQ(calendar_.signature(), far);
    EXPECT_EQ(calendar_.pending().front().cycle, Cycles{11});
}

TEST_F(CalendarTest, LooksWhenAllIsDoneInACycleAndNothingInTheNext) {
    calendar_.on_look([this] { log_.push_back("look" + std::to_string(clock_.now().count())); });
    calendar_.notify_at(a_.alarm, Cycles{4});
    calendar_.notify_at(b_.alarm, Cycles{4});
    calendar_.notify_at(c_.alarm, Cycles{9});
    run_until(Cycles{5});
    calendar_.look_before_next_cycle();
    run_until(Cycles{20});
    EXPECT_EQ(log_, (std::vector<std::string>{"a4", "b4", "look9", "c9"}));
}

}  // namespace
}  // namespace xdnasim::sim
