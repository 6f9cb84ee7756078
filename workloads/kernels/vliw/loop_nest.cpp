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

OperationGraph loop_graph(const InstructionList& body, const arch::SlotModel& model) {
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

int StraightLine::add(const Instruction& instruction) {
    const int operation = operation_index(instruction, model_);
    const int node = static_cast<int>(graph_.nodes.size());
    graph_.nodes.push_back(node_of(instruction, operation));
    for_each_operand(instruction, [&](const std::string& value, bool as_accumulator) {
        depend(node, value, as_accumulator);
    });
    if (!instruction.memory.empty()) order_memory(node, instruction.memory);
    if (!instruction.queue.empty()) {
        const auto [last, first] = last_of_queue_.try_emplace(instruction.queue, node);
        if (!first) order(std::exchange(last->second, node), node, 1);
    }
    if (!instruction.writes.empty()) writers_[instruction.writes] = {node, operation, 0};
    return node;
}

void StraightLine::issued_before(const Instruction& instruction, int cycle) {
    if (!instruction.writes.empty())
        writers_[instruction.writes] = {-1, operation_index(instruction, model_), cycle};
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
    Node& reader = graph_.nodes[static_cast<std::size_t>(node)];
    const Writer& writer = found->second;
    const int latency = data_latency(operation_at(model_, writer.operation),
                                     operation_at(model_, reader.operation), as_accumulator);
    if (writer.node >= 0)
        graph_.edges.push_back({writer.node, node, latency, 0});
    else
        reader.earliest = std::max(reader.earliest, writer.cycle + latency);
}

/// A load waits for the stores before it and a store for the loads and stores: what the compiler
/// cannot prove to lie apart keeps its order. Arrays of different names lie apart.
void StraightLine::order_memory(int node, const std::string& array) {
    const int operation = graph_.nodes[static_cast<std::size_t>(node)].operation;
    const arch::Operation& second = operation_at(model_, operation);
    for (const Access& access : accesses_[array]) {
        const arch::Operation& first = operation_at(model_, access.operation);
        if (first.store && !second.store) order(access.node, node, memory_latency(first, second));
    }
    accesses_[array].push_back({node, operation});
}

}  // namespace xdnasim::vliw
