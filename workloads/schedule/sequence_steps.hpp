#pragma once
// The operations of the runtime sequence in the form in which validate() checks them.

#include <bitset>
#include <cstddef>
#include <vector>

#include "arch/units.hpp"
#include "workloads/schedule/inspection.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::schedule {

/// An operation of the runtime sequence, with the facts that do not depend on loop indices.
struct SequenceStep {
    /// Breaches that depend on the loop indices; each is reported once per operation.
    enum Rule : std::size_t { kBdId, kAddress, kUnwritten, kNext, kTokens, kRules };

    const SequenceOp* operation;
    Reporter report;
    bool sound = true;     ///< whether its values can be computed
    arch::Bytes extent{};  ///< bytes that a WriteBd's BD touches (extent_of)
    std::bitset<kRules> reported;
    std::vector<SequenceStep> body;  ///< operations of a loop

    /// Is this the first breach of `rule` in this operation? Marks the rule as reported.
    [[nodiscard]] bool first(Rule rule) {
        const bool fresh = !reported.test(rule);
        reported.set(rule);
        return fresh;
    }
};

/// Checks every operation of the sequence once, without the values of loop indices, and reports its
/// breaches.
[[nodiscard]] std::vector<SequenceStep> check_each_operation(Inspection& inspection);

}  // namespace xdnasim::schedule
