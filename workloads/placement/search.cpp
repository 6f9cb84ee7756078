#include "workloads/placement/search.hpp"

#include <limits>
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
        ending_ = Ending::Stopped;
    } else {
        return true;
    }
    return false;
}

bool Search::is_stopped() {
    if (!options_.may_go_on()) {
        ending_ = Ending::Stopped;
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
            ending_ = Ending::Stopped;
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
    const double cost = cost_of(netlist_, array_, solution).total();
    if (!best_cost_ || cost < *best_cost_) {
        best_ = std::move(solution);
        best_cost_ = cost;
    }
    return true;
}

}  // namespace xdnasim::placement
