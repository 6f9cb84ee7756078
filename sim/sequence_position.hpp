#pragma once
// The position of a run in its runtime sequence.

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

    /// The operation to run next; nullptr at the end. Ends rounds of loops that are complete.
    [[nodiscard]] const schedule::SequenceOp* current();
    /// Moves on to the operation behind the current one.
    void go_on();
    /// Enters the current operation, which is `loop`.
    void enter(const schedule::SequenceLoop& loop);
    /// The current rounds of the loops around the current operation, outermost first.
    [[nodiscard]] const std::vector<std::int64_t>& indices() const { return indices_; }

    /// Number of tokens that it has waited for so far.
    [[nodiscard]] std::int64_t awaited() const { return awaited_; }
    /// Whether both are at the same operation, in whatever rounds of the loops.
    [[nodiscard]] bool is_like(SequencePosition other);

    /// Shows the position without the rounds of the loops.
    void visit_state(StateVisitor& visitor);
    /// A hash of the position without the rounds of the loops.
    [[nodiscard]] std::uint64_t signature() const;

 private:
    struct Level {
        const std::vector<schedule::SequenceOp>* body;
        std::size_t next;
        std::int64_t count;  ///< number of rounds of the loop that `body` belongs to
        bool operator==(const Level&) const = default;
    };
    std::vector<Level> stack_;
    std::vector<std::int64_t> indices_;  ///< of the loops on the stack, outermost first
    std::int64_t awaited_ = 0;
};

/// Number of tokens that `sequence` waits for, in all rounds of its loops.
[[nodiscard]] double tokens_awaited(const std::vector<schedule::SequenceOp>& sequence);

}  // namespace xdnasim::sim
