#pragma once
// Skips what nearly repeats, when somebody asks for an approximate result. Where the DRAM holds a
// run back, its whole state seldom comes again to the cycle, though one output block after the
// other takes as long. So this looks only, whenever a core goes round its outermost loop, at what
// comes in pieces: how far the runtime sequence is, all cores in their programs, the shims in their
// tasks. Where these come again, and as much is left of the BDs that are moving as was there
// before, a stretch has ended. Once two stretches have been simulated that are alike, in the
// operations that the sequence ran, in kernel calls and bytes, and in time but for a tolerance,
// others pass as they did: the operations come, and time, totals and leads grow. All else stays as
// it is.
//
// As many pass at once as have come before, and then one is simulated again: what a run grows into
// slowly is seen, and of what was taken for granted, most at half of the run.
//
// Example: of 28 output blocks, the third and the fourth take 271,156 and 271,097 cycles, which is
// the same by a tolerance of 1 %. The 5th and the 6th pass at once, each in 271,097 cycles. The
// seventh is simulated, from the state in which the fourth ended: 271,120 cycles, so that five are
// known. Five pass, one is simulated, eleven pass; the last ones, for which the sequence has no
// more BDs to write, are simulated. Where one BD brings the data of 16 blocks, what is left of it
// has come again after 16 of them, and such a stretch is 16 blocks long.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/environment.hpp"
#include "sim/repeats/retrace.hpp"
#include "sim/repeats/round.hpp"
#include "sim/repeats/state.hpp"
#include "sim/repeats/views.hpp"
#include "sim/sequence_position.hpp"

namespace xdnasim::sim {

class Approximation {
 public:
    /// Share of a stretch's time by which runs drift so slowly that stretches behind each other do
    /// not show it: GEMMs that the DRAM holds back, by up to 1.5 % from the first block to the
    /// last.
    static constexpr double kSlowDrift = 0.01;

    /// `tolerance`: share of a stretch's time by which another may differ, half of it for what its
    /// accesses to the memory cost more or less. That of `retrace` only keeps it from what has
    /// nothing in common.
    Approximation(Environment& environment, Views views, Retrace retrace, double tolerance);

    /// A core has gone round a loop.
    void look_soon(Round round);

    /// Nothing has passed for so long that it is not worth looking on; nothing will.
    [[nodiscard]] bool has_given_up() const { return given_up_; }
    /// By how many cycles the run may be off: by the tolerance, of what has passed and of the
    /// stretch behind it, which begins as nearly as that; and by what the next of its kind that was
    /// simulated took more or less.
    [[nodiscard]] double off_by() const {
        return std::max(2 * tolerance_, kSlowDrift) * trusted_ + seen_off_;
    }

 private:
    using Operations = std::vector<const schedule::SequenceOp*>;
    /// Of something that is used up and given anew: the bytes of a channel's BDs.
    struct Supply {
        std::int64_t left = 0;
        std::int64_t taken = 0;  ///< since the run began
    };
    /// A stretch that might come, by its operations.
    struct Forecast {
        std::int64_t number = 0;  ///< of what is known of it
        double cycles = 0;
        double costs_apart = 0;  ///< of its accesses, from what they would cost now
    };
    /// What a stretch is told by: from one of these to another.
    struct Mark {
        arch::Cycles cycle{};  ///< of the run
        std::vector<double> totals;
        std::vector<std::int64_t> rounds;  ///< left, of outermost loops
        Leads leads;
        StateVisitor::Words fixed;
        std::unordered_map<const CountRange*, Supply> supplies;
        std::size_t step = 0;  ///< of the log
        std::vector<Forecast> forecasts{};
    };
    /// Stretches that are alike: sums of them, in which the last ones count most, and the first
    /// one, which has what was before it still in its time, for nothing.
    struct Stretch {
        std::int64_t number = 0;
        std::vector<OutsideStep> steps;  ///< of the last one
        Operations operations;           ///< among these
        SequencePosition end;
        bool confirmed = false;   ///< by a second one
        std::int64_t come = 1;    ///< simulated or passed
        std::int64_t passed = 0;  ///< since one was simulated
        double weight = 1;
        double cycles = 0;
        std::vector<double> added;         ///< to the totals
        std::vector<std::int64_t> rounds;  ///< by which those left became fewer, of each
        Leads grown;
    };
    /// In the runtime sequence and the programs of the cores.
    struct Place {
        std::vector<Mark> marks;  ///< the last one at the end
        int compared = 0;         ///< forecasts with what came
        double most_apart = 0;    ///< times of these, as a share of how far apart the costs were
        int surprises = 0;        ///< in a row: what came took another time than costs explain
        int back = 1;             ///< so many marks, of those that a stretch may begin with
        std::vector<Stretch> stretches;
    };
    /// The state of now.
    struct Present {
        std::vector<StateVisitor::Words> parts;
        std::vector<Leads*> leads;
        std::vector<Count> counts;
        std::vector<std::size_t> rounds;  ///< which of the counts
        std::uint64_t place = 0;
        Mark mark;
        bool complete = false;  ///< it can be put back
    };

    void look();
    void give_up();
    [[nodiscard]] Present write_down();
    void note_supplies(const std::vector<Count>& supplies, Mark& mark);
    void learn(Place& place, const Mark& now);
    [[nodiscard]] bool are_balanced(const Mark& last, const Mark& now) const;
    [[nodiscard]] const Mark* begin_of_stretch(const Place& place, const Mark& now) const;
    void compare_forecasts(Place& place, const Mark& last, const Stretch& made);
    void add(Place& place, Stretch made);
    [[nodiscard]] bool are_alike(const Stretch& known, const Stretch& other) const;
    [[nodiscard]] bool grow_alike(const Stretch& known, const Stretch& other) const;
    /// Another one of them has been simulated, in so many cycles.
    void count_off(Stretch& known, double cycles);
    [[nodiscard]] static double share_of_costs(const Place& place);
    /// False: nothing has passed.
    bool pass_what_follows(Place& place, Present& present);
    /// Null: none, or one that is to be simulated again; then there are forecasts.
    [[nodiscard]] Stretch* next_of(Place& place, const std::vector<std::int64_t>& rounds);
    /// The one that is known to come next; null: none is.
    [[nodiscard]] Stretch* expected_of(Place& place, const std::vector<std::int64_t>& rounds);
    struct Sum;
    void put_back(Present& present, const Sum& sum);
    void forget_marks();

    Environment& environment_;
    Views views_;
    Retrace retrace_;
    double tolerance_;  ///< half of what was asked for: of times, and of times by costs
    std::vector<std::size_t> counts_;  ///< which of the totals are counts
    std::unordered_map<const CountRange*, std::int64_t> taken_;
    std::unordered_map<std::uint64_t, Place> places_;
    OutsideLog log_;
    std::vector<Forecast> forecasts_;
    std::int64_t stretches_ = 0;  ///< numbers given
    double trusted_ = 0;          ///< cycles
    double seen_off_ = 0;
    std::int64_t rounds_ =
        0;  ///< of loops, since something passed or a core went round its outermost
    std::size_t looks_ = 0;  ///< since something passed
    bool given_up_ = false;
    std::size_t marks_ = 0;  ///< since they were forgotten
};

}  // namespace xdnasim::sim
