#include "sim/leads/leads_tape.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace xdnasim::sim {
namespace {

using arch::Cycles;
using schedule::Limit;

/// Moments that follow each other in the same way in each stretch, as those of locks, cores and
/// streams do. Nothing changes the last one of them. At the end of a stretch, moments that are over
/// are moved to the next stretch's beginning, as in a snapshot.
class Program {
 public:
    explicit Program(unsigned seed) : random_{seed} {
        for (int i = 0; i < kMoments; ++i)
            moments.push_back({Cycles{0}, random_leads(3000)});
        for (int i = 0; i < 40; ++i)
            steps_.push_back({i < kLive ? static_cast<std::size_t>(i) : pick(kLive), pick(kMoments),
                              random_leads(20)});
    }

    /// Runs stretch number `number`, counted from 0.
    void run(std::int64_t number) {
        Cycles now = kLength * number;
        for (const Step& step : steps_) {
            now += Cycles{10};
            Moment& moment = moments[step.moment];
            moment.wait_until(now);
            moment.follow(moments[step.other]);
            moment = moment.after(Cycles{2}, step.saved);
            if (step.other % 3 == 0)
                moment.leads.take(Limit::Buffers, moments[step.other].leads,
                                  static_cast<double>((now - moments[step.other].cycle).count()));
        }
        for (Moment& moment : moments)
            if (moment.cycle < kLength * (number + 1)) moment.wait_until(kLength * (number + 1));
    }
    [[nodiscard]] std::vector<Leads*> leads() {
        std::vector<Leads*> all;
        for (Moment& moment : moments)
            all.push_back(&moment.leads);
        return all;
    }

    static constexpr Cycles kLength{500};
    std::vector<Moment> moments;

 private:
    static constexpr int kLive = 6;
    static constexpr int kMoments = kLive + 1;
    struct Step {
        std::size_t moment;
        std::size_t other;
        Leads saved;
    };

    std::size_t pick(int below) {
        return static_cast<std::size_t>(std::uniform_int_distribution{0, below - 1}(random_));
    }
    Leads random_leads(int below) {
        Leads leads;
        for (const Limit limit : schedule::kLimits)
            leads[limit] = static_cast<double>(pick(below));
        return leads * 0.3;
    }

    std::mt19937 random_;
    std::vector<Step> steps_;
};

std::vector<Leads> values_of(const std::vector<Leads*>& leads) {
    std::vector<Leads> values;
    for (const Leads* const each : leads)
        values.push_back(*each);
    return values;
}

TEST(LeadsTape, RepeatsWhatAProgramDoesToTheLastBit) {
    int compared = 0;
    int uneven = 0;
    LeadsRoom room;  // used by all programs in turn
    for (unsigned seed = 0; seed < 200; ++seed) {
        Program program{seed};
        program.run(0);
        LeadsTape tape;
        tape.start(program.leads());
        program.run(1);
        const auto recorded = tape.program(program.leads());
        tape.stop();
        ASSERT_NE(recorded, nullptr);
        std::vector<Leads> repeated = values_of(program.leads());
        std::vector<double> last;
        for (std::int64_t times = 1; times <= 12; ++times) {
            recorded->run(repeated, room);
            program.run(1 + times);
            for (std::size_t i = 0; i < repeated.size(); ++i, ++compared)
                ASSERT_EQ(repeated[i], program.moments[i].leads) << seed << " " << times;
            last.push_back(repeated.front()[Limit::Compute]);
        }
        uneven += last[1] - last[0] != last[2] - last[1] ? 1 : 0;
    }
    EXPECT_EQ(compared, 200 * 12 * 7);
    EXPECT_GT(uneven, 5) << "a straight line would have done";
}

TEST(LeadsTape, KnowsWhenSomethingElseHasASay) {
    Leads input;
    Leads other;
    LeadsTape first;
    first.start({&input, &other});
    LeadsTape second;
    second.start({&input});
    input.follow(other, 3);  // `other` is a lead of the first tape alone
    EXPECT_EQ(second.program({&input}), nullptr);
}

TEST(LeadsTape, DoesNotAddUpTwoLeads) {
    Leads a;
    Leads b;
    LeadsTape tape;
    tape.start({&a, &b});
    a += b;
    EXPECT_EQ(tape.program({&a, &b}), nullptr);
}

}  // namespace
}  // namespace xdnasim::sim
