#include "workloads/design/cores/operation_cost.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.hpp"

namespace xdnasim::design {
namespace {

enum class CostKind : std::uint8_t {
    Issue,           ///< nothing waits for it, or only for the cycle of its issue
    Load,            ///< until its result is there
    Multiplication,  ///< the same
    Update,          ///< a load, an addition, a store
    Float,           ///< an addition or a multiplication
    Steps,           ///< a division by steps of a bit, or a function that is none of the core's
};

using Entry = std::pair<std::string_view, CostKind>;

// The first that the name begins with.
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

constexpr std::int64_t kIssueCycles = 1;
// Assumed.
constexpr std::int64_t kFloatCycles = 4;
constexpr std::int64_t kStepsCycles = 40;

/// From the issue of the core's operation `name` to its result.
std::int64_t latency_of(const arch::SlotModel& slots, std::string_view name) {
    const arch::Operation* const operation = slots.find(name);
    if (operation == nullptr || operation->result == 0)
        throw base::InputError{
            fmt::format("the core has no operation '{0}' with a result, from which the cost of "
                        "core code is computed. Use a device with core.slots.operations.{0}.result",
                        name)};
    return operation->result;
}

std::int64_t addition_latency(const arch::SlotModel& slots) {
    return latency_of(slots, "add");
}

std::int64_t cycles_of_kind(CostKind kind, const arch::SlotModel& slots) {
    switch (kind) {
        case CostKind::Issue:
            return kIssueCycles;
        case CostKind::Load:
            return latency_of(slots, "vld");
        case CostKind::Multiplication:
            return latency_of(slots, "mul");
        case CostKind::Update:
            return latency_of(slots, "vld") + addition_latency(slots) + kIssueCycles;
        case CostKind::Float:
            return kFloatCycles;
        case CostKind::Steps:
            break;
    }
    return kStepsCycles;
}

}  // namespace

std::optional<std::int64_t> cost_of(std::string_view operation, const arch::SlotModel& slots) {
    for (const auto& [prefix, kind] : kCosts)
        if (operation.starts_with(prefix)) return cycles_of_kind(kind, slots);
    return std::nullopt;
}

std::int64_t round_cost(const arch::SlotModel& slots) {
    return kIssueCycles + slots.branch_delay + addition_latency(slots);
}

}  // namespace xdnasim::design
