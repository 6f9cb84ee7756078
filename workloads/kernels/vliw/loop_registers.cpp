#include <algorithm>
#include <utility>

#include "workloads/kernels/vliw/loop_search.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {
namespace {

void add_once(std::vector<int>& nodes, int node) {
    if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
}

}  // namespace

LoopRegisters::LoopRegisters(const Loop& loop)
    : loop_{loop},
      alive_{loop.model, loop.ii},
      cycles_(loop.values.size()),
      lifetimes_(loop.values.size()),
      touched_(loop.values.size()) {
    for (int node = 0; node < loop.nodes(); ++node) {
        const auto& value = at(loop.values, node);
        if (!value) continue;
        add_once(at(touched_, node), node);
        for (const Value::Reader& reader : value->readers)
            add_once(at(touched_, reader.node), node);
    }
}

void LoopRegisters::place(int node, int cycle) {
    at(cycles_, node) = cycle;
    for (const int value : at(touched_, node))
        update(value);
}

void LoopRegisters::remove(int node) {
    at(cycles_, node).reset();
    for (const int value : at(touched_, node))
        update(value);
}

int LoopRegisters::taken_by(int node) const {
    int taken = 0;
    for (const int value : at(touched_, node)) {
        if (const auto& lifetime = at(lifetimes_, value))
            taken += at(loop_.values, value)->use.count * lifetime->cycles();
    }
    return taken;
}

std::vector<int> LoopRegisters::at_fault() {
    std::vector<int> nodes;
    for (int node = 0; node < loop_.nodes(); ++node) {
        const auto& lifetime = at(lifetimes_, node);
        if (!lifetime) continue;
        const Value& value = *at(loop_.values, node);
        const int before = missing();
        alive_.remove(value.use, *lifetime);
        const int without = missing();
        alive_.add(value.use, *lifetime);
        if (without == before) continue;
        add_once(nodes, node);
        for (const Value::Reader& reader : value.readers) {
            if (at(cycles_, reader.node)) add_once(nodes, reader.node);
        }
    }
    return nodes;
}

/// Lifetime of a value up to its last placed reader; nullopt if its writer is not placed.
std::optional<Lifetime> LoopRegisters::lifetime(int value) const {
    const auto& written = at(cycles_, value);
    if (!written) return std::nullopt;
    const int first = *written + at(loop_.values, value)->birth;
    int last = first;
    for (const Value::Reader& reader : at(loop_.values, value)->readers) {
        if (const auto& cycle = at(cycles_, reader.node))
            last = std::max(last, *cycle + reader.offset);
    }
    return Lifetime{first, last};
}

/// Counts only the cycles that change, since most changes are of a few cycles at one end.
void LoopRegisters::update(int value) {
    const RegisterUse& use = at(loop_.values, value)->use;
    std::optional<Lifetime>& counted = at(lifetimes_, value);
    const auto now = lifetime(value);
    if (counted && now && counted->first <= now->last && now->first <= counted->last) {
        alive_.add(use, {now->first, counted->first - 1});
        alive_.remove(use, {counted->first, now->first - 1});
        alive_.add(use, {counted->last + 1, now->last});
        alive_.remove(use, {now->last + 1, counted->last});
    } else {
        if (counted) alive_.remove(use, *counted);
        if (now) alive_.add(use, *now);
    }
    counted = now;
}

namespace {

/// Returns whether the reader adds to the register that it reads.
bool takes_over(const OperationGraph& graph, const Edge& edge) {
    const auto& read = at(graph.nodes, edge.from).result;
    const auto& written = at(graph.nodes, edge.to).result;
    if (edge.kind != Edge::Kind::Data || !read || !written) return false;
    return edge.from == edge.to || (read->file == arch::RegisterFile::Accumulator &&
                                    written->file == arch::RegisterFile::Accumulator);
}

/// Finds the path of a register through an iteration.
class ChainSearch {
 public:
    explicit ChainSearch(const OperationGraph& graph)
        : graph_{graph}, seen_(graph.nodes.size(), 0) {}

    /// Nodes of the path from `first` to `last`; empty if the register does not get there.
    std::vector<int> run(int first, int last) {
        if (first == last) return {first};
        if (std::exchange(at(seen_, first), char{1}) != 0) return {};
        for (const Edge& edge : graph_.edges) {
            if (edge.from != first || edge.distance > 0 || !takes_over(graph_, edge)) continue;
            std::vector<int> nodes = run(edge.to, last);
            if (nodes.empty()) continue;
            nodes.push_back(first);
            return nodes;
        }
        return {};
    }

 private:
    const OperationGraph& graph_;
    std::vector<char> seen_;
};

}  // namespace

CarriedChains carried_chains(const OperationGraph& graph) {
    CarriedChains chains{.on_chain = std::vector<char>(graph.nodes.size(), 0), .registers = {}};
    std::vector<int> distance(graph.nodes.size(), 0);
    for (const Edge& edge : graph.edges) {
        if (edge.distance == 0 || !takes_over(graph, edge)) continue;
        const auto nodes = ChainSearch{graph}.run(edge.to, edge.from);
        for (const int node : nodes)
            at(chains.on_chain, node) = 1;
        int& held = at(distance, edge.from);
        if (!nodes.empty()) held = std::max(held, edge.distance);
    }
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        if (const auto& use = graph.nodes[node].result)
            chains.registers[static_cast<std::size_t>(use->file)] += use->count * distance[node];
    }
    return chains;
}

}  // namespace xdnasim::vliw
