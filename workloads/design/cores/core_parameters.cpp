#include "workloads/design/cores/core_parameters.hpp"

#include <cstring>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "workloads/design/cores/core_check.hpp"
#include "workloads/design/widths.hpp"

namespace xdnasim::design {

void CoreParameters::note_early_read(const ir::Operation& operation) {
    if (state_.waited || !state_.draft.moves_data) return;
    const bool calls = operation.is("func.call") && operation.regions.empty();
    if (!is_load(operation) && !calls && !operation.is("memref.copy")) return;
    if (state_.deciding().contains(operation)) return;  // load() reports these
    for (const std::string_view name : state_.program.operands(operation)) {
        const auto buffer = state_.draft.buffers.find(state_.program.viewed_by(name));
        if (buffer != state_.draft.buffers.end() &&
            state_.use().written_by_sequence(buffer->second) != nullptr)
            state_.draft.note(
                operation.at,
                fmt::format("'{}', which the sequence writes, is read before the core waits for "
                            "anything: on an NPU, the core may still read the old value",
                            state_.draft.at(buffer->second).name));
    }
}

Value CoreParameters::load(const ir::Operation& load, const Value& memory, std::int64_t index) {
    const schedule::Buffer& buffer = state_.draft.at(memory.slice.buffer);
    const arch::Bytes at = memory.slice.offset + memory.type.bytes_of(index);
    if (memory.type.bits != kWordBits || !memory.in_row || index < 0) return {};
    const bool is_before = at < arch::Bytes{0};
    if (is_before || at > buffer.size - arch::kWord) {
        state_.draft.note(
            load.at,
            fmt::format(
                "a parameter is read {} of '{}': the core's program is assumed to stop there",
                is_before ? "before the start" : "beyond the end", buffer.name));
        state_.endless = true;
        return {};
    }
    const MemoryUse::Words* const written = state_.use().written_by_sequence(memory.slice.buffer);
    if (written != nullptr && noted_.insert(&load).second)
        state_.draft.note(load.at,
                          fmt::format("a decision depends on '{}', which is assumed to hold from "
                                      "the start the value that the sequence writes",
                                      buffer.name));
    if (written != nullptr) {
        const auto word = written->find(at / arch::kWord);
        if (word != written->end()) {
            if (!word->second) return {};
            begin_with(memory.slice.buffer, at, *word->second);
            return Value::of(*word->second);
        }
    }
    // Memory that nothing has written holds 0, as in a run with data.
    std::int32_t initial = 0;
    if (buffer.content) std::memcpy(&initial, buffer.content->data() + at.count(), sizeof initial);
    return Value::of(initial);
}

bool CoreParameters::constant_global(const ir::Operation& load) {
    const DecidingLoads& deciding = state_.deciding();
    const auto names = state_.program.operands(load);
    const ir::Operation* const named =
        names.empty() ? nullptr : state_.program.definition_of(names.front());
    if (!deciding.contains(load) || named == nullptr || !named->is("memref.get_global"))
        return false;
    const ir::Operation& global = global_of(state_.draft, *named);
    if (!is_constant(state_.draft.text, global)) return false;
    const std::optional<GlobalTable>& table = tables_.of(global);
    if (!table || table->shape.size() + 1 != names.size()) return false;
    std::int64_t index = 0;
    for (std::size_t i = 0; i < table->shape.size(); ++i) {
        const Value at = state_.values.get(names[i + 1]);
        if (at.kind == Value::Kind::Varying) {
            state_.values.set_results(load, Value::varying());
            return true;
        }
        if (!at.is_number() || at.number < 0 || at.number >= table->shape[i]) return false;
        index = index * table->shape[i] + at.number;
    }
    state_.values.set_results(load, Value::of(table->values[static_cast<std::size_t>(index)]));
    return true;
}

/// Puts the parameter into the buffer's initial content, so that the core's code computes with the
/// same value.
void CoreParameters::begin_with(schedule::BufferRef reference, arch::Bytes at, std::int32_t word) {
    schedule::Buffer& buffer =
        state_.draft.program(reference.tile).buffers[static_cast<std::size_t>(reference.index)];
    if (buffer.size > state_.draft.device.model(reference.tile).memory) return;  // refused later
    const auto size = static_cast<std::size_t>(buffer.size.count());
    schedule::Content content = buffer.content ? *buffer.content : schedule::Content(size);
    std::memcpy(content.data() + at.count(), &word, sizeof word);
    if (!buffer.content || content != *buffer.content)
        buffer.content = std::make_shared<const schedule::Content>(std::move(content));
}

}  // namespace xdnasim::design
