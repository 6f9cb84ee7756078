#include "sim/leads/leads_sequence.hpp"

#include <memory>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

using schedule::Limit;

Leads leads_of(double cycles) {
    Leads leads;
    leads.wait(cycles);
    return leads;
}

/// Records what `stretch` does to `count` leads.
template <class Stretch>
std::shared_ptr<const LeadsProgram> program_of(std::size_t count, Stretch stretch) {
    std::vector<Leads> leads(count);
    std::vector<Leads*> pointers;
    for (Leads& each : leads)
        pointers.push_back(&each);
    LeadsTape tape;
    tape.start(pointers);
    stretch(leads);
    tape.stop();
    return tape.program(pointers);
}

/// The example of leads_sequence.hpp: leads a and b, and the lead that becomes min(a + 5, b + 3).
std::shared_ptr<const LeadsProgram> example() {
    return program_of(3, [](std::vector<Leads>& leads) {
        leads[2] = leads[0];
        leads[2].wait(5);
        leads[2].follow(leads[1], 3);
        leads[0].wait(2);
        leads[1].wait(4);
    });
}

/// The DRAM lead of the example's third lead after `times` repeats, with a = 10 and b = 0 at first.
double example_after(std::size_t times) {
    const auto program = example();
    LeadsSequence sequence;
    for (std::size_t i = 0; i < times; ++i)
        sequence.add(*program);
    std::vector<Leads> leads{leads_of(10), leads_of(0), leads_of(0)};
    sequence.run(leads);
    EXPECT_DOUBLE_EQ(leads[0][Limit::Dram], 10.0 + 2.0 * static_cast<double>(times));
    return leads[2][Limit::Dram];
}

TEST(LeadsSequence, GoesOnFromTheLesserOfTwoToTheOther) {
    EXPECT_DOUBLE_EQ(example_after(1), 3);
    EXPECT_DOUBLE_EQ(example_after(3), 11);
    EXPECT_DOUBLE_EQ(example_after(6), 23);
    EXPECT_DOUBLE_EQ(example_after(7), 27);
    EXPECT_DOUBLE_EQ(example_after(8), 29);
    EXPECT_DOUBLE_EQ(example_after(9), 31);
    EXPECT_DOUBLE_EQ(example_after(1000), 2013);
}

TEST(LeadsSequence, StaysAtAConstantOnceThatIsTheLeast) {
    const auto program = program_of(1, [](std::vector<Leads>& leads) {
        leads[0].wait(7);
        leads[0].follow(leads_of(100), 0);
    });
    LeadsSequence sequence;
    for (int i = 0; i < 50; ++i)
        sequence.add(*program);
    std::vector<Leads> leads{leads_of(0)};
    sequence.run(leads);
    EXPECT_DOUBLE_EQ(leads[0][Limit::Compute], 100);
}

/// A program of random waits and follows among `count` leads; some steps take the lead of a single
/// limit.
std::shared_ptr<const LeadsProgram> random_program(std::mt19937& random, std::size_t count) {
    return program_of(count, [&](std::vector<Leads>& leads) {
        for (int i = 0; i < 12; ++i) {
            Leads& one = leads[random() % count];
            const Leads& other = leads[random() % count];
            one.wait(static_cast<double>(random() % 50));
            one.follow(other, static_cast<double>(random() % 50));
            if (random() % 4 == 0)
                one.take(Limit::Buffers, other, static_cast<double>(random() % 50));
        }
    });
}

TEST(LeadsSequence, GivesWhatItsProgramsGiveOneAfterTheOther) {
    std::mt19937 random{7};
    for (int round = 0; round < 60; ++round) {
        constexpr std::size_t kLeads = 5;
        std::vector<std::shared_ptr<const LeadsProgram>> programs;
        for (int i = 0; i < 4; ++i)
            programs.push_back(random_program(random, kLeads));
        std::vector<Leads> leads;
        for (std::size_t i = 0; i < kLeads; ++i)
            leads.push_back(leads_of(static_cast<double>(random() % 3000)));
        std::vector<Leads> expected = leads;
        LeadsSequence sequence;
        LeadsRoom room;
        const auto add = [&](const LeadsProgram& program) {
            sequence.add(program);
            program.run(expected, room);
        };
        // Periods of stretches that repeat, with a single stretch between them.
        for (int stretch = 0; stretch < 3; ++stretch) {
            const std::size_t period = 1 + random() % programs.size();
            const std::size_t times = 1 + random() % 60;
            for (std::size_t i = 0; i < period * times; ++i)
                add(*programs[i % period]);
            add(*programs[random() % programs.size()]);
        }
        sequence.run(leads);
        ASSERT_EQ(leads, expected) << "in round " << round;
        ASSERT_EQ(sequence.size(), 0U);
    }
}

}  // namespace
}  // namespace xdnasim::sim
