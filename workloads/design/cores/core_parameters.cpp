// The part of the reader of a core's program that knows what its memory holds, since the runtime
// sequence writes it there or nothing does: parameters and constants that say how often a loop
// runs, or which way is taken.

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "base/saturating.hpp"
#include "workloads/design/cores/core_check.hpp"
#include "workloads/design/cores/core_reader.hpp"

namespace xdnasim::design {

void CoreReader::note_wait(const schedule::Acquire& acquire) {
    const schedule::Lock* const lock = draft_.program(acquire.lock.tile).lock(acquire.lock.id);
    if (lock == nullptr) return;
    const bool equal = acquire.condition == schedule::LockCondition::Equal;
    waited_ = waited_ || (equal ? lock->initial != acquire.value : lock->initial < acquire.value);
}

void CoreReader::note_early_read(const ir::Operation& operation) {
    if (waited_ || !draft_.moves_data) return;
    const bool calls = operation.is("func.call") && operation.regions.empty();
    if (!is_load(operation) && !calls && !operation.is("memref.copy")) return;
    find_users();
    if (deciding_->contains(operation)) return;  // of which parameter() tells
    for (const std::string_view name : text_.operands(operation)) {
        const auto buffer = draft_.buffers.find(text_.viewed_by(name));
        if (buffer != draft_.buffers.end() && use_->written_by_sequence(buffer->second) != nullptr)
            draft_.note(
                operation.at,
                fmt::format("'{}', which the sequence writes, is read before the core waits "
                            "for anything: an NPU's core may still see what was there "
                            "before",
                            draft_.at(buffer->second).name));
    }
}

/// Data: it is not known.
Value CoreReader::parameter(const ir::Operation& load, const Value& memory, std::int64_t index) {
    constexpr int kWordBits = 32;
    const schedule::Buffer& buffer = draft_.at(memory.slice.buffer);
    const arch::Bytes at = memory.slice.offset + memory.type.bytes_of(index);
    if (memory.type.bits != kWordBits || !memory.in_row || index < 0) return {};
    const bool is_before = at < arch::Bytes{0};
    if (is_before || at > buffer.size - arch::kWord) {
        draft_.note(load.at,
                    fmt::format("a parameter {} of '{}': the core's program is taken to "
                                "stop there",
                                is_before ? "before the begin" : "behind the end", buffer.name));
        endless_ = true;
        return {};
    }
    const MemoryUse::Words* const written = use_->written_by_sequence(memory.slice.buffer);
    if (written != nullptr && noted_.insert(&load).second)
        draft_.note(load.at, fmt::format("a decision by '{}': it is taken to hold from the "
                                         "beginning what the sequence writes there",
                                         buffer.name));
    if (written != nullptr) {
        const auto word = written->find(at / arch::kWord);
        if (word != written->end()) {
            if (!word->second) return {};
            begin_with(memory.slice.buffer, at, *word->second);
            return Value::of(*word->second);
        }
    }
    // Memory that nobody has written holds 0, as in a run with data.
    std::int32_t initial = 0;
    if (buffer.content) std::memcpy(&initial, buffer.content->data() + at.count(), sizeof initial);
    return Value::of(initial);
}

bool CoreReader::constant_global(const ir::Operation& load) {
    find_users();
    const auto names = text_.operands(load);
    const ir::Operation* const named = names.empty() ? nullptr : text_.definition_of(names.front());
    if (!deciding_->contains(load) || named == nullptr || !named->is("memref.get_global"))
        return false;
    const ir::Operation& global = global_of(draft_, *named);
    if (!is_constant(draft_.text, global)) return false;
    const std::optional<GlobalTable>& table = tables_.of(global);
    if (!table || table->shape.size() + 1 != names.size()) return false;
    std::int64_t index = 0;
    for (std::size_t i = 0; i < table->shape.size(); ++i) {
        const Value at = values_.get(names[i + 1]);
        if (at.kind == Value::Kind::Varying) {
            set_results(load, Value::varying());
            return true;
        }
        if (!at.is_number() || at.number < 0 || at.number >= table->shape[i]) return false;
        index = index * table->shape[i] + at.number;
    }
    set_results(load, Value::of(table->values[static_cast<std::size_t>(index)]));
    return true;
}

/// What the core's code computes goes the same way.
void CoreReader::begin_with(schedule::BufferRef reference, arch::Bytes at, std::int32_t word) {
    schedule::Buffer& buffer =
        draft_.program(reference.tile).buffers[static_cast<std::size_t>(reference.index)];
    if (buffer.size > draft_.device.model(reference.tile).memory) return;  // refused later
    const auto size = static_cast<std::size_t>(buffer.size.count());
    schedule::Content content = buffer.content ? *buffer.content : schedule::Content(size);
    std::memcpy(content.data() + at.count(), &word, sizeof word);
    if (!buffer.content || content != *buffer.content)
        buffer.content = std::make_shared<const schedule::Content>(std::move(content));
}

}  // namespace xdnasim::design
