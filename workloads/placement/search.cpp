#include "workloads/placement/search.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace xdnasim::placement {

Search::Search(const Netlist& netlist, const Array& array, Router& router, SearchOptions options)
    : netlist_{netlist}, array_{array}, router_{router}, options_{std::move(options)} {
    options_.oracle->ask(options_.may_go_on);
    if (options_.present) consider(*options_.present);
}

bool Search::may_go_on() {
    if (moves_ >= options_.max_moves) {
        ending_ = Ending::Moves;
    } else if (!options_.may_go_on()) {
        ending_ = Ending::Budget;
    } else {
        return true;
    }
    return false;
}

bool Search::is_stopped() {
    if (!options_.may_go_on()) {
        ending_ = Ending::Budget;
        return true;
    }
    if (ending_ == Ending::Moves) ending_ = Ending::Done;
    return ending_ != Ending::Done;
}

void Search::end(integer::Ending ending) {
    switch (ending) {
        case integer::Ending::Optimal:
        case integer::Ending::Infeasible:
            ending_ = Ending::Done;
            break;
        case integer::Ending::Stopped:
            ending_ = Ending::Budget;
            break;
        case integer::Ending::Memory:
            ending_ = Ending::Memory;
            break;
        case integer::Ending::Time:
        case integer::Ending::Failed:
            ending_ = Ending::Limit;
            break;
    }
}

double Search::best_cost() const {
    return best_cost_.value_or(std::numeric_limits<double>::infinity());
}

void Search::report(double temperature, double estimate) {
    history_.push_back({moves_, temperature, estimate, best_cost_});
    options_.on_progress(history_.back());
}

bool Search::consider(const Placement& placement) {
    return consider(routed(placement));
}

bool Search::consider(Solution solution) {
    std::vector<Breach> found = breaches(netlist_, array_, solution);
    if (!found.empty()) {
        const bool is_nearest = least_breaches_.empty() || found.size() < least_breaches_.size();
        if (!best_ && is_nearest) least_breaches_ = std::move(found);
        return false;
    }
    least_breaches_.clear();
    // Nets in doubt get channels of their own on links. This is repeated while it puts other nets
    // in doubt.
    constexpr int kMaxTries = 4;
    std::set<NetId> alone;
    for (int tries = 0; tries < kMaxTries; ++tries) {
        const Placement placement = solution.placement;
        const std::optional<Doubt> doubt = try_to_keep(std::move(solution));
        if (!doubt) return true;
        const std::size_t before = alone.size();
        alone.insert(doubt->blocking.begin(), doubt->blocking.end());
        if (alone.size() == before) break;
        solution = {placement, router_.route(netlist_, placement, alone)};
        if (!breaches(netlist_, array_, solution).empty()) break;
    }
    return false;
}

std::optional<Doubt> Search::try_to_keep(Solution solution) {
    const double cost = cost_of(netlist_, array_, solution).total();
    if (cost >= best_cost()) return std::nullopt;
    std::optional<Doubt> doubt = options_.doubts(solution);
    if (doubt) {
        keep_in_doubt(std::move(solution), {doubt->kind, cost});
        return doubt;
    }
    best_ = std::move(solution);
    best_cost_ = cost;
    return std::nullopt;
}

void Search::keep_in_doubt(Solution solution, const DoubtRank& rank) {
    constexpr std::size_t kMost = 8;
    if (best_) return;
    const auto at = std::ranges::upper_bound(doubtful_ranks_, rank) - doubtful_ranks_.begin();
    doubtful_ranks_.insert(doubtful_ranks_.begin() + at, rank);
    doubtful_.insert(doubtful_.begin() + at, std::move(solution));
    if (doubtful_.size() <= kMost) return;
    doubtful_ranks_.pop_back();
    doubtful_.pop_back();
}

}  // namespace xdnasim::placement
