#include "workloads/kernels/vliw/loop_search.hpp"

#include <algorithm>
#include <optional>

#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {

LoopSearch::LoopSearch(const Loop& loop, LoopState& state, int length)
    : loop_{loop},
      state_{state},
      length_{length},
      registers_{loop},
      price_(loop.graph.nodes.size(), 1) {
    for (int node = 0; node < loop.nodes(); ++node) {
        if (state_.is_placed(node))
            registers_.place(node, state_.placement(node).cycle);
        else
            waiting_.push_back(node);
    }
}

bool LoopSearch::run(int placements) {
    for (; placements > 0; --placements) {
        if (waiting_.empty()) {
            if (registers_.missing() == 0) return true;
            ++missing_price_;
            throw_out(least_thrown_out());
        }
        const int node = waiting_.front();
        waiting_.pop_front();
        place(node);
    }
    return waiting_.empty() && registers_.missing() == 0;
}

/// The cheapest operation to throw out of those that use registers that are missing.
int LoopSearch::least_thrown_out() {
    const std::vector<int> nodes = registers_.at_fault();
    return *std::ranges::min_element(nodes, {}, [&](int node) { return at(price_, node); });
}

/// Places the node where it costs least, but not at its last place, from which it was thrown out.
void LoopSearch::place(int node) {
    const auto [first, last] = window(node);
    std::optional<Cost> min;
    Placement best;
    for (int cycle = first; cycle <= last; ++cycle) {
        if (cycle == state_.placement(node).cycle && first != last) continue;
        for (const int slot : loop_.operation(node).slots) {
            int thrown_out = 0;
            for (const int other : in_the_way(node, {cycle, slot}))
                thrown_out += at(price_, other);
            if (min && thrown_out > min->conflicts) continue;
            const Cost cost = cost_of(node, cycle, thrown_out);
            if (!min || cost < *min) {
                min = cost;
                best = {cycle, slot};
            }
        }
    }
    for (const int other : in_the_way(node, best))
        throw_out(other);
    put(node, best);
}

/// Cycles to try for a node: from one interval before the earliest to one interval after the latest
/// cycle that its neighbours allow. Beyond these, the same rows repeat. All placed nodes stay
/// within the length.
LoopSearch::Window LoopSearch::window(int node) const {
    std::optional<int> earliest;
    std::optional<int> latest;
    for (const Dependence& before : loop_.dependences.before(node)) {
        if (!placed_apart(node, before.node)) continue;
        const int cycle = state_.placement(before.node).cycle + before.latency;
        earliest = std::max(earliest.value_or(cycle), cycle);
    }
    for (const Dependence& after : loop_.dependences.after(node)) {
        if (!placed_apart(node, after.node)) continue;
        const int cycle = state_.placement(after.node).cycle - after.latency;
        latest = std::min(latest.value_or(cycle), cycle);
    }
    const Window span = open_span();
    if (!earliest && !latest) return span;
    const auto [low, high] =
        std::minmax({earliest ? *earliest : *latest, latest ? *latest : *earliest});
    const int first = latest ? low - loop_.ii + 1 : low;
    const int last = earliest ? high + loop_.ii - 1 : high;
    return {std::clamp(first, span.first, span.last), std::clamp(last, span.first, span.last)};
}

/// Cycles that keep all placed nodes and a new one within the length.
LoopSearch::Window LoopSearch::open_span() const {
    std::optional<Window> taken;
    for (int node = 0; node < loop_.nodes(); ++node) {
        if (!state_.is_placed(node)) continue;
        const int cycle = state_.placement(node).cycle;
        const Window before = taken.value_or(Window{cycle, cycle});
        taken = {std::min(before.first, cycle), std::max(before.last, cycle)};
    }
    if (!taken) return {0, length_ - 1};
    return {taken->last - length_ + 1, taken->first + length_ - 1};
}

std::vector<int> LoopSearch::in_the_way(int node, Placement placement) const {
    std::vector<int> nodes = state_.occupants(node, placement);
    const auto add = [&](int other) {
        if (std::ranges::find(nodes, other) == nodes.end()) nodes.push_back(other);
    };
    for (const Dependence& before : loop_.dependences.before(node)) {
        if (placed_apart(node, before.node) &&
            state_.placement(before.node).cycle + before.latency > placement.cycle)
            add(before.node);
    }
    for (const Dependence& after : loop_.dependences.after(node)) {
        if (placed_apart(node, after.node) &&
            placement.cycle + after.latency > state_.placement(after.node).cycle)
            add(after.node);
    }
    return nodes;
}

/// Cost of a placement. Leaves the node counted in the registers: the next call, or put(), replaces
/// it.
LoopSearch::Cost LoopSearch::cost_of(int node, int cycle, int thrown_out) {
    registers_.place(node, cycle);
    return {.conflicts = thrown_out + missing_price_ * registers_.missing(),
            .taken = registers_.taken_by(node)};
}

bool LoopSearch::placed_apart(int node, int other) const {
    return other != node && state_.is_placed(other);
}

void LoopSearch::put(int node, Placement placement) {
    state_.put(node, placement);
    registers_.place(node, placement.cycle);
}

void LoopSearch::throw_out(int node) {
    state_.throw_out(node);
    registers_.remove(node);
    ++at(price_, node);
    waiting_.push_back(node);
}

}  // namespace xdnasim::vliw
