// The part of the reader of a core's program that sees its memory: other views of it, loads and
// stores of words that the program alone uses, and copies.

#include <algorithm>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "workloads/design/cores/core_reader.hpp"
#include "workloads/design/cores/operation_cost.hpp"
#include "workloads/schedule/inspection.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {

/// Element by element, as a loop of loads and stores without the branch.
void CoreReader::copy(const ir::Operation& operation, CoreSteps& steps) {
    std::int64_t elements = 1;
    for (const std::string_view name : operands(operation))
        if (const Value value = values_.get(name); value.kind == Value::Kind::Memory) {
            require_reach(value, operation.at);
            elements = std::max(elements, value.type.elements());
        }
    const std::int64_t each =
        cost_of("memref.load").value_or(0) + cost_of("memref.store").value_or(0);
    append(steps, {Compute{base::saturating_multiply(elements, each)}, operation.at});
}

/// Other views of a buffer.
bool CoreReader::memory(const ir::Operation& operation) {
    if (!operation.name.starts_with("memref.") || operation.is("memref.load") ||
        operation.is("memref.store") || operation.is("memref.copy") ||
        operation.is("memref.atomic_rmw") || operation.is("memref.generic_atomic_rmw"))
        return false;
    if (operation.is("memref.get_global")) static_cast<void>(global_of(draft_, operation));
    const std::vector<std::string_view> values = operands(operation);
    std::uint32_t type = operation.rest.end;
    while (type > operation.rest.begin && !draft_.text[type - 1].is("memref"))
        --type;
    if (values.empty() || type == operation.rest.begin) {
        set_results(operation, {});
        return true;
    }
    Value view = values_.get(values.front());
    if (view.kind != Value::Kind::Memory) {
        set_results(operation, {});
        return true;
    }
    // The first list is that of the offsets: one number where the memory is read as a row.
    std::int64_t offset = 0;
    std::uint32_t list = operation.rest.begin;
    while (list < type && !draft_.text[list].is("["))
        ++list;
    if (list < type) {
        const auto pieces = split(draft_.text, ir::inside(draft_.text, {list, type}));
        std::int64_t stride = 1;
        for (std::size_t i = pieces.size(); i-- > 0;) {
            const ir::Token& token = draft_.text[pieces[i].begin];
            const auto number = token.kind == ir::Kind::Value ? values_.number(token.text)
                                                              : ir::whole_number(token);
            offset =
                base::saturating_add(offset, base::saturating_multiply(number.value_or(0), stride));
            const bool shaped = pieces.size() == view.type.shape.size();
            if (shaped) stride = base::saturating_multiply(stride, view.type.shape[i]);
        }
    }
    Memref to = read_memref(draft_.text, {type - 1, operation.rest.end}, draft_.module.aliases);
    const arch::Bytes size = to.size();
    view.slice.offset += view.type.bytes_of(offset);
    view.slice.length = size;
    view.type = std::move(to);
    set_results(operation, view);
    return true;
}

/// A load or a store of a word that only this program uses, or a load of a parameter; false: it is
/// one of data.
bool CoreReader::access(const ir::Operation& operation) {
    const bool stores = operation.is("memref.store");
    std::vector<std::string_view> names = operands(operation);
    if (names.size() < (stores ? 2U : 1U)) return false;
    const Value memory = values_.get(names[stores ? 1 : 0]);
    if (memory.kind != Value::Kind::Memory) return !stores && constant_global(operation);
    require_reach(memory, operation.at);
    find_users();
    const bool decides = !stores && deciding_.contains(&operation) &&
                         !draft_.takes_control_packets && is_parameter(memory.slice.buffer);
    if (!decides && !is_private(memory.slice.buffer)) return false;
    names.erase(names.begin() + (stores ? 1 : 0));
    std::int64_t index = 0;
    for (std::size_t i = stores ? 1 : 0; i < names.size(); ++i) {
        const Value at = values_.get(names[i]);
        if (decides && at.kind == Value::Kind::Varying) {
            set_results(operation, Value::varying());
            return true;
        }
        if (!at.is_number()) {
            if (stores) values_.forget(memory.slice.buffer);
            return false;
        }
        const std::size_t dimension = i - (stores ? 1 : 0);
        const std::int64_t size =
            dimension < memory.type.shape.size() ? memory.type.shape[dimension] : 1;
        index = base::saturating_add(base::saturating_multiply(index, size), at.number);
    }
    if (stores) {
        values_.store(memory.slice.buffer, index, values_.get(names[0]));
        return values_.get(names[0]).kind != Value::Kind::Data;
    }
    const Value value =
        decides ? parameter(operation, memory, index) : values_.load(memory.slice.buffer, index);
    set_results(operation, value);
    return value.kind != Value::Kind::Data;
}

void CoreReader::require_reach(const Value& memory, base::Position at) const {
    const schedule::BufferRef& buffer = memory.slice.buffer;
    if (schedule::core_reaches(draft_.device, core_, buffer.tile)) return;
    draft_.text.fail(at,
                     fmt::format("buffer '{}' is in the memory of {}, which core {} cannot "
                                 "reach; allowed: its own memory, and those beside it",
                                 draft_.at(buffer).name, to_string(buffer.tile), to_string(core_)));
}

void CoreReader::find_users() {
    if (moved_) return;
    moved_.emplace();
    for (const FifoEnd& end : draft_.fifo_ends)
        moved_->insert(end.objects.begin(), end.objects.end());
    for (const auto& [tile, program] : draft_.programs)
        for (const schedule::Bd& bd : program.bds)
            if (const auto* moved = std::get_if<schedule::BufferRef>(&bd.buffer))
                moved_->insert(*moved);
    schedule::for_each_operation<schedule::WriteBd>(
        draft_.schedule.sequence, [&](const schedule::WriteBd& write) {
            if (const auto* moved = std::get_if<schedule::BufferRef>(&write.bd.buffer))
                moved_->insert(*moved);
        });
    note_parameters();
    find_deciding_loads();
}

bool CoreReader::is_private(schedule::BufferRef buffer) const {
    return buffer.tile == core_ && !draft_.takes_control_packets && !moved_->contains(buffer) &&
           !parameters_.contains(buffer);
}

}  // namespace xdnasim::design
