#pragma once
// What a run shows of itself to those who skip what repeats.

#include <cstddef>
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

    /// Puts back the state whose parts are the words that `words_of` gives for their numbers, with
    /// these leads and counts. Returns who did it.
    template <class WordsOf>
    StateVisitor put_back(arch::Cycles now, const std::vector<Leads>& all_leads,
                          const std::vector<std::int64_t>& counts, WordsOf words_of) const {
        StateVisitor visitor{now, all_leads, counts};
        for (std::size_t part = 0; part < parts.size(); ++part) {
            visitor.begin(words_of(part));
            parts[part](visitor);
        }
        return visitor;
    }
};

}  // namespace xdnasim::sim
