#include "workloads/design/cores/operation_cost.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"

namespace xdnasim::design {

using arch::Cycles;

namespace {

enum class CostKind : std::uint8_t {
    Issue,           ///< no other operation waits for longer than the issue cycle
    Load,            ///< latency of a load
    Multiplication,  ///< latency of a multiplication
    Update,          ///< a load, an addition, a store
    Float,           ///< an addition or a multiplication
    Steps,           ///< a division bit by bit, or a function that the core does not have
};

using Entry = std::pair<std::string_view, CostKind>;

// The first entry with which a name begins applies.
constexpr std::array kCosts{
    Entry{"memref.load", CostKind::Load},
    Entry{"memref.store", CostKind::Issue},
    Entry{"memref.atomic_rmw", CostKind::Update},
    Entry{"affine.load", CostKind::Load},
    Entry{"affine.store", CostKind::Issue},
    Entry{"vector.load", CostKind::Load},
    Entry{"vector.store", CostKind::Issue},
    Entry{"vector.transfer_read", CostKind::Load},
    Entry{"vector.transfer_write", CostKind::Issue},
    Entry{"vector.", CostKind::Issue},
    Entry{"arith.mulf", CostKind::Float},
    Entry{"arith.mul", CostKind::Multiplication},
    Entry{"arith.div", CostKind::Steps},
    Entry{"arith.rem", CostKind::Steps},
    Entry{"arith.floordiv", CostKind::Steps},
    Entry{"arith.ceildiv", CostKind::Steps},
    Entry{"arith.addf", CostKind::Float},
    Entry{"arith.subf", CostKind::Float},
    Entry{"arith.", CostKind::Issue},
    Entry{"math.", CostKind::Steps},
    Entry{"aievec.", CostKind::Issue},
};

constexpr Cycles kIssue{1};
// Assumed values.
constexpr Cycles kFloat{4};
constexpr Cycles kSteps{40};

/// Latency of the core's operation `name`, from issue to result.
Cycles latency_of(const arch::SlotModel& slots, std::string_view name) {
    const arch::Operation* const operation = slots.find(name);
    if (operation == nullptr || operation->result == 0)
        throw base::InputError{
            fmt::format("the core has no operation '{0}' with a result, from which the cost of "
                        "core code is computed. Use a device with core.slots.operations.{0}.result",
                        name)};
    return Cycles{operation->result};
}

Cycles addition_latency(const arch::SlotModel& slots) {
    return latency_of(slots, "add");
}

Cycles cycles_of_kind(CostKind kind, const arch::SlotModel& slots) {
    switch (kind) {
        case CostKind::Issue:
            return kIssue;
        case CostKind::Load:
            return latency_of(slots, "vld");
        case CostKind::Multiplication:
            return latency_of(slots, "mul");
        case CostKind::Update:
            return latency_of(slots, "vld") + addition_latency(slots) + kIssue;
        case CostKind::Float:
            return kFloat;
        case CostKind::Steps:
            break;
    }
    return kSteps;
}

}  // namespace

std::optional<Cycles> cost_of(std::string_view operation, const arch::SlotModel& slots) {
    for (const auto& [prefix, kind] : kCosts)
        if (operation.starts_with(prefix)) return cycles_of_kind(kind, slots);
    return std::nullopt;
}

Cycles round_cost(const arch::SlotModel& slots) {
    return kIssue + Cycles{slots.branch_delay} + addition_latency(slots);
}

}  // namespace xdnasim::design
