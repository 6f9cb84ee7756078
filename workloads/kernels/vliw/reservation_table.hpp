#pragma once
// Slots and units that are taken, by cycle.

#include <cstdint>
#include <optional>
#include <vector>

#include "arch/core_model.hpp"
#include "workloads/kernels/vliw/slot_schedule.hpp"

namespace xdnasim::vliw {

/// Table of the taken slots and units. Straight-line code has as many rows as cycles are used; a
/// loop has those of its initiation interval, onto which all other cycles fold.
class ReservationTable {
 public:
    /// `ii` 0: straight-line code, in which cycles are not negative.
    ReservationTable(const arch::SlotModel& model, int ii);

    /// The first slot that the operation can take if it issues in `cycle`; nullopt if all its slots
    /// or one of its units are taken.
    [[nodiscard]] std::optional<int> free_slot(const arch::Operation& operation, int cycle) const;
    /// Nodes that keep the operation from the placement, each once.
    [[nodiscard]] std::vector<int> occupants(const arch::Operation& operation,
                                             Placement placement) const;

    /// Takes the slot and the units for `node`. Precondition: they are free.
    void take(int node, const arch::Operation& operation, Placement placement);
    void release(const arch::Operation& operation, Placement placement);

    /// First cycle from which on nothing is taken, in straight-line code.
    [[nodiscard]] int end() const { return static_cast<int>(rows_.size()); }

 private:
    struct Row {
        std::uint64_t slots = 0;  ///< one bit for each slot that is taken
        std::uint64_t units = 0;
        std::vector<int> slot_owners;  ///< nodes that take the slots; meaningless for free slots
        std::vector<int> unit_owners;
    };

    [[nodiscard]] int row_of(int cycle) const;
    [[nodiscard]] const Row* find(int cycle) const;
    Row& row(int cycle);

    const arch::SlotModel* model_;
    int ii_;
    /// By slot: a bit for the slot and for each one that it excludes.
    std::vector<std::uint64_t> conflicts_;
    std::vector<Row> rows_;
};

/// Returns whether the operation needs a unit in two cycles that the interval folds onto each
/// other.
[[nodiscard]] bool collides_with_itself(const arch::Operation& operation, int ii);

/// By slot, a bit for the slot itself and for each slot that no bundle holds together with it.
[[nodiscard]] std::vector<std::uint64_t> slot_conflicts(const arch::SlotModel& model);

}  // namespace xdnasim::vliw
