#include "sim/repeats/state.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using schedule::Limit;
using Words = StateVisitor::Words;

enum class Colour : std::uint8_t { Red, Green };

/// A module's state with a member of each kind that modules have.
struct Part {
    int count = 0;
    Colour colour = Colour::Red;
    double rate = 0;
    const int* client = nullptr;
    std::optional<int> chosen{};
    std::vector<int> queue{};
    Cycles due{0};

    void visit_state(StateVisitor& visitor) {
        visitor.value(count);
        visitor.value(colour);
        visitor.value(rate);
        visitor.value(client);
        visitor.value(chosen);
        visitor.size(queue);
        for (int& each : queue)
            visitor.value(each);
        visitor.time(due);
    }
};

Words written(Part& part, Cycles now) {
    Words words;
    StateVisitor visitor{now};
    visitor.begin(words);
    part.visit_state(visitor);
    return words;
}

TEST(StateVisitor, WritesTimesDownRelativeToNow) {
    Part part{.count = 3, .colour = Colour::Green, .queue = {8, 9}, .due = Cycles{112}};
    // Count, colour, rate, client, no chosen value, two entries in the queue, due in twelve cycles.
    EXPECT_EQ(written(part, Cycles{100}), (Words{3, 1, 0, 0, 0, 2, 8, 9, 12}));
}

TEST(StateVisitor, PutsBackWhatWasWrittenDownAtAnotherTime) {
    const int client = 0;
    Part before{4, Colour::Green, 0.3, &client, 6, {1, 2, 3}, Cycles{1007}};
    Words words = written(before, Cycles{1000});
    Part part{.chosen = 1, .queue = {5}};
    const std::vector<Leads> none;
    StateVisitor visitor{Cycles{50}, none, {}};
    visitor.begin(words);
    part.visit_state(visitor);
    EXPECT_EQ(part.count, 4);
    EXPECT_EQ(part.colour, Colour::Green);
    EXPECT_EQ(part.rate, 0.3);
    EXPECT_EQ(part.client, &client);
    EXPECT_EQ(part.chosen, 6);
    EXPECT_EQ(part.queue, (std::vector<int>{1, 2, 3}));
    EXPECT_EQ(part.due, Cycles{57});
}

TEST(StateVisitor, CountsAMomentThatIsOverAsNow) {
    Moment moment{Cycles{90}, {}};
    Words words;
    StateVisitor visitor{Cycles{100}};
    visitor.begin(words);
    visitor.moment(moment);
    // The moment's leads say that it would have come ten cycles before now, whichever limit is
    // relaxed.
    EXPECT_EQ(words, Words{0});
    EXPECT_EQ(moment.cycle, Cycles{100});
    EXPECT_DOUBLE_EQ(moment.leads[Limit::Stream], 10);
}

TEST(StateVisitor, KeepsAMomentThatSomethingWithinItsReachMayWaitFor) {
    Moment near{Cycles{97}, {}};
    Moment far{Cycles{90}, {}};
    Words words;
    StateVisitor visitor{Cycles{100}};
    visitor.begin(words);
    visitor.moment(near, Cycles{4});
    visitor.moment(far, Cycles{4});
    EXPECT_EQ(words, (Words{-3, -4}));
    EXPECT_DOUBLE_EQ(near.leads[Limit::Stream], 0);
    EXPECT_DOUBLE_EQ(far.leads[Limit::Stream], 6);
}

TEST(StateVisitor, ShowsLeadsInTheirOrderAndPutsThemBackInIt) {
    Leads a;
    Leads b;
    StateVisitor shown{Cycles{0}};
    shown.leads(b);
    shown.leads(a);
    EXPECT_EQ(shown.shown_leads(), (std::vector<Leads*>{&b, &a}));
    std::vector<Leads> put(2);
    put[0].wait(5);
    put[1].wait(7);
    StateVisitor visitor{Cycles{0}, put, {}};
    visitor.leads(b);
    visitor.leads(a);
    EXPECT_DOUBLE_EQ(b[Limit::Dram], 5);
    EXPECT_DOUBLE_EQ(a[Limit::Dram], 7);
}

TEST(StateVisitor, KeepsWhatIsFixedApartAndComparesWhatNobodyPutsBack) {
    int position = 2;
    Words words;
    StateVisitor visitor{Cycles{0}};
    visitor.begin(words);
    visitor.alike(position);
    visitor.fixed(17);
    EXPECT_EQ(words, Words{2});
    EXPECT_EQ(visitor.fixed_words(), Words{17});
    EXPECT_FALSE(visitor.refused());
    position = 3;
    const std::vector<Leads> none;
    StateVisitor loader{Cycles{0}, none, {}};
    loader.begin(words);
    loader.alike(position);
    loader.fixed(18);
    loader.refuse();
    EXPECT_EQ(position, 3);
    EXPECT_TRUE(loader.fixed_words().empty());
    EXPECT_TRUE(loader.refused());
}

TEST(TotalsVisitor, ReadsAndAddsInTheSameOrder) {
    double used = 1.5;
    std::int64_t calls = 4;
    Cycles busy{30};
    const auto visit = [&](TotalsVisitor& visitor) {
        visitor.visit(used);
        visitor.visit(calls);
        visitor.visit(busy);
    };
    TotalsVisitor reader;
    visit(reader);
    EXPECT_EQ(reader.read(), (std::vector<double>{1.5, 4, 30}));
    const std::vector<double> added{0.25, 2, 70};
    TotalsVisitor adder{added};
    visit(adder);
    EXPECT_EQ(used, 1.75);
    EXPECT_EQ(calls, 6);
    EXPECT_EQ(busy, Cycles{100});
}

}  // namespace
}  // namespace xdnasim::sim
