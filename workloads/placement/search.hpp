#pragma once
// A search for the best placement: it routes what placers propose, keeps the best that is legal and
// cannot get stuck, and says when to stop.

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

/// How far a search is.
struct Progress {
    std::int64_t moves = 0;
    double temperature = 0;        ///< 0: nothing anneals
    double estimate = 0;           ///< what the placer takes the present placement to cost
    std::optional<double> best{};  ///< total cost of the best legal one so far
};

/// Why a legal solution may not run.
struct Doubt {
    enum class Kind : std::uint8_t {
        MayGetStuck,  ///< its packets can wait for each other in a cycle
        CannotRun,    ///< there is no program for it
    };
    Kind kind{};
    /// Nets in packets that had better share no link with others.
    std::set<NetId> blocking{};
};

/// What may be asked for, so that a seed or a number of moves with a digit too many is refused.
inline constexpr std::int64_t kMaxSeed = 1'000'000'000'000;
inline constexpr std::int64_t kMaxMoves = 1'000'000'000'000;

struct SearchOptions {
    std::uint64_t seed = 1;
    std::int64_t max_moves = 0;
    /// Where all lie before the search: it is considered first, and annealings begin there.
    std::optional<Placement> present{};
    /// Asked about each legal solution that costs less than the best so far; nullopt: it runs,
    /// whatever its times are. Depends on the solution alone.
    std::function<std::optional<Doubt>(const Solution&)> doubts = [](const Solution&) {
        return std::nullopt;
    };
    /// Asked often: whether to go on. What it depends on must not be what decides a result.
    std::function<bool()> may_go_on = [] { return true; };
    std::function<void(const Progress&)> on_progress = [](const Progress&) {};
    /// For methods that have integer programs solved. It asks what may_go_on() does.
    std::shared_ptr<Oracle> oracle = std::make_shared<Oracle>();
};

class Search {
 public:
    /// All are outlived by what they refer to.
    Search(const Netlist& netlist, const Array& array, Router& router, SearchOptions options);

    [[nodiscard]] const Netlist& netlist() const { return netlist_; }
    [[nodiscard]] const Array& array() const { return array_; }
    [[nodiscard]] std::uint64_t seed() const { return options_.seed; }
    [[nodiscard]] const std::optional<Placement>& present() const { return options_.present; }
    [[nodiscard]] StreamMode streams() const { return router_.streams(); }
    [[nodiscard]] Oracle& oracle() { return *options_.oracle; }

    /// Whether there are moves left and nobody has stopped the search.
    [[nodiscard]] bool may_go_on();
    /// Has somebody stopped it? Moves do not count. It has ended only once this has been asked.
    [[nodiscard]] bool is_stopped();
    /// As a solver did, whose answer was the last thing to wait for.
    void end(integer::Ending ending);
    [[nodiscard]] std::int64_t moves_left() const { return options_.max_moves - moves_; }
    /// Precondition: not more than there are left.
    void count_moves(std::int64_t moves) { moves_ += moves; }
    /// Notes a point of the history.
    void report(double temperature, double estimate);

    /// A placement with its routes, legal or not.
    [[nodiscard]] Solution routed(const Placement& placement) {
        return {placement, router_.route(netlist_, placement)};
    }
    /// Routes a placement, and keeps it when it is legal, beyond doubt and cheaper than the best so
    /// far. Where there is a doubt, other routes are tried. Is it legal and beyond doubt? Of one
    /// that costs more than the best nobody asks the latter.
    bool consider(const Placement& placement);
    /// The same where routes are known.
    bool consider(Solution solution);

    [[nodiscard]] const std::optional<Solution>& best() const { return best_; }
    /// Some of the legal solutions that may not run, in case that there is no best(): first those
    /// that may get stuck, the cheapest of each kind first.
    [[nodiscard]] const std::vector<Solution>& doubtful() const { return doubtful_; }
    /// What there is to choose from: the best, or the doubtful ones.
    [[nodiscard]] std::vector<Solution> found() const {
        return best_ ? std::vector{*best_} : doubtful_;
    }
    /// Infinite as long as there is none.
    [[nodiscard]] double best_cost() const;
    /// No legal solution costs less; infinite: there is none.
    void note_bound(double bound) { bound_ = bound; }
    [[nodiscard]] const std::optional<double>& bound() const { return bound_; }
    [[nodiscard]] std::int64_t moves() const { return moves_; }
    [[nodiscard]] Ending ending() const { return ending_; }
    [[nodiscard]] const std::vector<Progress>& history() const { return history_; }
    /// Of the placement with the fewest that was considered, as long as none was legal.
    [[nodiscard]] const std::vector<Breach>& least_breaches() const { return least_breaches_; }

 private:
    /// Keeps it when nothing speaks against it. What does?
    std::optional<Doubt> try_to_keep(Solution solution);
    using DoubtRank = std::pair<Doubt::Kind, double>;  ///< with the cost
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
