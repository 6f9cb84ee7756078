#include <algorithm>
#include <queue>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/placement.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {
namespace {

/// A topological order of the nodes: no node comes before one that it depends on, and of the nodes
/// that may come next, the one with the smallest rank does.
std::vector<int> ordered_by(const std::vector<int>& rank, const Dependences& dependences) {
    using Entry = std::pair<int, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
    std::vector<int> waits_for(rank.size());
    for (int node = 0; node < dependences.nodes(); ++node) {
        at(waits_for, node) = static_cast<int>(dependences.before(node).size());
        if (at(waits_for, node) == 0) ready.emplace(at(rank, node), node);
    }
    std::vector<int> order;
    while (!ready.empty()) {
        const int node = ready.top().second;
        ready.pop();
        order.push_back(node);
        for (const Dependence& dependence : dependences.after(node)) {
            if (--at(waits_for, dependence.node) == 0)
                ready.emplace(at(rank, dependence.node), dependence.node);
        }
    }
    return order;
}

/// An order in which every node comes right after the nodes that it depends on, so that values are
/// read soon after they are made.
class OperandsFirst {
 public:
    explicit OperandsFirst(const Dependences& dependences)
        : dependences_{dependences}, seen_(static_cast<std::size_t>(dependences.nodes()), 0) {
        for (int node = 0; node < dependences.nodes(); ++node)
            if (dependences.after(node).empty()) visit(node);
    }
    [[nodiscard]] const std::vector<int>& order() const { return order_; }

 private:
    void visit(int node) {
        if (std::exchange(at(seen_, node), char{1}) != 0) return;
        for (const Dependence& operand : dependences_.before(node))
            visit(operand.node);
        order_.push_back(node);
    }

    const Dependences& dependences_;
    std::vector<char> seen_;
    std::vector<int> order_;
};

/// Orders in which values may take registers: longest path first, as written, operands first.
std::vector<std::vector<int>> claim_orders(const StraightCode& code) {
    std::vector<int> by_path = code.priority;
    for (int& rank : by_path)
        rank = -rank;
    const std::vector<int> as_written(by_path.size(), 0);
    std::vector<std::vector<int>> orders{ordered_by(by_path, code.dependences),
                                         ordered_by(as_written, code.dependences),
                                         OperandsFirst{code.dependences}.order()};
    for (auto& order : orders)
        std::erase_if(order, [&](int node) { return !at(code.values, node); });
    return orders;
}

[[noreturn]] void refuse(const StraightCode& code, int node) {
    const RegisterUse& use = at(code.values, node)->use;
    const std::string& label = at(code.graph.nodes, node).label;
    const int available = code.model.registers[static_cast<std::size_t>(use.file)];
    if (use.count > available)
        throw base::InputError{fmt::format("operation {} needs {} {} registers; available: {}",
                                           label, use.count, name_of(use.file), available)};
    throw base::InputError{
        fmt::format("operation {} finds no {} register: it needs {}, and the values that wait for "
                    "it leave too few; available: {}",
                    label, name_of(use.file), use.count, available)};
}

void refuse_cycles(const StraightCode& code) {
    const std::vector<int> order =
        ordered_by(std::vector<int>(code.graph.nodes.size(), 0), code.dependences);
    if (order.size() == code.graph.nodes.size()) return;
    int first = 0;
    while (std::ranges::find(order, first) != order.end())
        ++first;
    throw base::InputError{fmt::format("operation {} waits for itself, by way of others",
                                       at(code.graph.nodes, first).label)};
}

}  // namespace

SlotSchedule list_schedule(const OperationGraph& graph, const arch::SlotModel& model) {
    const StraightCode code{graph, model};
    refuse_cycles(code);
    ListPlacement greedy{code, {}};
    auto best = greedy.run();
    if (!greedy.was_short()) return *best;
    for (const auto& claims : claim_orders(code)) {
        auto schedule = ListPlacement{code, claims}.run();
        if (schedule && (!best || schedule->length < best->length)) best = std::move(schedule);
    }
    if (!best) refuse(code, greedy.short_node());
    return *best;
}

}  // namespace xdnasim::vliw
