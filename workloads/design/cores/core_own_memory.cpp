#include "workloads/design/cores/core_own_memory.hpp"

#include <algorithm>
#include <span>

#include "base/saturating.hpp"
#include "workloads/design/interpreter/scalar.hpp"

namespace xdnasim::design {
namespace {

/// Words in the largest memory that is followed: larger ones do not hold counters.
constexpr std::int64_t kMaxCounters = 4'096;

}  // namespace

std::optional<std::int64_t> place_of(const Draft& draft, const Value& memory, std::int64_t index) {
    const int bits = memory.type.bits;
    const bool own = is_own(memory.slice.buffer);  // own memory has no other views here
    if (!memory.in_row || (!own && bits != draft.types.at(memory.slice.buffer).bits))
        return std::nullopt;
    return base::saturating_add(
        base::saturating_multiply(memory.slice.offset.count(), arch::kBitsPerByte),
        base::saturating_multiply(index, bits));
}

std::optional<Value> OwnMemory::called(std::string_view name) {
    const ir::Operation* const storage =
        state_.follows_own ? state_.program.storage_of(name) : nullptr;
    if (storage == nullptr || state_.use().is_escaped(*storage)) return std::nullopt;
    const Draft& draft = state_.draft;
    const ir::Range type =
        last_memref(draft.text, state_.program.definition_of(name)->rest, draft.module.aliases);
    if (type.empty()) return std::nullopt;
    Value memory;
    memory.kind = Value::Kind::Memory;
    memory.type = read_memref(draft.text, type, draft.module.aliases);
    memory.slice = {state_.own_buffer(*storage), {}, memory.type.size()};
    return memory;
}

bool OwnMemory::decides() {
    const Draft& draft = state_.draft;
    return std::ranges::any_of(state_.deciding().all(), [&](const ir::Operation* load) {
        const auto names = state_.program.operands(*load);
        if (names.empty()) return false;
        const std::string_view name = state_.program.viewed_by(names.front());
        if (state_.program.storage_of(name) != nullptr) return true;
        const auto buffer = draft.buffers.find(name);
        return buffer != draft.buffers.end() && state_.use().is_private(buffer->second) &&
               draft.at(buffer->second).content != nullptr;
    });
}

void OwnMemory::follow() {
    state_.follows_own = true;
    for (const ir::Operation* const load : state_.deciding().all()) {
        const auto names = state_.program.operands(*load);
        if (names.empty()) continue;
        const std::string_view name = state_.program.viewed_by(names.front());
        const ir::Operation* const storage = state_.program.storage_of(name);
        if (storage == nullptr)
            begin_with_content(state_.values.get(name));
        else if (const auto memory = called(name); memory && storage->is("memref.global"))
            begin_with_global(*memory, *storage);
    }
}

void OwnMemory::begin_with_global(const Value& memory, const ir::Operation& global) {
    const std::optional<GlobalTable>& table = tables_.of(global);
    if (!table || std::ssize(table->values) > kMaxCounters) return;
    for (std::int64_t i = 0; i < std::ssize(table->values); ++i)
        if (const auto place = place_of(state_.draft, memory, i))
            state_.values.store(memory.slice.buffer, *place,
                                Value::of(table->values[static_cast<std::size_t>(i)]));
}

void OwnMemory::begin_with_content(const Value& memory) {
    if (memory.kind != Value::Kind::Memory || !state_.use().is_private(memory.slice.buffer)) return;
    const schedule::Buffer& buffer = state_.draft.at(memory.slice.buffer);
    const auto type = interpreter::scalar_type(memory.type.type);
    if (!buffer.content || !type || type->floats() || memory.type.elements() > kMaxCounters) return;
    const std::size_t bytes = type->bytes();
    if (static_cast<std::size_t>(memory.type.bits) != bytes * arch::kBitsPerByte) return;
    const std::span content{*buffer.content};
    for (std::int64_t i = 0; i < memory.type.elements(); ++i) {
        const auto place = place_of(state_.draft, memory, i);
        const std::size_t at = static_cast<std::size_t>(i) * bytes;
        if (!place || at + bytes > content.size()) return;
        state_.values.store(
            memory.slice.buffer, *place,
            Value::of(interpreter::loaded(content.subspan(at, bytes), *type).integer));
    }
}

}  // namespace xdnasim::design
