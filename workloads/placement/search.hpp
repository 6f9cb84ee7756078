#pragma once
// A search for the best placement: it routes the placements that placers propose, keeps the
// cheapest that is legal and cannot get stuck, and decides when to stop.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "workloads/placement/cost.hpp"
#include "workloads/placement/ending.hpp"
#include "workloads/placement/exact/oracle.hpp"
#include "workloads/placement/legality.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/placement/routes/router.hpp"

namespace xdnasim::placement {

/// State of a search.
struct Progress {
    std::int64_t moves = 0;
    double temperature = 0;        ///< 0: no annealing
    double estimate = 0;           ///< cost of the present placement by the placer's estimate
    std::optional<double> best{};  ///< total cost of the best legal solution so far
};

/// Reason why a legal solution may not run.
struct Doubt {
    enum class Kind : std::uint8_t {
        MayGetStuck,  ///< its packets can wait for each other in a cycle
        CannotRun,    ///< it cannot be turned into a program
    };
    Kind kind{};
    /// Packet nets that should share no link with others.
    std::set<NetId> blocking{};
};

/// Largest values that are accepted, so that a seed or a number of moves with a digit too many is
/// refused.
inline constexpr std::int64_t kMaxSeed = 1'000'000'000'000;
inline constexpr std::int64_t kMaxMoves = 1'000'000'000'000;

struct SearchOptions {
    std::uint64_t seed = 1;
    std::int64_t max_moves = 0;
    /// Placement before the search, if there is one: it is considered first, and annealing starts
    /// from it.
    std::optional<Placement> present{};
    /// Called for each legal solution that costs less than the best so far; nullopt: the solution
    /// runs, whatever the timing. The answer must depend on the solution alone.
    std::function<std::optional<Doubt>(const Solution&)> doubts = [](const Solution&) {
        return std::nullopt;
    };
    /// Called often: whether to go on. Reproducible results must not depend on its answer.
    std::function<bool()> may_go_on = [] { return true; };
    std::function<void(const Progress&)> on_progress = [](const Progress&) {};
    /// Solver of the methods that use integer programs. It calls may_go_on() as well.
    std::shared_ptr<Oracle> oracle = std::make_shared<Oracle>();
};

class Search {
 public:
    /// Precondition: the arguments outlive the search.
    Search(const Netlist& netlist, const Array& array, Router& router, SearchOptions options);

    [[nodiscard]] const Netlist& netlist() const { return netlist_; }
    [[nodiscard]] const Array& array() const { return array_; }
    [[nodiscard]] std::uint64_t seed() const { return options_.seed; }
    [[nodiscard]] const std::optional<Placement>& present() const { return options_.present; }
    [[nodiscard]] StreamMode streams() const { return router_.streams(); }
    [[nodiscard]] Oracle& oracle() { return *options_.oracle; }

    /// Are there moves left, and has nobody stopped the search?
    [[nodiscard]] bool may_go_on();
    /// Has the search been stopped, regardless of moves? ending() reflects a stop only after a
    /// call.
    [[nodiscard]] bool is_stopped();
    /// Ends the search for the reason for which its last solver call ended.
    void end(integer::Ending ending);
    [[nodiscard]] std::int64_t moves_left() const { return options_.max_moves - moves_; }
    /// Precondition: `moves` <= moves_left().
    void count_moves(std::int64_t moves) { moves_ += moves; }
    /// Appends a point to the history.
    void report(double temperature, double estimate);

    /// A placement with its routes, legal or not.
    [[nodiscard]] Solution routed(const Placement& placement) {
        return {placement, router_.route(netlist_, placement)};
    }
    /// Routes a placement, and keeps it if it is legal, without doubt and cheaper than the best so
    /// far. If there is a doubt, other routes are tried. Returns whether it is legal and without
    /// doubt; doubts are not examined for solutions that cost more than the best.
    bool consider(const Placement& placement);
    /// The same for a solution that already has routes.
    bool consider(Solution solution);

    [[nodiscard]] const std::optional<Solution>& best() const { return best_; }
    /// Some of the legal solutions that may not run, for the case that there is no best(): those
    /// that may get stuck come before those that cannot run; within each kind, the cheapest first.
    [[nodiscard]] const std::vector<Solution>& doubtful() const { return doubtful_; }
    /// The solutions to choose from: the best one, or else the doubtful ones.
    [[nodiscard]] std::vector<Solution> found() const {
        return best_ ? std::vector{*best_} : doubtful_;
    }
    /// Infinite if there is no best().
    [[nodiscard]] double best_cost() const;
    /// Records that no legal solution costs less than `bound`; infinite: there is no legal
    /// solution.
    void note_bound(double bound) { bound_ = bound; }
    [[nodiscard]] const std::optional<double>& bound() const { return bound_; }
    [[nodiscard]] std::int64_t moves() const { return moves_; }
    [[nodiscard]] Ending ending() const { return ending_; }
    [[nodiscard]] const std::vector<Progress>& history() const { return history_; }
    /// Breaches of the considered placement with the fewest of them; empty once a legal placement
    /// was considered.
    [[nodiscard]] const std::vector<Breach>& least_breaches() const { return least_breaches_; }

 private:
    /// Keeps the solution if it is cheaper than the best and there is no doubt about it. Returns
    /// the doubt.
    std::optional<Doubt> try_to_keep(Solution solution);
    using DoubtRank = std::pair<Doubt::Kind, double>;  ///< kind of doubt and cost of the solution
    void keep_in_doubt(Solution solution, const DoubtRank& rank);

    const Netlist& netlist_;
    const Array& array_;
    Router& router_;
    SearchOptions options_;
    std::optional<Solution> best_;
    std::vector<Solution> doubtful_;
    std::vector<DoubtRank> doubtful_ranks_;
    std::optional<double> best_cost_;
    std::optional<double> bound_;
    std::vector<Breach> least_breaches_;
    std::int64_t moves_ = 0;
    Ending ending_ = Ending::Done;
    std::vector<Progress> history_;
};

}  // namespace xdnasim::placement
