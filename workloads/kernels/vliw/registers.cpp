#include "workloads/kernels/vliw/registers.hpp"

#include <algorithm>
#include <utility>

#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {

using arch::RegisterFile;

std::vector<std::optional<Value>> values_of(const OperationGraph& graph,
                                            const arch::SlotModel& model, int ii) {
    std::vector<std::optional<Value>> values(graph.nodes.size());
    for (std::size_t node = 0; node < graph.nodes.size(); ++node) {
        if (const auto& use = graph.nodes[node].result) {
            const int birth = at(model.operations, graph.nodes[node].operation).result;
            values[node] = Value{.use = *use, .birth = birth, .readers = {}};
        }
    }
    const auto add_reader = [&](Value& read, int node, int cycles, bool is_itself) {
        const arch::Operation& reader = at(model.operations, at(graph.nodes, node).operation);
        const int offset = read_offset(reader, read.use.file);
        read.readers.push_back({node, offset + cycles});
        auto& written = at(values, node);
        if (written && takes_over(written->use, read.use, is_itself)) written->birth = offset + 1;
    };
    for (const Edge& edge : graph.edges) {
        auto& read = at(values, edge.from);
        if (edge.kind != Edge::Kind::Data || !read) continue;
        if (ii == 0 && edge.distance > 0) continue;
        add_reader(*read, edge.to, ii * edge.distance, edge.from == edge.to);
    }
    for (const HeldValue& held : graph.held) {
        if (held.readers.empty()) continue;
        Value value{.use = held.use, .birth = held.first, .readers = {}};
        for (const int node : held.readers)
            add_reader(value, node, 0, false);
        values.emplace_back(std::move(value));
    }
    return values;
}

bool takes_over(const RegisterUse& result, const RegisterUse& read, bool is_itself) {
    return result.file == read.file && (is_itself || result.file == RegisterFile::Accumulator);
}

/// Results are written at the end of their cycle and operands read at the start of theirs.
int read_offset(const arch::Operation& reader, RegisterFile file) {
    const int cycle = file == RegisterFile::Accumulator
                          ? std::max(reader.operand, reader.accumulator)
                          : reader.operand;
    return cycle - 1;
}

const char* name_of(RegisterFile file) {
    return file == RegisterFile::Accumulator ? "accumulator" : "vector";
}

LiveCounts::LiveCounts(const arch::SlotModel& model, int ii) : model_{model}, ii_{ii} {
    alive_.fill(std::vector<int>(static_cast<std::size_t>(ii), 0));
}

void LiveCounts::count(const RegisterUse& use, Lifetime lifetime, int change) {
    auto& alive = alive_[static_cast<std::size_t>(use.file)];
    const int available = model_.registers[static_cast<std::size_t>(use.file)];
    int row = ((lifetime.first % ii_) + ii_) % ii_;
    for (int cycle = lifetime.first; cycle <= lifetime.last; ++cycle) {
        excess_ -= std::max(0, at(alive, row) - available);
        at(alive, row) += change;
        excess_ += std::max(0, at(alive, row) - available);
        row = row + 1 == ii_ ? 0 : row + 1;
    }
}

void RegisterProfile::open(int count, int first) {
    extend_to(first);
    for (int cycle = first; cycle < end(); ++cycle)
        at(taken_, cycle) += count;
}

void RegisterProfile::close(int count, int last) {
    extend_to(last + 1);
    for (int cycle = last + 1; cycle < end(); ++cycle)
        at(taken_, cycle) -= count;
}

std::optional<int> RegisterProfile::free_from(int count) const {
    int cycle = end();
    while (cycle > 0 && at(taken_, cycle - 1) + count <= registers_)
        --cycle;
    if (cycle == end()) return std::nullopt;
    return cycle;
}

void RegisterProfile::extend_to(int cycle) {
    if (cycle >= end()) taken_.resize(static_cast<std::size_t>(cycle) + 1, taken_.back());
}

}  // namespace xdnasim::vliw
