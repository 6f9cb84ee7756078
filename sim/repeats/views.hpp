#pragma once
// What a run shows of itself to those who skip what repeats.

#include <cstdint>
#include <functional>
#include <vector>

#include "sim/leads/leads.hpp"
#include "sim/repeats/state.hpp"

namespace xdnasim::sim {

struct Views {
    std::vector<std::function<void(StateVisitor&)>> parts;
    std::function<void(TotalsVisitor&)> totals;
    std::function<std::uint64_t()> position;  ///< tells most states of one instant apart
    std::function<double()> share_done;       ///< of the run; 0 or 1: not known
    std::function<Leads()> leads;             ///< of what goes round
};

}  // namespace xdnasim::sim
