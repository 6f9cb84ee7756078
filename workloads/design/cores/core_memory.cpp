#include "workloads/design/cores/core_memory.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "workloads/design/cores/core_check.hpp"
#include "workloads/design/cores/operation_cost.hpp"
#include "workloads/schedule/inspection.hpp"

namespace xdnasim::design {

/// A copy costs a load and a store for each element, as a loop without the branch.
void CoreMemory::copy(const ir::Operation& operation, CoreSteps& steps) {
    std::int64_t elements = 1;
    for (const std::string_view name : state_.program.operands(operation))
        if (const Value value = state_.values.get(name); value.kind == Value::Kind::Memory) {
            require_reach(value, operation.at);
            elements = std::max(elements, value.type.elements());
        }
    const arch::SlotModel& slots = state_.draft.device.core.slots;
    constexpr arch::Cycles kNone{};
    const arch::Cycles each = cost_of("memref.load", slots).value_or(kNone) +
                              cost_of("memref.store", slots).value_or(kNone);
    const arch::Cycles all{base::saturating_multiply(elements, each.count())};
    append(steps, {Compute{all}, operation.at});
    state_.forget_written(operation);
}

bool CoreMemory::view(const ir::Operation& operation) {
    if (tells_of_memory(operation)) {
        state_.values.set_results(operation, told_of_memory(operation));
        return true;
    }
    if (!is_view(operation)) return false;
    if (operation.is("memref.get_global")) static_cast<void>(global_of(state_.draft, operation));
    const std::vector<std::string_view> values = state_.program.operands(operation);
    const ir::Range type =
        last_memref(state_.draft.text, operation.rest, state_.draft.module.aliases);
    const Value memory = values.empty() ? Value{} : state_.values.get(values.front());
    const bool known = !type.empty() && memory.kind == Value::Kind::Memory;
    // Results of memref.extract_strided_metadata after the first one, the base, are numbers.
    state_.values.set_results(operation, {});
    if (!operation.results.empty())
        state_.values.set(operation.results.front(),
                          known ? view_of(operation, memory, type) : Value{});
    return true;
}

/// Result of memref.dim or memref.rank; data if it is not known.
Value CoreMemory::told_of_memory(const ir::Operation& operation) const {
    const bool counts = operation.is("memref.rank");
    if (!counts && !operation.is("memref.dim")) return {};
    const auto type = first_memref(state_.draft.text, operation.rest, state_.draft.module.aliases);
    if (!type) return {};
    if (counts) return Value::of(std::ssize(type->shape));
    const std::vector<std::string_view> names = state_.program.operands(operation);
    const Value index = names.size() > 1 ? state_.values.get(names[1]) : Value{};
    if (index.kind == Value::Kind::Varying) return Value::varying();
    const bool known =
        index.is_number() && index.number >= 0 && index.number < std::ssize(type->shape);
    return known ? Value::of(type->shape[static_cast<std::size_t>(index.number)]) : Value{};
}

/// Moves `view` by the offsets in the operation's first list. A single offset applies to the memory
/// as one row. Offsets that are not known add nothing.
void CoreMemory::move_by_offsets(const ir::Operation& operation, Value& view) const {
    const ir::Text& text = state_.draft.text;
    std::uint32_t list = operation.rest.begin;
    while (list < operation.rest.end && !text[list].is("["))
        ++list;
    if (list == operation.rest.end) return;
    const auto pieces = split(text, ir::inside(text, {list, operation.rest.end}));
    const bool shaped = pieces.size() == view.type.shape.size();
    std::int64_t offset = 0;
    std::int64_t stride = 1;
    for (std::size_t i = pieces.size(); i-- > 0;) {
        const ir::Token& token = text[pieces[i].begin];
        const auto number = token.kind == ir::Kind::Value
                                ? state_.values.number(token.text, operation.at)
                                : ir::whole_number(token);
        view.in_row = view.in_row && number;
        offset =
            base::saturating_add(offset, base::saturating_multiply(number.value_or(0), stride));
        if (shaped) stride = base::saturating_multiply(stride, view.type.shape[i]);
    }
    view.slice.offset = arch::Bytes{
        base::saturating_add(view.slice.offset.count(), view.type.bytes_of(offset).count())};
}

/// The value of a view of `view`. `type`: the view's type.
Value CoreMemory::view_of(const ir::Operation& operation, Value view, ir::Range type) const {
    const ir::Aliases& aliases = state_.draft.module.aliases;
    Memref to = read_memref(state_.draft.text, type, aliases);
    const bool reinterprets = operation.is("memref.reinterpret_cast");
    const bool views = operation.is("memref.view");
    // A cast may leave parts of its type open, but does not move the elements.
    const bool casts = operation.is("memref.cast") || operation.is("memref.memory_space_cast");
    if (!casts)
        view.in_row = view.in_row && lies_in_row(state_.draft.text, type, to.shape, aliases);
    if (reinterprets) view.slice.offset = view.base;
    if (reinterprets || views || operation.is("memref.subview")) {
        // In the generic form, offsets are not in the first list.
        view.in_row = view.in_row && !operation.generic;
        if (!operation.generic) move_by_offsets(operation, view);
    }
    if (views) view.base = view.slice.offset;
    view.slice.length = to.size();
    view.type = std::move(to);
    return view;
}

bool CoreMemory::keeper(const ir::Operation& operation) {
    const bool stores = operation.is("memref.store");
    const std::vector<std::string_view> names = state_.program.operands(operation);
    if (names.size() != (stores ? 2U : 1U)) return false;  // with an index
    const ir::Operation* const holder = state_.program.holder_of(names.back());
    if (holder == nullptr || state_.use().is_escaped(*holder)) return false;
    const schedule::BufferRef buffer = state_.own_buffer(*holder);
    if (stores)
        state_.values.store(buffer, 0, state_.values.get(names.front()));
    else
        state_.values.set_results(operation, state_.values.load(buffer, 0));
    return true;
}

bool CoreMemory::access(const ir::Operation& operation) {
    const bool stores = operation.is("memref.store");
    const std::vector<std::string_view> names = state_.program.operands(operation);
    if (names.size() < (stores ? 2U : 1U)) return false;
    const Value memory = state_.values.get(names[stores ? 1 : 0]);
    if (memory.kind != Value::Kind::Memory) {
        if (!stores && parameters_.constant_global(operation)) return true;
        if (const auto own = own_.called(names[stores ? 1 : 0]))
            return access_word(operation, *own, false);
        if (stores) state_.forget_written(operation);
        return false;
    }
    require_reach(memory, operation.at);
    const MemoryUse& use = state_.use();
    const bool decides = !stores && state_.deciding().contains(operation) &&
                         !state_.draft.takes_control_packets &&
                         use.is_parameter(memory.slice.buffer);
    if (!decides && !use.is_private(memory.slice.buffer)) return false;
    return access_word(operation, memory, decides);
}

/// Reads a load or store of one word. `decides`: it is the load of a parameter.
bool CoreMemory::access_word(const ir::Operation& operation, const Value& memory, bool decides) {
    const bool stores = operation.is("memref.store");
    std::vector<std::string_view> names = state_.program.operands(operation);
    names.erase(names.begin() + (stores ? 1 : 0));
    std::int64_t index = 0;
    for (std::size_t i = stores ? 1 : 0; i < names.size(); ++i) {
        const Value at = state_.values.get(names[i]);
        if (decides && at.kind == Value::Kind::Varying) {
            state_.values.set_results(operation, Value::varying());
            return true;
        }
        if (!at.is_number()) {
            if (stores) state_.forget_written(operation);
            return false;
        }
        const std::size_t dimension = i - (stores ? 1 : 0);
        const std::int64_t size =
            dimension < memory.type.shape.size() ? memory.type.shape[dimension] : 1;
        index = base::saturating_add(base::saturating_multiply(index, size), at.number);
    }
    const auto give = [&](const Value& value) {
        state_.values.set_results(operation, value);
        return value.kind != Value::Kind::Data;
    };
    if (decides) return give(parameters_.load(operation, memory, index));
    const auto place = place_of(state_.draft, memory, index);
    if (!place) {
        if (stores) state_.forget_written(operation);
        return false;
    }
    if (!stores) return give(state_.values.load(memory.slice.buffer, *place));
    state_.values.store(memory.slice.buffer, *place, state_.values.get(names[0]));
    return false;
}

void CoreMemory::require_reach(const Value& memory, base::Position at) const {
    const schedule::BufferRef& buffer = memory.slice.buffer;
    if (schedule::core_reaches(state_.draft.device, state_.core, buffer.tile)) return;
    state_.draft.text.fail(
        at,
        fmt::format("buffer '{}' is in the memory of {}, which core {} cannot reach; allowed: its "
                    "own memory and those of its neighbours",
                    state_.draft.at(buffer).name, to_string(buffer.tile), to_string(state_.core)));
}

}  // namespace xdnasim::design
