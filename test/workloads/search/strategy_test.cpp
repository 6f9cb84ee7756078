#include "workloads/search/strategy.hpp"

#include <algorithm>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace xdnasim::search {
namespace {

using arch::Nanoseconds;
using ::testing::HasSubstr;

/// Designs with made-up times. A design calls its workload as often as its simulated time has
/// nanoseconds, and the bench takes a nanosecond for each call.
class MadeUp final : public Space {
 public:
    struct Times {
        double forecast;
        std::int64_t simulated;
    };
    explicit MadeUp(std::vector<Times> times) : times_{std::move(times)} {
        std::ranges::stable_sort(times_, {}, &Times::forecast);
    }

    [[nodiscard]] std::size_t size() const override { return times_.size(); }
    [[nodiscard]] Design design(std::size_t index) override {
        Design design;
        design.name = std::to_string(index);
        design.runs = {{nullptr, times_[index].simulated}};
        design.forecast.time = Nanoseconds{times_[index].forecast};
        return design;
    }
    [[nodiscard]] Nanoseconds best() const {
        return Nanoseconds{static_cast<double>(
            std::ranges::min_element(times_, {}, &Times::simulated)->simulated)};
    }

 private:
    std::vector<Times> times_;
};

std::vector<Bench::Outcome> a_nanosecond_each(Bench::Workloads workloads) {
    return {workloads.size(), Cost{.time = Nanoseconds{1}}};
}

Bench bench_of(Bench::Budget budget = {}) {
    return Bench{Objective::Time, a_nanosecond_each, std::move(budget)};
}

TEST(Constraints, TakeWhatReachesTheTopsAndNameOnlyWhatWasAskedFor) {
    const Constraints constraints{.min_tops = 2, .operations = 8e6};
    EXPECT_TRUE(constraints.allow({.time = Nanoseconds{4000}}));
    EXPECT_FALSE(constraints.allow({.time = Nanoseconds{4001}}));
    EXPECT_EQ(constraints.text(), "2 TOPS or more");
}

TEST(Constraints, SayWhatADesignHasSoThatItIsEnoughWhenItIsAskedFor) {
    const Constraints asked{.operations = 8e6};
    const Cost cost{.time = Nanoseconds{48876.73}};
    // 8e6 operations in 48,876.73 ns are 0.1636770 TOPS.
    EXPECT_EQ(asked.tops_text(cost), "0.16367 TOPS");
    EXPECT_EQ(Constraints::time_text(cost), "48.877 us");
    EXPECT_EQ(Constraints::time_text({.time = Nanoseconds{233.6}}), "0.2336 us");
    EXPECT_EQ(Constraints::time_text({.time = Nanoseconds{233.6001}}), "0.23361 us");
    EXPECT_EQ(Constraints{.max_time = Nanoseconds{233.55}}.text(), "time up to 0.23355 us");
    EXPECT_EQ(Constraints{.max_time = Nanoseconds{5e8}}.text(), "time up to 500,000 us");
}

TEST(Exhaustive, GoesOnWhereWhatWouldBeBestBreaksAConstraint) {
    std::vector<Design> designs;
    for (int i = 0; i < 20; ++i) {
        Design& design = designs.emplace_back();
        design.name = std::to_string(i);
        design.runs = {{nullptr, 100 - i}};
        design.forecast = {.time = Nanoseconds{100.0 - i}, .cores = i + 1};
    }
    ListedSpace space{designs};
    // Only designs with 16 cores and more take up to 85 ns, and the first eight have fewer.
    Bench bench{
        Objective::Cores, a_nanosecond_each, {.constraints = {.max_time = Nanoseconds{85}}}};
    static_cast<void>(make_exhaustive(space)->search(bench));
    ASSERT_FALSE(bench.trials().empty());
    EXPECT_EQ(bench.trials().front().cost.cores, 16);
}

TEST(Exhaustive, PassesOverWhatCannotMeetTheConstraints) {
    std::vector<Design> designs;
    for (int i = 0; i < 100; ++i) {
        Design& design = designs.emplace_back();
        design.name = std::to_string(i);
        // All take a fifth longer than forecast. The first 90 have two cores, the rest have three.
        design.runs = {{nullptr, i < 90 ? 1200 : 600}};
        design.forecast = {.time = Nanoseconds{i < 90 ? 1000.0 : 500.0}, .cores = i < 90 ? 2 : 3};
    }
    ListedSpace space{designs};
    Bench bench{Objective::Cores,
                a_nanosecond_each,
                {.max_trials = 60, .constraints = {.max_time = Nanoseconds{1100}}}};
    static_cast<void>(make_exhaustive(space)->search(bench));
    ASSERT_FALSE(bench.trials().empty());
    EXPECT_EQ(bench.trials().front().cost.cores, 3);
    EXPECT_EQ(bench.fastest()->cost.time, Nanoseconds{600});
}

TEST(Exhaustive, SimulatesAllThatMayBeBestAndNoMore) {
    std::vector<MadeUp::Times> times;
    for (int i = 0; i < 100; ++i)
        times.push_back({1000.0 + 3 * i, 1000 + 3 * i});
    MadeUp space{times};
    Bench bench = bench_of();
    const auto decisions = make_exhaustive(space)->search(bench);
    // Forecasts are exact. Those up to 1000 / 0.97 = 1030.9 might be the best: 1000, 1003, ...,
    // 1030.
    EXPECT_EQ(bench.trials().size(), 11U);
    EXPECT_EQ(bench.trials().front().cost.time, Nanoseconds{1000});
    EXPECT_FALSE(bench.was_cut_short());
    ASSERT_EQ(decisions.size(), 1U);
    EXPECT_THAT(decisions[0], HasSubstr("11 designs simulated"));
}

TEST(Exhaustive, FindsTheBestWithinTwoPercentWhateverTheForecastsAreOffBy) {
    std::mt19937 random{7};
    std::uniform_real_distribution<double> forecast{1e6, 2e6};
    std::uniform_real_distribution<double> ratio{0.93, 1.25};
    int exact = 0;
    constexpr int kSpaces = 200;
    for (int i = 0; i < kSpaces; ++i) {
        std::vector<MadeUp::Times> times;
        for (int j = 0; j < 300; ++j) {
            const double time = forecast(random);
            times.push_back({time, static_cast<std::int64_t>(time * ratio(random))});
        }
        MadeUp space{times};
        Bench bench = bench_of({.max_trials = times.size()});
        make_exhaustive(space)->search(bench);
        const Nanoseconds found = bench.trials().front().cost.time;
        EXPECT_LE(found / space.best(), 1.02);
        exact += found == space.best() ? 1 : 0;
    }
    EXPECT_GE(exact, kSpaces * 9 / 10);
}

TEST(Exhaustive, EndsWhereForecastsAreTooShortAllAlike) {
    std::vector<MadeUp::Times> times;
    for (int i = 0; i < 300; ++i)
        times.push_back({1000.0 + i, 1100 + i});
    MadeUp space{times};
    Bench bench = bench_of();
    make_exhaustive(space)->search(bench);
    // While few designs are simulated, those with forecasts up to 1100 / 0.97 = 1134 might be the
    // best. After 40, the least ratio of simulated to forecast time is 1139 / 1039 = 1.096, so that
    // only forecasts up to 1100 / 1.066 = 1032 might be, and all of these have been simulated.
    EXPECT_EQ(bench.trials().size(), kEnough);
    EXPECT_FALSE(bench.was_cut_short());
}

TEST(Exhaustive, SaysThatItWasStopped) {
    std::vector<MadeUp::Times> times(50, {1000, 1000});
    MadeUp space{times};
    int left = 5;
    Bench bench = bench_of({.may_go_on = [&] { return left-- > 0; }});
    const auto decisions = make_exhaustive(space)->search(bench);
    EXPECT_EQ(bench.trials().size(), 5U);
    EXPECT_TRUE(bench.was_cut_short());
    EXPECT_THAT(decisions.at(0), HasSubstr("was stopped"));
}

TEST(Exhaustive, SaysHowManyDesignsCouldNotRun) {
    MadeUp space{std::vector<MadeUp::Times>(5, {1000, 1000})};
    int call = 0;
    Bench bench{Objective::Time,
                [&](Bench::Workloads workloads) {
                    auto costs = a_nanosecond_each(workloads);
                    for (Bench::Outcome& cost : costs)
                        if (++call > 2) cost = "there is no room for " + std::to_string(call);
                    return costs;
                },
                {}};
    const auto decisions = make_exhaustive(space)->search(bench);
    EXPECT_EQ(bench.trials().size(), 2U);
    EXPECT_EQ(bench.unmapped(), 3U);
    EXPECT_EQ(bench.first_refusal(), "there is no room for 3");
    EXPECT_THAT(decisions.at(0), HasSubstr("2 designs simulated, 3 could not run"));
}

TEST(Exhaustive, CountsWhatItTriedItselfWhereAnotherSearchTriedMore) {
    MadeUp space{std::vector<MadeUp::Times>(5, {1000, 1000})};
    Bench bench{Objective::Time,
                [](Bench::Workloads workloads) {
                    return std::vector<Bench::Outcome>(workloads.size(), "no room");
                },
                {}};
    EXPECT_THAT(make_exhaustive(space)->search(bench).at(0),
                HasSubstr("0 designs simulated, 5 could not run"));
    ListedSpace other{{space.design(0)}};
    EXPECT_THAT(make_exhaustive(other)->search(bench).at(0),
                HasSubstr("0 designs simulated, 1 could not run"));
    ListedSpace none{{}};
    EXPECT_THAT(make_exhaustive(none)->search(bench).at(0),
                testing::StartsWith("0 designs simulated: all"));
}

TEST(Bench, SimulatesADesignOnce) {
    MadeUp space{{{10, 12}}};
    int simulated = 0;
    Bench bench{Objective::Time,
                [&](Bench::Workloads workloads) {
                    simulated += static_cast<int>(workloads.size());
                    return a_nanosecond_each(workloads);
                },
                {}};
    EXPECT_EQ(bench.measure(space.design(0))->cost.time, Nanoseconds{12});
    EXPECT_EQ(bench.measure(space.design(0))->cost.time, Nanoseconds{12});
    EXPECT_EQ(simulated, 1);
}

TEST(Bench, LeavesOutWhatOnlyHelpedToFindTheAnswer) {
    MadeUp space{{{10, 12}}};
    Bench bench = bench_of();
    Design helper = space.design(0);
    helper.is_answer = false;
    EXPECT_NE(bench.measure(helper), nullptr);
    EXPECT_TRUE(bench.trials().empty());
}

TEST(Objective, OfEqualsTheFasterIsBetter) {
    const Cost fast{Nanoseconds{10}, arch::Bytes{100}, 4, {}};
    const Cost slow{Nanoseconds{20}, arch::Bytes{100}, 4, {}};
    const Cost small{Nanoseconds{30}, arch::Bytes{50}, 2, {}};
    for (const Objective objective : kObjectives)
        EXPECT_TRUE(better(objective, fast, slow)) << to_string(objective);
    EXPECT_TRUE(better(Objective::Dram, small, fast));
    EXPECT_TRUE(better(Objective::Cores, small, fast));
    EXPECT_TRUE(better(Objective::Time, fast, small));
}

TEST(Constraints, AllowWhatIsWithinAllOfThem) {
    const Constraints constraints{Nanoseconds{100}, arch::Bytes{10}, 4};
    EXPECT_TRUE(constraints.allow({Nanoseconds{100}, arch::Bytes{10}, 4, {}}));
    EXPECT_FALSE(constraints.allow({Nanoseconds{101}, arch::Bytes{10}, 4, {}}));
    EXPECT_FALSE(constraints.allow({Nanoseconds{100}, arch::Bytes{11}, 4, {}}));
    EXPECT_FALSE(constraints.allow({Nanoseconds{100}, arch::Bytes{10}, 5, {}}));
    EXPECT_TRUE(Constraints{}.allow({Nanoseconds{1e12}, arch::Bytes{1 << 30}, 1000, {}}));
}

}  // namespace
}  // namespace xdnasim::search
