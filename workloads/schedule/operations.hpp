#pragma once
// Visitors for the operations of a core's program and of the runtime sequence, at any loop depth.

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

#include "base/saturating.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

/// Maximum depth of nested loops: far more than a program needs, far less than the stack holds.
/// Loops nested deeper are a breach; the functions of this file skip their bodies.
inline constexpr int kMaxLoopDepth = 32;

/// How often an operation runs whose enclosing loops run `counts` times; saturating.
[[nodiscard]] constexpr std::int64_t times_in(std::span<const std::int64_t> counts) {
    std::int64_t times = 1;
    for (const std::int64_t count : counts)
        times = base::saturating_multiply(times, count);
    return times;
}

namespace detail {

/// Iteration counts of the loops around an operation, outermost first.
using Counts = std::vector<std::int64_t>;

template <class Operation, class Known, class F, class Around>
void tell(const Known& operation, F& f, const Around& around) {
    if constexpr (std::is_same_v<Operation, Known>) {
        if constexpr (std::is_invocable_v<F&, const Operation&, const Around&>)
            f(operation, around);
        else
            f(operation);
    }
}

template <class Operation, class F>
void visit_core(const CoreBody& body, F& f, std::int64_t times, int depth) {
    for (const CoreOp& step : body) {
        tell<Operation>(step, f, times);
        std::visit([&](const auto& operation) { tell<Operation>(operation, f, times); }, step.op);
        const auto* loop = std::get_if<Loop>(&step.op);
        if (loop == nullptr || depth == kMaxLoopDepth) continue;
        const std::int64_t rounds = std::max<std::int64_t>(loop->count.value_or(1), 0);
        visit_core<Operation>(loop->body, f, base::saturating_multiply(times, rounds), depth + 1);
    }
}

template <class Operation, class F>
void visit_sequence(const std::vector<SequenceOp>& operations, F& f, Counts& counts) {
    for (const SequenceOp& step : operations) {
        const std::span<const std::int64_t> around{counts};
        tell<Operation>(step, f, around);
        std::visit([&](const auto& operation) { tell<Operation>(operation, f, around); }, step.op);
        const auto* loop = std::get_if<SequenceLoop>(&step.op);
        if (loop == nullptr || loop->count <= 0 || counts.size() == kMaxLoopDepth) continue;
        counts.push_back(loop->count);
        visit_sequence<Operation>(loop->body, f, counts);
        counts.pop_back();
    }
}

}  // namespace detail

/// Calls f(operation) or f(operation, times) for each Operation of a core's program (an Acquire,
/// Release, Call, GetCascade, PutCascade, TellEvent or Loop; CoreOp: every operation), in program
/// order. `times` is how often the operation runs in one pass through `body`; saturating. An
/// endless loop counts as one round of itself.
template <class Operation, class F>
void for_each_operation(const CoreBody& body, F&& f) {
    detail::visit_core<Operation>(body, f, 1, 0);
}

/// Calls f(operation) or f(operation, counts) for each Operation of the runtime sequence that runs
/// at least once (a WriteBd, ...; SequenceOp: every operation), in program order. `counts` are the
/// iteration counts of the loops around the operation, outermost first: times_in(counts) is how
/// often it runs.
template <class Operation, class F>
void for_each_operation(const std::vector<SequenceOp>& sequence, F&& f) {
    detail::Counts counts;
    detail::visit_sequence<Operation>(sequence, f, counts);
}

/// Does the program come to its end? False if it contains an endless loop.
[[nodiscard]] inline bool ends(const CoreBody& body) {
    bool any_endless = false;
    for_each_operation<Loop>(body, [&](const Loop& loop, std::int64_t times) {
        any_endless = any_endless || (!loop.count && times > 0);
    });
    return !any_endless;
}

}  // namespace xdnasim::schedule
