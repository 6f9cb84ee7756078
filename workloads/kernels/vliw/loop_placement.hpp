#pragma once
// One attempt at a loop's schedule, at one initiation interval.

#include <optional>
#include <vector>

#include "xdnasim/workloads/kernels/vliw/dependences.hpp"
#include "xdnasim/workloads/kernels/vliw/indexing.hpp"
#include "xdnasim/workloads/kernels/vliw/registers.hpp"
#include "xdnasim/workloads/kernels/vliw/reservation_table.hpp"
#include "xdnasim/workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// A loop at one initiation interval.
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
};

/// Iterative modulo scheduling (Rau 1994): operations go where they may issue first, the longest
/// path first; one that finds no room throws out those in its way.
class LoopPlacement {
 public:
    explicit LoopPlacement(const Loop& loop);

    /// No operation issues before its cycle in `release`. False: no schedule was found before
    /// the budget of placements was spent. Called once.
    bool place(const std::vector<int>& release);
    /// Takes placements that are right at this interval, instead of place().
    void adopt(const std::vector<Placement>& placements);
    /// Moves operations within what others leave them, as long as that lowers the registers
    /// that are missing or the cycles for which registers are taken. Does all fit then?
    bool fit_registers();

    /// Precondition: place() found one, or it was given.
    [[nodiscard]] SlotSchedule schedule() const;

 private:
    [[nodiscard]] int earliest(int node) const;
    [[nodiscard]] Placement choose(int node, int from) const;
    [[nodiscard]] Placement least_in_the_way(int node, int cycle) const;
    void put(int node, Placement placement);
    void throw_out(int node);

    const Loop& loop_;
    std::vector<int> priority_;
    ReservationTable table_;
    std::vector<Placement> placements_;
    std::vector<char> placed_;
    std::vector<int> tried_;  ///< by node: the last cycle in which it was placed
    int left_;                ///< nodes that are not placed
};

}  // namespace xdnasim::vliw
