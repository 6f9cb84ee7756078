// The part of the reader of a core's program that knows what memory of the program's own holds when
// it begins: buffers with initial values that it alone uses, and memory that it makes itself. Only
// programs whose choices need it are read so: else data is data from the first round on.

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "workloads/design/cores/core_reader.hpp"
#include "workloads/design/interpreter/scalar.hpp"

namespace xdnasim::design {
namespace {

/// With more, it is no memory for counters.
constexpr std::int64_t kMaxCounters = 4'096;

}  // namespace

schedule::BufferRef CoreReader::own_buffer(const ir::Operation& storage) {
    const int next = -1 - static_cast<int>(own_.size());
    return {core_, own_.try_emplace(&storage, next).first->second};
}

std::optional<Value> CoreReader::own_memory(std::string_view name) {
    const ir::Operation* const storage = follows_own_ ? text_.storage_of(name) : nullptr;
    if (storage == nullptr || use_->is_escaped(*storage)) return std::nullopt;
    const ir::Range type =
        last_memref(draft_.text, text_.definition_of(name)->rest, draft_.module.aliases);
    if (type.empty()) return std::nullopt;
    Value memory;
    memory.kind = Value::Kind::Memory;
    memory.type = read_memref(draft_.text, type, draft_.module.aliases);
    memory.slice = {own_buffer(*storage), {}, memory.type.size()};
    return memory;
}

bool CoreReader::decides_by_own_memory() {
    find_users();
    return std::ranges::any_of(deciding_->all(), [&](const ir::Operation* load) {
        const auto names = text_.operands(*load);
        if (names.empty()) return false;
        const std::string_view name = text_.viewed_by(names.front());
        if (text_.storage_of(name) != nullptr) return true;
        const auto buffer = draft_.buffers.find(name);
        return buffer != draft_.buffers.end() && use_->is_private(buffer->second) &&
               draft_.at(buffer->second).content != nullptr;
    });
}

void CoreReader::follow_own_memory() {
    find_users();
    follows_own_ = true;
    for (const ir::Operation* const load : deciding_->all()) {
        const auto names = text_.operands(*load);
        if (names.empty()) continue;
        const std::string_view name = text_.viewed_by(names.front());
        const ir::Operation* const storage = text_.storage_of(name);
        if (storage == nullptr) {
            begin_with_content(values_.get(name));
            continue;
        }
        const auto memory = own_memory(name);
        if (!memory || storage->name != "memref.global") continue;
        const std::optional<GlobalTable>& table = tables_.of(*storage);
        if (!table || std::ssize(table->values) > kMaxCounters) continue;
        for (std::int64_t i = 0; i < std::ssize(table->values); ++i)
            if (const auto place = place_of(*memory, i))
                values_.store(memory->slice.buffer, *place,
                              Value::of(table->values[static_cast<std::size_t>(i)]));
    }
}

void CoreReader::begin_with_content(const Value& memory) {
    if (memory.kind != Value::Kind::Memory || !use_->is_private(memory.slice.buffer)) return;
    const schedule::Buffer& buffer = draft_.at(memory.slice.buffer);
    const auto type = interpreter::scalar_type(memory.type.type);
    if (!buffer.content || !type || type->floats() || memory.type.elements() > kMaxCounters) return;
    const std::size_t bytes = type->bytes();
    if (static_cast<std::size_t>(memory.type.bits) != bytes * arch::kBitsPerByte) return;
    const std::span content{*buffer.content};
    for (std::int64_t i = 0; i < memory.type.elements(); ++i) {
        const auto place = place_of(memory, i);
        const std::size_t at = static_cast<std::size_t>(i) * bytes;
        if (!place || at + bytes > content.size()) return;
        values_.store(memory.slice.buffer, *place,
                      Value::of(interpreter::loaded(content.subspan(at, bytes), *type).integer));
    }
}

}  // namespace xdnasim::design
