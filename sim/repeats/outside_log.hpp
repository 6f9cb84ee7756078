#pragma once
// What a stretch of a run took from outside of the state that it began in: operations of the
// runtime sequence, whose BDs' numbers and offsets follow its loops, what the memory made of the
// offsets, and the frames that ports to the programmable logic count.

#include <cstddef>
#include <variant>
#include <vector>

#include "arch/units.hpp"
#include "workloads/memory/access_cost.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::sim {

class DmaChannel;
class PlPort;

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
/// A frame has passed a port to the programmable logic. Times are since the stretch began.
struct FrameMoved {
    PlPort* port;
    arch::Cycles end;    ///< of its last word, in the array
    arch::Cycles drain;  ///< how much later that leaves the port's FIFO
    arch::Cycles next;   ///< when the one behind it is due, if it comes by an interval
};

using OutsideStep = std::variant<OperationRan, BdStarted, CostsTaken, FrameMoved>;

struct OutsideLog {
    arch::Cycles begin{};  ///< of the stretch
    std::vector<OutsideStep> steps;
};

}  // namespace xdnasim::sim
