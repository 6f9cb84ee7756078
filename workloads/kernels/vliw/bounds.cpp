#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/reservation_table.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {
namespace {

using SlotSet = std::uint32_t;

/// A resource of which each cycle has a number: a set of slots, or a unit.
struct Resource {
    std::string name;
    int per_cycle = 1;
    SlotSet slots = 0;  ///< operations that can take no other slots need this resource
    int unit = -1;      ///< number of the unit; -1: a set of slots
};

SlotSet as_set(const std::vector<int>& slots) {
    SlotSet set = 0;
    for (const int slot : slots)
        set |= SlotSet{1} << static_cast<unsigned>(slot);
    return set;
}

std::string names_of(SlotSet set, const arch::SlotModel& model) {
    std::string name;
    for (; set != 0; set &= set - 1)
        name += (name.empty() ? "" : "+") + at(model.slots, std::countr_zero(set));
    return name;
}

/// All sets of slots. A set can limit more than its single slots do: operations that may take
/// several slots, and slots that exclude each other, fill sets as a whole.
std::vector<Resource> slot_sets(const arch::SlotModel& model) {
    const auto conflicts = slot_conflicts(model);
    const SlotSet all = (SlotSet{1} << model.slots.size()) - 1;
    std::vector<int> per_cycle(all + 1, 0);
    std::vector<Resource> sets;
    for (SlotSet set = 1; set <= all; ++set) {
        const int lowest = std::countr_zero(set);
        const SlotSet without = set & (set - 1);
        const SlotSet beside = set & ~static_cast<SlotSet>(at(conflicts, lowest));
        per_cycle[set] = std::max(per_cycle[without], 1 + per_cycle[beside]);
        sets.push_back({.name = {}, .per_cycle = per_cycle[set], .slots = set});
    }
    std::ranges::stable_sort(sets, {},
                             [](const Resource& set) { return std::popcount(set.slots); });
    for (Resource& set : sets)
        set.name = names_of(set.slots, model);
    return sets;
}

std::vector<Resource> resources_of(const arch::SlotModel& model) {
    std::vector<Resource> resources = slot_sets(model);
    for (int unit = 0; unit < static_cast<int>(model.units.size()); ++unit)
        resources.push_back({.name = at(model.units, unit), .unit = unit});
    return resources;
}

/// Calls visit(offset) for each use of the resource, `offset` cycles after the issue.
template <typename Visitor>
void for_each_use(const arch::Operation& operation, const Resource& resource,
                  const Visitor& visit) {
    if (resource.unit < 0) {
        if ((as_set(operation.slots) & ~resource.slots) == 0) visit(0);
        return;
    }
    for (const arch::UnitUse& use : operation.units) {
        if (use.unit == resource.unit) visit(use.cycle - 1);
    }
}

int cycles_for(int uses, const Resource& resource) {
    return (uses + resource.per_cycle - 1) / resource.per_cycle;
}

void bind_resources(const OperationGraph& graph, const arch::SlotModel& model, Bounds& min) {
    for (const Resource& resource : resources_of(model)) {
        int uses = 0;
        for (const Node& node : graph.nodes)
            for_each_use(at(model.operations, node.operation), resource, [&](int) { ++uses; });
        const int cycles = cycles_for(uses, resource);
        if (uses > 0 && (cycles > min.resources || min.binding.empty())) {
            min.resources = cycles;
            min.binding = resource.name;
        }
    }
}

/// Sets the smallest interval at which no node must issue after itself, found by bisection.
void bind_recurrences(const OperationGraph& graph, Bounds& min) {
    const auto stuck = [&](int ii) { return tails(Dependences{graph, ii}).on_cycle; };
    int enough = 1;
    for (const Edge& edge : graph.edges)
        enough += std::max(0, edge.latency);
    if (const auto node = stuck(enough)) {
        throw base::InputError{fmt::format("operation {} depends on itself within one iteration",
                                           at(graph.nodes, *node).label)};
    }
    int too_short = 0;
    std::optional<int> node;
    while (enough - too_short > 1) {
        const int middle = (too_short + enough) / 2;
        if (const auto on_cycle = stuck(middle)) {
            too_short = middle;
            node = on_cycle;
        } else {
            enough = middle;
        }
    }
    min.recurrences = enough;
    if (node && min.recurrences > min.resources)
        min.binding = fmt::format("recurrence through {}", at(graph.nodes, *node).label);
}

}  // namespace

Bounds bounds(const OperationGraph& graph, const arch::SlotModel& model) {
    Bounds min;
    bind_resources(graph, model, min);
    bind_recurrences(graph, min);
    return min;
}

/// A resource's users need it for `cycles_for(uses)` cycles. The first user must wait for its head
/// before, and after the last one its tail follows.
int length_bound(const OperationGraph& graph, const arch::SlotModel& model) {
    const Dependences dependences{graph, 0};
    std::vector<int> earliest;
    for (const Node& node : graph.nodes)
        earliest.push_back(node.earliest);
    const auto before = heads(dependences, std::move(earliest)).cycles;
    const auto after = tails(dependences).cycles;
    int bound = 0;
    for (std::size_t node = 0; node < graph.nodes.size(); ++node)
        bound = std::max(bound, before[node] + after[node] + 1);
    for (const Resource& resource : resources_of(model)) {
        int uses = 0;
        int head = std::numeric_limits<int>::max();
        int tail = std::numeric_limits<int>::max();
        for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
            for_each_use(at(model.operations, graph.nodes[node].operation), resource,
                         [&](int offset) {
                             ++uses;
                             head = std::min(head, before[node] + offset);
                             tail = std::min(tail, after[node] - offset);
                         });
        }
        if (uses > 0) bound = std::max(bound, head + cycles_for(uses, resource) + tail);
    }
    return bound;
}

}  // namespace xdnasim::vliw
