#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {
namespace {

int read_cycle(const arch::Operation& reader, bool as_accumulator) {
    return as_accumulator ? reader.accumulator : reader.operand;
}

}  // namespace

int data_latency(const arch::Operation& producer, const arch::Operation& consumer,
                 bool as_accumulator) {
    const int forwarded = producer.forwards && as_accumulator ? 1 : 0;
    return producer.result - read_cycle(consumer, as_accumulator) + 1 - forwarded;
}

int memory_latency(const arch::Operation& first, const arch::Operation& second) {
    return first.memory - second.memory + 1;
}

int reuse_latency(const arch::Operation& reader, const arch::Operation& writer,
                  bool as_accumulator) {
    return read_cycle(reader, as_accumulator) - writer.result + 1;
}

}  // namespace xdnasim::vliw
