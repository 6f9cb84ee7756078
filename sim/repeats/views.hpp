#pragma once
// What a run shows of itself to Recurrence and Approximation, which skip repeats.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "sim/leads/leads.hpp"
#include "sim/repeats/state.hpp"

namespace xdnasim::sim {

struct Views {
    std::vector<std::function<void(StateVisitor&)>> parts;  ///< show the parts of the state
    std::function<void(TotalsVisitor&)> totals;             ///< shows the totals
    /// A hash of the positions in the runtime sequence and in the program of the core whose rounds
    /// are looked at.
    std::function<std::uint64_t()> position;
    std::function<double()> share_done;  ///< share of the run that is done; 0 or 1: not known
    std::function<Leads()> leads;        ///< leads of that core; without cores, of the sequence

    /// Restores a state, with these leads and counts. `words_of`: returns the words of a part, by
    /// its number. Returns the visitor that has restored it.
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
