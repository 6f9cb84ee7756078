#pragma once
// The runtime sequence as the check of it goes through it.

#include <bitset>
#include <cstddef>
#include <vector>

#include "arch/units.hpp"
#include "workloads/schedule/inspection.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::schedule {

/// An operation with what is known of it before the sequence runs.
struct SequenceStep {
    /// Breaches that depend on the loops' indices: each is reported once per operation.
    enum Rule : std::size_t { kBdId, kAddress, kUnwritten, kNext, kTokens, kRules };

    const SequenceOp* operation;
    Reporter report;
    bool sound = true;     ///< its values can be computed
    arch::Bytes extent{};  ///< of a WriteBd
    std::bitset<kRules> reported;
    std::vector<SequenceStep> body;  ///< of a loop

    /// Is this the first breach of `rule` here?
    [[nodiscard]] bool first(Rule rule) {
        const bool fresh = !reported.test(rule);
        reported.set(rule);
        return fresh;
    }
};

/// Looks at every operation of the sequence once, as it stands, and reports what is wrong with it.
[[nodiscard]] std::vector<SequenceStep> check_each_operation(Inspection& inspection);

}  // namespace xdnasim::schedule
