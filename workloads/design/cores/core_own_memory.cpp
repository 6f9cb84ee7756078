// The part of the reader of a core's program that knows what memory of the program's own holds when
// it begins: buffers with initial values that it alone uses, and memory that it makes itself. Only
// programs whose choices need it are read so: else data is data from the first round on.

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

#include "workloads/design/cores/core_check.hpp"
#include "workloads/design/cores/core_reader.hpp"
#include "workloads/design/interpreter/scalar.hpp"

namespace xdnasim::design {
namespace {

/// With more, it is no memory for counters.
constexpr std::int64_t kMaxCounters = 4'096;

}  // namespace

const ir::Operation* CoreReader::storage_of(std::string_view name) const {
    const ir::Operation* const definition = definition_of(name);
    if (definition == nullptr) return nullptr;
    if (definition->is("memref.get_global")) return &global_of(draft_, *definition);
    const bool allocates = definition->is("memref.alloc") || definition->is("memref.alloca");
    return allocates && operands(*definition).empty() ? definition : nullptr;
}

schedule::BufferRef CoreReader::own_buffer(const ir::Operation& storage) {
    const int next = -1 - static_cast<int>(own_.size());
    return {core_, own_.try_emplace(&storage, next).first->second};
}

std::optional<Value> CoreReader::own_memory(std::string_view name) {
    const ir::Operation* const storage = follows_own_ ? storage_of(name) : nullptr;
    if (storage == nullptr || escaped_.contains(own_buffer(*storage))) return std::nullopt;
    const ir::Range type =
        last_memref(draft_.text, definition_of(name)->rest, draft_.module.aliases);
    if (type.empty()) return std::nullopt;
    Value memory;
    memory.kind = Value::Kind::Memory;
    memory.type = read_memref(draft_.text, type, draft_.module.aliases);
    memory.slice = {own_buffer(*storage), {}, memory.type.size()};
    return memory;
}

bool CoreReader::decides_by_own_memory() {
    find_users();
    return std::ranges::any_of(deciding_, [&](const ir::Operation* load) {
        const auto names = operands(*load);
        if (names.empty()) return false;
        const std::string_view name = viewed_by(names.front());
        if (storage_of(name) != nullptr) return true;
        const auto buffer = draft_.buffers.find(name);
        return buffer != draft_.buffers.end() && is_private(buffer->second) &&
               draft_.at(buffer->second).content != nullptr;
    });
}

void CoreReader::follow_own_memory() {
    find_users();
    follows_own_ = true;
    for (const ir::Operation* const load : deciding_) {
        const auto names = operands(*load);
        if (names.empty()) continue;
        const std::string_view name = viewed_by(names.front());
        const ir::Operation* const storage = storage_of(name);
        if (storage == nullptr) {
            begin_with_content(values_.get(name));
            continue;
        }
        const auto memory = own_memory(name);
        if (!memory || storage->name != "memref.global") continue;
        const std::optional<GlobalTable>& table = table_of(*storage);
        if (!table || std::ssize(table->values) > kMaxCounters) continue;
        for (std::int64_t i = 0; i < std::ssize(table->values); ++i)
            if (const auto place = place_of(*memory, i))
                values_.store(memory->slice.buffer, *place,
                              Value::of(table->values[static_cast<std::size_t>(i)]));
    }
}

void CoreReader::begin_with_content(const Value& memory) {
    if (memory.kind != Value::Kind::Memory || !is_private(memory.slice.buffer)) return;
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
