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
// Example: of 28 output blocks, the third and the fourth take 271,156 and 271,097 cycles, which is
// the same by a tolerance of 1 %. The 5th to 23rd pass at once, each in 271,097 cycles; the last
// ones, for which the sequence has no more BDs to write, are simulated, from the state in which the
// fourth ended. Where one BD brings the data of 16 blocks, what is left of it has come again after
// 16 of them, and such a stretch is 16 blocks long.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "sim/environment.hpp"
#include "sim/repeats/retrace.hpp"
#include "sim/repeats/state.hpp"
#include "sim/repeats/views.hpp"

namespace xdnasim::sim {

class Approximation {
 public:
    /// `tolerance`: share of a stretch's time by which another may differ. That of `retrace` only
    /// keeps it from what has nothing in common.
    Approximation(Environment& environment, Views views, Retrace retrace, double tolerance);

    /// A core has gone round a loop.
    void look_soon(Round round);

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
        bool confirmed = false;  ///< by a second one
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
    [[nodiscard]] Present write_down();
    void note_supplies(const std::vector<Count>& supplies, Mark& mark);
    void learn(Place& place, const Mark& now);
    [[nodiscard]] bool are_balanced(const Mark& last, const Mark& now) const;
    [[nodiscard]] const Mark* begin_of_stretch(const Place& place, const Mark& now) const;
    void compare_forecasts(Place& place, const Mark& last, const Stretch& made) const;
    void add(Place& place, Stretch made);
    [[nodiscard]] bool are_alike(const Stretch& known, const Stretch& other) const;
    [[nodiscard]] static double share_of_costs(const Place& place);
    /// False: nothing has passed.
    bool pass_what_follows(const Place& place, Present& present);
    /// Null: none; then there are forecasts.
    [[nodiscard]] const Stretch* next_of(const Place& place,
                                         const std::vector<std::int64_t>& rounds);
    struct Sum;
    void put_back(Present& present, const Sum& sum);
    void forget_marks();

    Environment& environment_;
    Views views_;
    Retrace retrace_;
    double tolerance_;
    std::vector<std::size_t> counts_;  ///< which of the totals are counts
    std::unordered_map<const CountRange*, std::int64_t> taken_;
    std::unordered_map<std::uint64_t, Place> places_;
    OutsideLog log_;
    std::vector<Forecast> forecasts_;
    std::int64_t stretches_ = 0;  ///< numbers given
    std::size_t marks_ = 0;       ///< since they were forgotten
};

}  // namespace xdnasim::sim
