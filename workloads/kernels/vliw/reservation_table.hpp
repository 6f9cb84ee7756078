#pragma once
// Which slots and units are taken in which cycle.

#include <cstdint>
#include <optional>
#include <vector>

#include "arch/core_model.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// Of straight-line code as many cycles as are asked for; of a loop those of its initiation
/// interval, onto which all others fold.
class ReservationTable {
 public:
    /// `ii` 0: straight-line code, whose cycles are not negative.
    ReservationTable(const arch::SlotModel& model, int ii);

    /// The first slot that the operation can take if it issues in `cycle`, none if all are
    /// taken or a unit is.
    [[nodiscard]] std::optional<int> free_slot(const arch::Operation& operation, int cycle) const;
    /// Nodes that keep the operation from the placement, each once.
    [[nodiscard]] std::vector<int> occupants(const arch::Operation& operation,
                                             Placement placement) const;

    /// Precondition: slot and units are free.
    void take(int node, const arch::Operation& operation, Placement placement);
    void release(const arch::Operation& operation, Placement placement);

    /// Cycles from which on nothing is taken, in straight-line code.
    [[nodiscard]] int end() const { return static_cast<int>(rows_.size()); }

 private:
    struct Row {
        std::uint64_t slots = 0;  ///< a bit for each that is taken
        std::uint64_t units = 0;
        std::vector<int> slot_owners;  ///< nodes; of free slots without meaning
        std::vector<int> unit_owners;
    };

    [[nodiscard]] int row_of(int cycle) const;
    [[nodiscard]] const Row* find(int cycle) const;
    Row& row(int cycle);

    const arch::SlotModel* model_;
    int ii_;
    std::vector<std::uint64_t> conflicts_;  ///< by slot: itself and those it excludes
    std::vector<Row> rows_;
};

/// Does the operation need a unit in two cycles that the interval folds onto each other?
[[nodiscard]] bool collides_with_itself(const arch::Operation& operation, int ii);

/// By slot, a bit for itself and for each that no bundle holds together with it.
[[nodiscard]] std::vector<std::uint64_t> slot_conflicts(const arch::SlotModel& model);

}  // namespace xdnasim::vliw
