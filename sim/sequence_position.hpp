#pragma once
// How far a runtime sequence has come.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/repeats/state.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::sim {

class SequencePosition {
 public:
    explicit SequencePosition(const std::vector<schedule::SequenceOp>& sequence)
        : stack_{{&sequence, 0, 1}} {}

    /// The operation to run next; nullptr at the end. Closes finished loop rounds.
    [[nodiscard]] const schedule::SequenceOp* current();
    /// Goes on behind the current operation.
    void go_on();
    /// Goes into the current operation.
    void enter(const schedule::SequenceLoop& loop);
    /// The rounds of the loops around it, outermost first.
    [[nodiscard]] const std::vector<std::int64_t>& indices() const { return indices_; }

    /// Tokens that it has waited for.
    [[nodiscard]] std::int64_t awaited() const { return awaited_; }
    /// Is it at the same operation, in whatever rounds of the loops?
    [[nodiscard]] bool is_like(SequencePosition other);

    /// Without its rounds.
    void visit_state(StateVisitor& visitor);
    [[nodiscard]] std::uint64_t signature() const;

 private:
    struct Level {
        const std::vector<schedule::SequenceOp>* body;
        std::size_t next;
        std::int64_t count;  ///< rounds of the loop whose body it is
        bool operator==(const Level&) const = default;
    };
    std::vector<Level> stack_;
    std::vector<std::int64_t> indices_;  ///< of the loops on the stack, outermost first
    std::int64_t awaited_ = 0;
};

/// Tokens that `sequence` waits for, in all rounds of its loops.
[[nodiscard]] double tokens_awaited(const std::vector<schedule::SequenceOp>& sequence);

}  // namespace xdnasim::sim
