#include "xdnasim/workloads/kernels/vliw/lifetime_fitting.hpp"

#include <algorithm>
#include <numeric>

#include "xdnasim/workloads/kernels/vliw/indexing.hpp"

namespace xdnasim::vliw {
namespace {

/// A sweep moves every operation once; chains of operations need as many as they are long.
constexpr int kSweeps = 12;

}  // namespace

LifetimeFitting::LifetimeFitting(const Loop& loop, ReservationTable& table,
                                 std::vector<Placement>& placements)
    : loop_{loop},
      table_{table},
      placements_{placements},
      alive_{loop.model, loop.ii},
      touched_(placements.size()) {
    for (int node = 0; node < loop.dependences.nodes(); ++node) {
        const auto& value = at(loop.values, node);
        if (!value) continue;
        at(touched_, node).push_back(node);
        for (const Value::Reader& reader : value->readers) {
            auto& touched = at(touched_, reader.node);
            if (std::ranges::find(touched, node) == touched.end()) touched.push_back(node);
        }
        alive_.add(value->use, value->lifetime(node, placements_));
    }
}

bool LifetimeFitting::run() {
    for (int sweep = 0; sweep < kSweeps && alive_.excess() > 0; ++sweep) {
        bool moved = false;
        for (const int node : last_first())
            moved = move(node) || moved;
        if (!moved) break;
    }
    return alive_.excess() == 0;
}

std::vector<int> LifetimeFitting::last_first() const {
    std::vector<int> order(placements_.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, std::greater<>{},
                             [&](int node) { return at(placements_, node).cycle; });
    return order;
}

/// The cycles that the others leave to the node, at most one interval of them.
std::pair<int, int> LifetimeFitting::window(int node) const {
    const int cycle = at(placements_, node).cycle;
    int last = cycle + loop_.ii - 1;
    bool awaited = false;
    for (const Dependence& after : loop_.dependences.after(node)) {
        if (after.node == node) continue;
        const int limit = at(placements_, after.node).cycle - after.latency;
        last = awaited ? std::min(last, limit) : limit;
        awaited = true;
    }
    // Nothing shortens if an operation that nothing waits for moves back.
    if (!awaited) last = cycle;
    int first = last - loop_.ii + 1;
    for (const Dependence& before : loop_.dependences.before(node)) {
        if (before.node == node) continue;
        first = std::max(first, at(placements_, before.node).cycle + before.latency);
    }
    return {first, last};
}

bool LifetimeFitting::move(int node) {
    const arch::Operation& operation = loop_.operation(node);
    const Placement old = at(placements_, node);
    const auto [first, last] = window(node);
    if (first == last && first == old.cycle) return false;
    table_.release(operation, old);
    for (const int value : at(touched_, node))
        forget(value);
    Placement best = old;
    Cost least = cost_at(node, old.cycle);
    for (int cycle = first; cycle <= last; ++cycle) {
        const auto slot = table_.free_slot(operation, cycle);
        if (!slot || cycle == old.cycle) continue;
        const Cost cost = cost_at(node, cycle);
        if (cost < least || (cost == least && cycle > best.cycle)) {
            least = cost;
            best = {cycle, *slot};
        }
    }
    at(placements_, node) = best;
    table_.take(node, operation, best);
    for (const int value : at(touched_, node))
        count(value);
    return best != old;
}

/// Precondition: what the node touches is forgotten.
LifetimeFitting::Cost LifetimeFitting::cost_at(int node, int cycle) {
    at(placements_, node).cycle = cycle;
    int taken = 0;
    for (const int value : at(touched_, node)) {
        count(value);
        taken += at(loop_.values, value)->use.count *
                 at(loop_.values, value)->lifetime(value, placements_).cycles();
    }
    const Cost cost{alive_.excess(), taken};
    for (const int value : at(touched_, node))
        forget(value);
    return cost;
}

void LifetimeFitting::count(int node) {
    const Value& value = *at(loop_.values, node);
    alive_.add(value.use, value.lifetime(node, placements_));
}

void LifetimeFitting::forget(int node) {
    const Value& value = *at(loop_.values, node);
    alive_.remove(value.use, value.lifetime(node, placements_));
}

}  // namespace xdnasim::vliw
