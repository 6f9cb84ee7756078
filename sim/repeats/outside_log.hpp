#pragma once
// What a stretch of a run took from outside of the state that it began in: operations of the
// runtime sequence, whose BDs' numbers and offsets depend on the rounds of its loops; what accesses
// at those offsets cost in the DRAM; and the frames that ports to the programmable logic count.

#include <cstddef>
#include <variant>
#include <vector>

#include "arch/units.hpp"
#include "workloads/memory/access_cost.hpp"
#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::sim {

class DmaChannel;
class PlPort;

/// The command processor has run an operation.
struct OperationRan {
    const schedule::SequenceOp* operation;
};
/// A channel of a ShimTile has started a BD.
struct BdStarted {
    DmaChannel* channel;
    int bd;            ///< number of the BD, unless BdTable::numbered_anew()
    std::size_t back;  ///< if so: number of tasks pushed after the BD's
};
/// The DRAM has computed what the accesses of all channels cost.
struct CostsTaken {
    std::vector<memory::Access> accesses;
    std::vector<double> costs;
};
/// A frame has passed a port to the programmable logic. `end` and `next` count from the stretch's
/// beginning.
struct FrameMoved {
    PlPort* port;
    arch::Cycles end;    ///< when its last word passed the array's side
    arch::Cycles drain;  ///< how much later that word leaves the port's FIFO
    arch::Cycles next;   ///< when the next frame is due, if frames come at an interval
};

using OutsideStep = std::variant<OperationRan, BdStarted, CostsTaken, FrameMoved>;

struct OutsideLog {
    arch::Cycles begin{};  ///< when the stretch began
    std::vector<OutsideStep> steps;
};

}  // namespace xdnasim::sim
