#include "test/workloads/kernels/vliw/example_slots.hpp"

#include <utility>

#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {
namespace {

enum Unit : int { Ups, Srs };

}  // namespace

arch::SlotModel example_slots() {
    arch::SlotModel model;
    model.slots = {"lda", "ldb", "st", "alu", "mv", "lng", "vec"};
    model.exclusions = {{.slot = Lng, .others = {Alu, Mv}}};
    model.units = {"ups", "srs"};
    model.operations = {
        {.name = "vld", .slots = {Lda, Ldb}, .result = 7, .memory = 5, .units = {}},
        {.name = "vlda.acc", .slots = {Lda}, .result = 7, .memory = 5, .units = {}},
        {.name = "vlda.ups", .slots = {Lda}, .result = 9, .memory = 5, .units = {{Ups, 7}}},
        {.name = "vst", .slots = {St}, .memory = 5, .store = true, .units = {}},
        {.name = "vst.srs", .slots = {St}, .memory = 7, .store = true, .units = {{Srs, 3}}},
        {.name = "vsrs", .slots = {St, Mv}, .result = 4, .units = {{Srs, 1}}},
        {.name = "add", .slots = {Alu}, .result = 1, .units = {}},
        {.name = "vshuffle", .slots = {Mv}, .result = 2, .units = {}},
        {.name = "movxm", .slots = {Lng}, .result = 1, .units = {}},
        {.name = "vmul", .slots = {Vec}, .result = 5, .forwards = true, .units = {}},
        {.name = "vmac",
         .slots = {Vec},
         .result = 5,
         .accumulator = 3,
         .forwards = true,
         .units = {}},
        {.name = "vmac.f", .slots = {Vec}, .result = 6, .accumulator = 3, .units = {}},
    };
    model.registers = {24, 18};
    model.load_bits = 256;
    model.store_bits = 256;
    model.branch_delay = 5;
    return model;
}

LoopNest accumulating_nest(std::int64_t blocks, std::int64_t steps) {
    LoopNest nest;
    nest.blocks = blocks;
    nest.steps = steps;
    nest.before = {{.operation = "vlda.acc",
                    .label = "ld C",
                    .writes = "C",
                    .result = kAccumulator,
                    .memory = "C"}};
    nest.body = {{.operation = "vld", .label = "ld A", .writes = "A", .result = kVector},
                 {.operation = "vmac",
                  .label = "mac",
                  .reads = {"A"},
                  .accumulator = "C",
                  .writes = "C",
                  .result = kAccumulator}};
    nest.after = {{.operation = "vst", .label = "st C", .reads = {"C"}, .memory = "C"}};
    return nest;
}

int GraphBuilder::add(std::string_view operation, std::string label,
                      std::optional<RegisterUse> result) {
    graph_.nodes.push_back({model_.index_of(operation), std::move(label), result});
    return static_cast<int>(graph_.nodes.size()) - 1;
}

void GraphBuilder::read(int producer, int consumer, int distance) {
    connect(producer, consumer, distance, false);
}

void GraphBuilder::accumulate(int producer, int consumer, int distance) {
    connect(producer, consumer, distance, true);
}

void GraphBuilder::order(int first, int second, int latency, int distance) {
    graph_.edges.push_back({first, second, latency, distance, Edge::Kind::Order});
}

int GraphBuilder::add_chain(std::string label) {
    const int node = add("vmac", std::move(label), kAccumulator);
    accumulate(node, node, 1);
    return node;
}

void GraphBuilder::connect(int producer, int consumer, int distance, bool as_accumulator) {
    const auto& from = at(model_.operations, at(graph_.nodes, producer).operation);
    const auto& to = at(model_.operations, at(graph_.nodes, consumer).operation);
    graph_.edges.push_back(
        {producer, consumer, data_latency(from, to, as_accumulator), distance, Edge::Kind::Data});
}

}  // namespace xdnasim::vliw
