#include "workloads/kernels/vliw/loop_nest.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/spelling.hpp"

namespace xdnasim::vliw {

namespace {

const arch::Operation& operation_at(const arch::SlotModel& model, int index) {
    return model.operations[static_cast<std::size_t>(index)];
}

Node node_of(const Instruction& instruction, int operation) {
    return {operation, instruction.label.empty() ? instruction.writes : instruction.label,
            instruction.result, instruction.memory, instruction.walk};
}

}  // namespace

int operation_index(const Instruction& instruction, const arch::SlotModel& model) {
    if (model.find(instruction.operation) != nullptr) return model.index_of(instruction.operation);
    std::vector<std::string> names;
    for (const arch::Operation& operation : model.operations)
        names.push_back(operation.name);
    throw base::InputError{
        fmt::format("'{}' is not an operation of the core{}; allowed: {}", instruction.operation,
                    base::suggestion(instruction.operation, names), fmt::join(names, ", "))};
}

std::string whole(const std::string& value) {
    return value.substr(0, value.find('.'));
}

OperationGraph values_graph(const InstructionList& body, const arch::SlotModel& model) {
    OperationGraph graph;
    std::map<std::string, int> written_at;  // last writer in the body
    for (const Instruction& instruction : body) {
        if (!instruction.writes.empty())
            written_at[instruction.writes] = static_cast<int>(graph.nodes.size());
        graph.nodes.push_back(node_of(instruction, operation_index(instruction, model)));
    }
    std::map<std::string, int> latest;
    for (int i = 0; i < static_cast<int>(body.size()); ++i) {
        const Instruction& instruction = body[static_cast<std::size_t>(i)];
        const auto& reader =
            operation_at(model, graph.nodes[static_cast<std::size_t>(i)].operation);
        const auto depend = [&](const std::string& value, bool as_accumulator) {
            const bool here = latest.contains(value);
            const auto writer = here ? latest.find(value) : written_at.find(value);
            if (writer == (here ? latest.end() : written_at.end())) return;
            const auto& producer = operation_at(
                model, graph.nodes[static_cast<std::size_t>(writer->second)].operation);
            graph.edges.push_back(
                {writer->second, i, data_latency(producer, reader, as_accumulator), here ? 0 : 1});
        };
        for_each_operand(instruction, depend);
        if (!instruction.writes.empty()) latest[instruction.writes] = i;
    }
    return graph;
}

namespace {

/// Returns whether one of the operations loads and the other one stores. Both access one array.
bool loads_and_stores(const arch::Operation& first, const arch::Operation& second) {
    return first.store != second.store;
}

/// Adds the edges between loads and stores of an array within a step. A store does not issue before
/// the load in front of it, even where the latency would allow it: at the begin or end of a loop,
/// the two could lie on either side of it, and nothing would keep their distance.
void order_memory_of_a_step(OperationGraph& graph, const arch::SlotModel& model) {
    const auto nodes = static_cast<int>(graph.nodes.size());
    for (int second = 0; second < nodes; ++second) {
        const std::string& array = at(graph.nodes, second).memory;
        const arch::Operation& operation = operation_at(model, at(graph.nodes, second).operation);
        for (int first = 0; first < second; ++first) {
            const arch::Operation& before = operation_at(model, at(graph.nodes, first).operation);
            if (array.empty() || at(graph.nodes, first).memory != array) continue;
            if (loads_and_stores(before, operation))
                graph.edges.push_back({first, second,
                                       std::max(0, memory_latency(before, operation)), 0,
                                       Edge::Kind::Order});
        }
    }
}

}  // namespace

OperationGraph loop_graph(const InstructionList& body, const arch::SlotModel& model) {
    OperationGraph graph = values_graph(body, model);
    order_memory_of_a_step(graph, model);
    return graph;
}

int StraightLine::add(const Instruction& instruction, std::optional<Origin> origin) {
    const int operation = operation_index(instruction, model_);
    const int node = static_cast<int>(graph_.nodes.size());
    graph_.nodes.push_back(node_of(instruction, operation));
    for_each_operand(instruction, [&](const std::string& value, bool as_accumulator) {
        depend(node, value, as_accumulator);
        if (const auto held = held_.find(value); held != held_.end())
            at(graph_.held, held->second).readers.push_back(node);
    });
    if (!instruction.memory.empty()) {
        order_memory(node, instruction.memory, origin);
        accesses_[instruction.memory].push_back({{node, operation, 0}, origin});
    }
    if (!instruction.queue.empty()) {
        const auto [last, first] = last_of_queue_.try_emplace(instruction.queue, node);
        if (!first) order(std::exchange(last->second, node), node, 1);
    }
    if (!instruction.writes.empty()) {
        writers_[instruction.writes] = {node, operation, 0};
        held_.erase(instruction.writes);
    }
    return node;
}

void StraightLine::issued_before(const Instruction& instruction, int cycle, Origin origin) {
    const Writer issued{-1, operation_index(instruction, model_), cycle};
    if (!instruction.writes.empty()) writers_[instruction.writes] = issued;
    if (!instruction.memory.empty()) accesses_[instruction.memory].push_back({issued, origin});
}

void StraightLine::hold(const Instruction& instruction, int first) {
    held_[instruction.writes] = static_cast<int>(graph_.held.size());
    graph_.held.push_back({*instruction.result, {}, first});
}

void StraightLine::order(int first, int second, int latency) {
    graph_.edges.push_back({first, second, latency, 0, Edge::Kind::Order});
}

std::optional<StraightLine::Writer> StraightLine::writer(const std::string& value) const {
    const auto found = writers_.find(value);
    if (found == writers_.end()) return std::nullopt;
    return found->second;
}

void StraightLine::depend(int node, const std::string& value, bool as_accumulator) {
    const auto found = writers_.find(value);
    if (found == writers_.end()) return;
    const Writer& writer = found->second;
    await(node, writer,
          data_latency(operation_at(model_, writer.operation),
                       operation_at(model_, at(graph_.nodes, node).operation), as_accumulator),
          Edge::Kind::Data);
}

void StraightLine::await(int node, const Writer& first, int latency, Edge::Kind kind) {
    if (first.node >= 0) {
        graph_.edges.push_back({first.node, node, latency, 0, kind});
        return;
    }
    int& earliest = at(graph_.nodes, node).earliest;
    earliest = std::max(earliest, first.cycle + latency);
}

void StraightLine::order_memory(int node, const std::string& array, std::optional<Origin> origin) {
    const arch::Operation& second = operation_at(model_, at(graph_.nodes, node).operation);
    for_each_order(array, second, origin, [&](const Writer& first, int latency) {
        await(node, first, latency, Edge::Kind::Order);
    });
}

/// A load waits for the stores before it, and a store for the loads: accesses keep their order
/// unless the compiler can prove that they are to different places. It takes arrays of different
/// names to be different places, and also the places that different steps of a block access, and
/// those of two stores.
std::optional<int> StraightLine::order_latency(const Access& access, const arch::Operation& second,
                                               std::optional<Origin> origin) const {
    const arch::Operation& first = operation_at(model_, access.by.operation);
    const bool known = origin && access.origin;
    if (!loads_and_stores(first, second) || (!known && second.store)) return std::nullopt;
    const bool of_steps = known && origin->step && access.origin->step;
    if (of_steps && origin->block == access.origin->block && *origin->step != *access.origin->step)
        return std::nullopt;
    return memory_latency(first, second);
}

}  // namespace xdnasim::vliw
