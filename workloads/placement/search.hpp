#pragma once
// A search for the best placement: it routes what placers propose, keeps the best that is legal,
// and says when to stop.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "workloads/placement/cost.hpp"
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

struct SearchOptions {
    std::uint64_t seed = 1;
    std::int64_t max_moves = 0;
    /// Where all lie before the search: it is considered first, and annealings begin there.
    std::optional<Placement> present{};
    /// Asked often: whether to go on. What it depends on must not be what decides a result.
    std::function<bool()> may_go_on = [] { return true; };
    std::function<void(const Progress&)> on_progress = [](const Progress&) {};
    /// For methods that have integer programs solved. It asks what may_go_on() does.
    std::shared_ptr<Oracle> oracle = std::make_shared<Oracle>();
};

/// Why a search ended.
enum class Ending : std::uint8_t {
    Done,     ///< the placer had no more to propose
    Moves,    ///< all moves were made
    Stopped,  ///< may_go_on() said no
    Memory,   ///< a solver ran out of it
    Limit,    ///< a solver came to the limit of its call, or broke down
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
    /// Routes a placement, and keeps it when it is legal and cheaper than the best so far. Is it
    /// legal?
    bool consider(const Placement& placement);
    /// The same where routes are known.
    bool consider(Solution solution);

    [[nodiscard]] const std::optional<Solution>& best() const { return best_; }
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
    const Netlist& netlist_;
    const Array& array_;
    Router& router_;
    SearchOptions options_;
    std::optional<Solution> best_;
    std::optional<double> best_cost_;
    std::optional<double> bound_;
    std::vector<Breach> least_breaches_;
    std::int64_t moves_ = 0;
    Ending ending_ = Ending::Done;
    std::vector<Progress> history_;
};

}  // namespace xdnasim::placement
