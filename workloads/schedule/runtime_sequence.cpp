#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::schedule {

std::int64_t SemiAffine::at(std::span<const std::int64_t> indices) const {
    std::int64_t value = base;
    for (const Term& term : terms) {
        const std::int64_t index = indices[static_cast<std::size_t>(term.loop)] + term.shift;
        const std::int64_t quotient = index / term.divisor;
        value += term.stride * (term.modulus == 0 ? quotient : quotient % term.modulus);
    }
    return value;
}

namespace {

OperationCost cost(const WriteBd& op) {
    return op.changes_one_register ? OperationCost::Push : OperationCost::BdWrite;
}

OperationCost cost(const WriteMemory& op) {
    return op.words.size() > 1 ? OperationCost::BdWrite : OperationCost::Push;
}

OperationCost cost(const SetLock& /*op*/) {
    return OperationCost::Push;
}

OperationCost cost(const PushTask& /*op*/) {
    return OperationCost::Push;
}

OperationCost cost(const AwaitToken& /*op*/) {
    return OperationCost::None;
}

/// A signal writes two or three registers; it counts as one, since no source gives its cost.
OperationCost cost(const SignalTrace& /*op*/) {
    return OperationCost::Push;
}

OperationCost cost(const SequenceLoop& /*op*/) {
    return OperationCost::None;
}

}  // namespace

OperationCost cost_of(const SequenceOp& op) {
    return std::visit([](const auto& operation) { return cost(operation); }, op.op);
}

}  // namespace xdnasim::schedule
