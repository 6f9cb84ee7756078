#include "sim/sequence_position.hpp"

#include <variant>

#include "sim/mixed_bits.hpp"

namespace xdnasim::sim {

const schedule::SequenceOp* SequencePosition::current() {
    while (!stack_.empty()) {
        Level& top = stack_.back();
        if (top.next < top.body->size()) return &(*top.body)[top.next];
        // The outermost body is not a loop and has no index.
        const bool another_round = stack_.size() > 1 && ++indices_.back() < top.count;
        if (another_round) {
            top.next = 0;
            continue;
        }
        if (stack_.size() > 1) indices_.pop_back();
        stack_.pop_back();
    }
    return nullptr;
}

void SequencePosition::enter(const schedule::SequenceLoop& loop) {
    ++stack_.back().next;
    if (loop.count <= 0 || loop.body.empty()) return;
    stack_.push_back({&loop.body, 0, loop.count});
    indices_.push_back(0);
}

void SequencePosition::go_on() {
    Level& top = stack_.back();
    if (std::holds_alternative<schedule::AwaitToken>((*top.body)[top.next].op)) ++awaited_;
    ++top.next;
}

bool SequencePosition::is_like(SequencePosition other) {
    return current() == other.current() && stack_ == other.stack_;
}

void SequencePosition::visit_state(StateVisitor& visitor) {
    static_cast<void>(current());
    visitor.alike(stack_.size());
    for (const Level& level : stack_) {
        visitor.alike(level.body);
        visitor.alike(level.next);
    }
}

std::uint64_t SequencePosition::signature() const {
    std::uint64_t sum = 0;
    for (const Level& level : stack_)
        sum = combined(sum, reinterpret_cast<std::uintptr_t>(level.body) + level.next);
    return sum;
}

double tokens_awaited(const std::vector<schedule::SequenceOp>& sequence) {
    double sum = 0;
    for (const schedule::SequenceOp& op : sequence) {
        if (std::holds_alternative<schedule::AwaitToken>(op.op)) ++sum;
        if (const auto* loop = std::get_if<schedule::SequenceLoop>(&op.op))
            sum += static_cast<double>(loop->count) * tokens_awaited(loop->body);
    }
    return sum;
}

}  // namespace xdnasim::sim
