#pragma once
// A loop at one initiation interval, and its schedule while it is being made.

#include <optional>
#include <vector>

#include "workloads/kernels/vliw/dependences.hpp"
#include "workloads/kernels/vliw/indexing.hpp"
#include "workloads/kernels/vliw/registers.hpp"
#include "workloads/kernels/vliw/reservation_table.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

struct Loop {
    Loop(const OperationGraph& body, const arch::SlotModel& slot_model, int interval);

    const OperationGraph& graph;
    const arch::SlotModel& model;
    int ii;
    Dependences dependences;
    std::vector<std::optional<Value>> values;

    [[nodiscard]] const arch::Operation& operation(int node) const {
        return at(model.operations, at(graph.nodes, node).operation);
    }
    [[nodiscard]] int nodes() const { return dependences.nodes(); }
};

/// Operations that are placed in slots and units that nothing else takes, and those that wait.
class LoopState {
 public:
    explicit LoopState(const Loop& loop);

    [[nodiscard]] bool is_placed(int node) const { return at(placed_, node) != 0; }
    /// The last one of a node that is not placed.
    [[nodiscard]] const Placement& placement(int node) const { return at(placements_, node); }
    [[nodiscard]] int waiting() const { return waiting_; }

    [[nodiscard]] std::optional<int> free_slot(int node, int cycle) const;
    /// Nodes that take the slot or a unit, each once.
    [[nodiscard]] std::vector<int> occupants(int node, Placement placement) const;

    /// Precondition: nothing occupies the placement.
    void put(int node, Placement placement);
    void throw_out(int node);

    /// Precondition: all nodes are placed.
    [[nodiscard]] SlotSchedule schedule() const;

 private:
    const Loop& loop_;
    ReservationTable table_;
    std::vector<Placement> placements_;
    std::vector<char> placed_;
    int waiting_;
};

}  // namespace xdnasim::vliw
