#include "workloads/design/cores/core_reader.hpp"

#include <algorithm>
#include <optional>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "base/place.hpp"
#include "base/saturating.hpp"
#include "workloads/design/cores/core_affine.hpp"
#include "workloads/design/cores/core_arithmetic.hpp"
#include "workloads/design/cores/core_cascades.hpp"
#include "workloads/design/cores/operation_cost.hpp"
#include "workloads/design/functions.hpp"
#include "workloads/design/ir/fields.hpp"

namespace xdnasim::design {
namespace {

Value value_of_constant(const ir::Text& text, const ir::Operation& operation) {
    const auto number = ir::constant_of(text, operation);
    return number ? Value::of(*number) : Value{};
}

/// The message for an operation that a core cannot execute, with {} for its name, and what to write
/// instead.
std::string_view refusal(const ir::Operation& operation) {
    if (operation.is("aiex.read_scratchpad_parameter"))
        return "{}: its value is known only during the run. Put a constant in its place";
    if (operation.is("aie.objectfifo.lock"))
        return "{}: what a function does with a lock is not known. Acquire and release the object "
               "FIFO in the core";
    if (operation.name.starts_with("aie.") && operation.name.ends_with("_stream"))
        return "{}: a core's own stream is not supported. Move the data through a DMA channel of "
               "its tile";
    return "{} is not supported in a core. Put the code into a function, and give its cycles in "
           "kernels.yaml";
}

}  // namespace

CoreReader::CoreReader(Draft& draft, KernelTable& kernels, arch::TileId core,
                       const ir::Operation& program)
    : state_{draft, core, program},
      blocks_{state_, *this},
      structured_{state_, *this},
      fifos_{state_},
      memory_{state_},
      calls_{state_, kernels, blocks_} {}

CoreSteps CoreReader::read() {
    CoreSteps steps;
    for (const ir::Operation* constant : state_.draft.device_constants)
        operation(*constant, steps);
    const ir::Operation& program = state_.program.core();
    if (!program.regions.empty()) blocks_.region(program.regions.front(), steps);
    const auto fields = ir::Fields::read(state_.draft.text, program);
    if (steps.empty() && fields.has("elf_file"))
        state_.draft.loss(program.at, fmt::format("the program of core {}, which is only in {}",
                                                  to_string(state_.core),
                                                  base::in_quotes(fields.string("elf_file"))));
    return steps;
}

void CoreReader::operation(const ir::Operation& operation, CoreSteps& steps) {
    state_.count_operation(operation.at);
    memory_.parameters().note_early_read(operation);
    if (operation.is("arith.constant"))
        return state_.values.set_results(operation,
                                         value_of_constant(state_.draft.text, operation));
    if (lock_or_call(operation, steps) || memory_.view(operation)) return;
    if (fifos_.read(operation, steps)) return;
    if (operation.name.starts_with("scf.") || operation.is("affine.for") ||
        operation.is("affine.yield"))
        return structured_.follow(operation, steps);
    if (operation.is("memref.load") || operation.is("memref.store"))
        if (memory_.keeper(operation) || memory_.access(operation)) return;
    if (operation.is("memref.copy")) return memory_.copy(operation, steps);
    if (read_cascade(state_, operation, steps)) return;
    if (is_affine_value(operation)) return read_affine_value(state_, operation, steps);
    if (operation.is("ub.poison")) return state_.values.set_results(operation, {});
    // The operation inside the mask may be a store.
    const bool masks = operation.is("vector.mask");
    if (!masks && cost_of(operation.name, state_.draft.device.core.slots))
        return compute(operation, steps);
    if (operation.is("aie.end") || operation.name.starts_with("cf.")) return;
    if (operation.is("aie.lock") || operation.is("aie.buffer")) return;  // read with the objects
    if (operation.is("aie.event")) return tell_event(operation, steps);
    state_.draft.unsupported(operation.at,
                             fmt::format(fmt::runtime(refusal(operation)), operation.name));
    state_.values.set_results(operation, {});
}

void CoreReader::tell_event(const ir::Operation& operation, CoreSteps& steps) {
    constexpr int kLast = schedule::TellEvent::kEvents - 1;
    const auto fields = ir::Fields::read(state_.draft.text, operation);
    append(steps, {schedule::TellEvent{fields.small("val", 0, kLast)}, operation.at});
}

bool CoreReader::lock_or_call(const ir::Operation& operation, CoreSteps& steps) {
    if (operation.is("func.call")) {
        calls_.call(operation, steps);
        return true;
    }
    if (is_return(operation)) {
        state_.returned = state_.values.get_all(state_.program.operands(operation));
        return true;
    }
    if (!operation.is("aie.use_lock")) return false;
    use_lock(operation, steps);
    return true;
}

void CoreReader::use_lock(const ir::Operation& operation, CoreSteps& steps) {
    // A value that changes from round to round has to be read round by round.
    for (const std::string_view name : state_.program.operands(operation))
        static_cast<void>(state_.values.number(name, operation.at));
    const auto use = lock_use(state_.draft, operation, &state_.values.constants());
    if (const auto* const acquire = std::get_if<schedule::Acquire>(&use)) {
        // mlir-aie removes it: it takes nothing, and no lock is below 0.
        const bool equal = acquire->condition == schedule::LockCondition::Equal;
        if (!equal && acquire->value == 0) return;
        state_.note_wait(*acquire);
    }
    std::visit([&](const auto& each) { append(steps, {each, operation.at}); }, use);
}

void CoreReader::compute(const ir::Operation& operation, CoreSteps& steps) {
    // The reader of memref.store has already done this.
    if (!operation.is("memref.store")) state_.forget_written(operation);
    std::vector<std::int64_t> numbers;
    std::optional<int> varying;  // the loop whose rounds change a value
    bool data = !operation.name.starts_with("arith.");
    for (const std::string_view name : state_.program.operands(operation)) {
        const Value value = state_.values.get(name);
        if (value.kind == Value::Kind::Memory) memory_.require_reach(value, operation.at);
        numbers.push_back(value.number);
        if (value.kind == Value::Kind::Varying)
            varying = std::min(varying.value_or(value.loop), value.loop);
        data = data || value.kind == Value::Kind::Data || value.kind == Value::Kind::Memory;
    }
    if (data) {
        const arch::CoreModel& core = state_.draft.device.core;
        const std::int64_t passes =
            vector_passes(state_.draft.text, operation, state_.draft.module.aliases, core);
        const arch::Cycles once = cost_of(operation.name, core.slots).value_or(arch::Cycles{});
        const arch::Cycles cycles{base::saturating_multiply(once.count(), passes)};
        append(steps, {Compute{std::min(cycles, kMaxCycles)}, operation.at});
        return state_.values.set_results(operation, {});
    }
    if (varying) return state_.values.set_results(operation, Value::varying(*varying));
    const auto result = computed(state_.draft.text, operation, numbers);
    state_.values.set_results(operation, result ? Value::of(*result) : Value{});
}

}  // namespace xdnasim::design
