#pragma once
// What a stretch of a run took from outside of the state that it began in: operations of the
// runtime sequence, whose BDs' numbers and offsets follow its loops, and what the memory made of
// the offsets.

#include <cstddef>
#include <variant>
#include <vector>

#include "workloads/memory/access_cost.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::sim {

class DmaChannel;

/// The command processor has done with it.
struct OperationRan {
    const schedule::SequenceOp* operation;
};
/// A channel of a shim has begun a BD.
struct BdStarted {
    DmaChannel* channel;
    int bd;            ///< of those that keep their numbers
    std::size_t back;  ///< of others: how many tasks were pushed to the channel since
};
/// The memory has weighed the accesses of all channels.
struct CostsTaken {
    std::vector<memory::Access> accesses;
    std::vector<double> costs;
};

using OutsideStep = std::variant<OperationRan, BdStarted, CostsTaken>;

struct OutsideLog {
    std::vector<OutsideStep> steps;
};

}  // namespace xdnasim::sim
