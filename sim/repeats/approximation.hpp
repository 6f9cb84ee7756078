#pragma once
// Skips what nearly repeats, for runs of which an approximate result is asked for. Where the DRAM
// limits a run, its whole state seldom comes again to the cycle, though all output blocks take
// about as long. Therefore, whenever a core goes round its outermost loop, only discrete progress
// is looked at: the positions of the runtime sequence, of all cores in their programs, and of the
// ShimTiles in their tasks. Where these positions come again, with about as many bytes left of the
// BDs under way as before, a stretch has ended. Once two stretches have been simulated that agree
// in the operations of the sequence, in kernel calls and bytes, and in time to within a tolerance,
// further ones are skipped: the operations are run, and time, totals and leads grow as in those
// stretches. The rest of the state stays as it is.
//
// As many stretches are skipped in a row as have come before; then one is simulated again. That
// shows slow drifts of a run, and no more than half of a run is skipped without such a check.
//
// Example: of 28 output blocks, the third and the fourth take 271,156 and 271,097 cycles, which are
// the same by a tolerance of 1 %. Blocks 5 and 6 are skipped at once, at 271,097 cycles each. Block
// 7 is simulated, from the state in which block 4 ended: 271,120 cycles, so that five blocks are
// known. Five are skipped, one is simulated, eleven are skipped; the last ones, for which the
// sequence has no more BDs to write, are simulated. Where one BD brings the data of 16 blocks, as
// many bytes of it are left again after 16 blocks, and a stretch is 16 blocks long.

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
    /// Share of a stretch's time by which a run may drift so slowly that neighbouring stretches do
    /// not show it: GEMMs limited by the DRAM drift by up to 1.5 % from the first block to the
    /// last.
    static constexpr double kSlowDrift = 0.01;

    /// `tolerance`: share of a stretch's time by which another stretch may differ, half of it for
    /// the different costs of its accesses to the DRAM. The tolerance of `retrace` only rules out
    /// stretches that have nothing in common.
    Approximation(Environment& environment, Views views, Retrace retrace, double tolerance);

    /// To be called when a core has gone round a loop.
    void look_soon(Round round);

    /// Nothing has been skipped for so long that it has stopped looking.
    [[nodiscard]] bool has_given_up() const { return given_up_; }
    /// Number of cycles by which the run may be off. The tolerance counts for all stretches
    /// skipped, and for the simulated one behind each row of them, whose beginning is as uncertain.
    /// What the next simulated stretch of a kind took more or less is added for each one skipped
    /// before it.
    [[nodiscard]] double off_by() const {
        return std::max(2 * tolerance_, kSlowDrift) * trusted_ + seen_off_;
    }

 private:
    using Operations = std::vector<const schedule::SequenceOp*>;
    /// Something that is used up and replenished: the bytes of a channel's BDs.
    struct Supply {
        std::int64_t left = 0;
        std::int64_t taken = 0;  ///< amount used up since the run began
    };
    /// What is expected of a known stretch that, by its operations, may come next.
    struct Forecast {
        std::int64_t number = 0;  ///< number of the stretch
        double cycles = 0;
        double costs_apart = 0;  ///< relative difference of its costs from those at present
    };
    /// What is noted at a point of the run; a stretch leads from one mark to another.
    struct Mark {
        arch::Cycles cycle{};  ///< cycle of the run
        std::vector<double> totals;
        std::vector<std::int64_t> rounds;  ///< rounds left of outermost loops
        Leads leads;
        StateVisitor::Words fixed;
        std::unordered_map<const CountRange*, Supply> supplies;
        std::size_t step = 0;  ///< number of steps in the log
        std::vector<Forecast> forecasts{};
    };
    /// A kind of stretch. Its numbers are weighted sums over such stretches. The last ones weigh
    /// most, and the first one nothing, since its time still depends on what came before it.
    struct Stretch {
        std::int64_t number = 0;
        std::vector<OutsideStep> steps;  ///< steps of the last one
        Operations operations;           ///< the operations in `steps`
        SequencePosition end;
        bool confirmed = false;   ///< a second one has come
        std::int64_t come = 1;    ///< number of stretches simulated or skipped
        std::int64_t passed = 0;  ///< number skipped since one was simulated
        double weight = 1;        ///< sum of the weights
        double cycles = 0;
        std::vector<double> added;         ///< what is added to the totals
        std::vector<std::int64_t> rounds;  ///< by how much each of Mark::rounds went down
        Leads grown;                       ///< growth of the leads
    };
    /// A combination of positions in the runtime sequence and in the programs of the cores.
    struct Place {
        std::vector<Mark> marks;  ///< the last one at the end
        int compared = 0;         ///< number of forecasts compared with what came
        double most_apart = 0;    ///< the largest ratio of differences in time and in cost there
        int surprises = 0;        ///< forecasts in a row that missed by more than costs explain
        int back = 1;             ///< a stretch begins at the mark so many back, of those that fit
        std::vector<Stretch> stretches;
    };
    /// The present state.
    struct Present {
        std::vector<StateVisitor::Words> parts;
        std::vector<Leads*> leads;
        std::vector<Count> counts;
        std::vector<std::size_t> rounds;  ///< indices of the counts that are rounds
        std::uint64_t place = 0;
        Mark mark;
        bool complete = false;  ///< the state can be restored
    };

    void look();
    void give_up();
    /// Takes a snapshot.
    [[nodiscard]] Present write_down();
    void note_supplies(const std::vector<Count>& supplies, Mark& mark);
    /// Adds the stretch that ends now, if there is one, to those known at `place`.
    void learn(Place& place, const Mark& now);
    [[nodiscard]] bool are_balanced(const Mark& last, const Mark& now) const;
    /// The mark that the stretch which ends now began at; nullptr if there is none.
    [[nodiscard]] const Mark* begin_of_stretch(const Place& place, const Mark& now) const;
    void compare_forecasts(Place& place, const Mark& last, const Stretch& made);
    void add(Place& place, Stretch made);
    [[nodiscard]] bool are_alike(const Stretch& known, const Stretch& other) const;
    [[nodiscard]] bool grow_alike(const Stretch& known, const Stretch& other) const;
    /// Adds to the error what a simulated stretch, of `cycles`, took more or less than those of its
    /// kind that were skipped before it.
    void count_off(Stretch& known, double cycles);
    [[nodiscard]] static double share_of_costs(const Place& place);
    /// Skips the stretches that follow, if known; false if none was skipped.
    bool pass_what_follows(Place& place, Present& present);
    /// The stretch to skip next; nullptr if none is known, or if the next one is to be simulated
    /// again. `forecasts_` then has what is expected of the stretches that may come.
    [[nodiscard]] Stretch* next_of(Place& place, const std::vector<std::int64_t>& rounds);
    /// The known stretch that comes next; nullptr if there is none.
    [[nodiscard]] Stretch* expected_of(Place& place, const std::vector<std::int64_t>& rounds);
    struct Sum;
    void put_back(Present& present, const Sum& sum);
    void forget_marks();

    Environment& environment_;
    Views views_;
    Retrace retrace_;
    double tolerance_;  ///< half of the given one: one half for times, one for the effect of costs
    std::vector<std::size_t> counts_;  ///< indices of the totals that are counts
    std::unordered_map<const CountRange*, std::int64_t> taken_;  ///< Supply::taken, by counter
    std::unordered_map<std::uint64_t, Place> places_;
    OutsideLog log_;
    std::vector<Forecast> forecasts_;
    std::int64_t stretches_ = 0;  ///< the last number given to a stretch
    double trusted_ = 0;          ///< cycles that off_by() applies the tolerance to
    double seen_off_ = 0;         ///< cycles that simulated stretches showed the run to be off
    std::int64_t rounds_ = 0;     ///< rounds of loops since the last look
    std::size_t looks_ = 0;       ///< looks since something was skipped
    bool given_up_ = false;
    std::size_t marks_ = 0;  ///< number of marks since they were forgotten
};

}  // namespace xdnasim::sim
