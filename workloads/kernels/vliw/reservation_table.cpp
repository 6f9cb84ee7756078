#include "workloads/kernels/vliw/reservation_table.hpp"

#include <algorithm>

#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {
namespace {

constexpr std::uint64_t bit(int index) {
    return std::uint64_t{1} << static_cast<unsigned>(index);
}

}  // namespace

ReservationTable::ReservationTable(const arch::SlotModel& model, int ii)
    : model_{&model}, ii_{ii}, conflicts_{slot_conflicts(model)} {
    if (ii > 0) row(ii - 1);
}

std::optional<int> ReservationTable::free_slot(const arch::Operation& operation, int cycle) const {
    for (const arch::UnitUse& use : operation.units) {
        const Row* used = find(cycle + use.cycle - 1);
        if (used != nullptr && (used->units & bit(use.unit)) != 0) return std::nullopt;
    }
    const Row* issue = find(cycle);
    const auto free = std::ranges::find_if(operation.slots, [&](int slot) {
        return issue == nullptr || (issue->slots & at(conflicts_, slot)) == 0;
    });
    if (free == operation.slots.end()) return std::nullopt;
    return *free;
}

std::vector<int> ReservationTable::occupants(const arch::Operation& operation,
                                             Placement placement) const {
    std::vector<int> nodes;
    const auto add = [&](int node) {
        if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
    };
    if (const Row* issue = find(placement.cycle)) {
        const std::uint64_t taken = issue->slots & at(conflicts_, placement.slot);
        for (int slot = 0; slot < static_cast<int>(model_->slots.size()); ++slot) {
            if ((taken & bit(slot)) != 0) add(at(issue->slot_owners, slot));
        }
    }
    for (const arch::UnitUse& use : operation.units) {
        const Row* used = find(placement.cycle + use.cycle - 1);
        if (used != nullptr && (used->units & bit(use.unit)) != 0)
            add(at(used->unit_owners, use.unit));
    }
    return nodes;
}

void ReservationTable::take(int node, const arch::Operation& operation, Placement placement) {
    Row& issue = row(placement.cycle);
    issue.slots |= bit(placement.slot);
    at(issue.slot_owners, placement.slot) = node;
    for (const arch::UnitUse& use : operation.units) {
        Row& used = row(placement.cycle + use.cycle - 1);
        used.units |= bit(use.unit);
        at(used.unit_owners, use.unit) = node;
    }
}

void ReservationTable::release(const arch::Operation& operation, Placement placement) {
    row(placement.cycle).slots &= ~bit(placement.slot);
    for (const arch::UnitUse& use : operation.units)
        row(placement.cycle + use.cycle - 1).units &= ~bit(use.unit);
}

int ReservationTable::row_of(int cycle) const {
    return ii_ == 0 ? cycle : ((cycle % ii_) + ii_) % ii_;
}

const ReservationTable::Row* ReservationTable::find(int cycle) const {
    const int index = row_of(cycle);
    return index < end() ? &at(rows_, index) : nullptr;
}

ReservationTable::Row& ReservationTable::row(int cycle) {
    const int index = row_of(cycle);
    if (index >= end()) {
        const Row empty{.slot_owners = std::vector<int>(model_->slots.size()),
                        .unit_owners = std::vector<int>(model_->units.size())};
        rows_.resize(static_cast<std::size_t>(index) + 1, empty);
    }
    return at(rows_, index);
}

bool collides_with_itself(const arch::Operation& operation, int ii) {
    for (auto use = operation.units.begin(); use != operation.units.end(); ++use) {
        const bool again =
            std::any_of(std::next(use), operation.units.end(), [&](const auto& other) {
                return other.unit == use->unit && (other.cycle - use->cycle) % ii == 0;
            });
        if (again) return true;
    }
    return false;
}

std::vector<std::uint64_t> slot_conflicts(const arch::SlotModel& model) {
    std::vector<std::uint64_t> conflicts;
    for (int slot = 0; slot < static_cast<int>(model.slots.size()); ++slot)
        conflicts.push_back(bit(slot));
    for (const arch::SlotExclusion& exclusion : model.exclusions) {
        for (const int other : exclusion.others) {
            at(conflicts, exclusion.slot) |= bit(other);
            at(conflicts, other) |= bit(exclusion.slot);
        }
    }
    return conflicts;
}

}  // namespace xdnasim::vliw
