#pragma once
// Schedules: the cycle in which each operation of a graph issues, and its slot.

#include <string>
#include <vector>

#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {

struct Placement {
    int cycle = 0;  ///< cycle of issue, from 0; for a loop, of the first iteration
    int slot = 0;   ///< index into SlotModel::slots
    auto operator<=>(const Placement&) const = default;
};

struct SlotSchedule {
    std::vector<Placement> placements;  ///< by node
    int length = 0;                     ///< cycle of the last issue + 1
    int ii = 0;                         ///< initiation interval of a loop; 0: straight-line code

    /// Number of iterations that overlap.
    [[nodiscard]] int stages() const { return ii == 0 ? 1 : (length + ii - 1) / ii; }
};

/// Lower bounds of the initiation interval.
struct Bounds {
    int resources = 1;    ///< bound from slots and units
    int recurrences = 1;  ///< bound from cycles of the dependence graph: latency / distance
    std::string binding;  ///< slots, unit or recurrence that sets the larger bound
    [[nodiscard]] int ii() const { return resources > recurrences ? resources : recurrences; }
};
[[nodiscard]] Bounds bounds(const OperationGraph& graph, const arch::SlotModel& model);

/// Lower bound of the length of straight-line code, from slots, units and the critical path.
[[nodiscard]] int length_bound(const OperationGraph& graph, const arch::SlotModel& model);

/// Schedules straight-line code: every operation as early as operands, slots, units and registers
/// allow, those on the longest path first. Edges with a distance are ignored. Throws InputError
/// when a value finds no register, however late it is made, or when an operation waits for itself.
[[nodiscard]] SlotSchedule list_schedule(const OperationGraph& graph, const arch::SlotModel& model);

/// Schedules a loop's body, software-pipelined at the smallest initiation interval that the search
/// finds for its slots, units, recurrences and registers (Rau, "Iterative Modulo Scheduling", 1994,
/// then a search with a budget). Throws InputError when the registers allow none.
[[nodiscard]] SlotSchedule modulo_schedule(const OperationGraph& graph,
                                           const arch::SlotModel& model);

}  // namespace xdnasim::vliw
