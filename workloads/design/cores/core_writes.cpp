// The part of the reader of a core's program that knows which memory its operations may write, and
// forgets what was known of it.

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "workloads/design/cores/core_reader.hpp"

namespace xdnasim::design {
namespace {

/// Of a copy, both buffers count.
constexpr std::array<std::string_view, 7> kLoading{
    "memref.load",       "affine.load",       "vector.load",  "vector.transfer_read",
    "vector.maskedload", "vector.expandload", "vector.gather"};

/// Their second operand is what they write.
constexpr std::array<std::string_view, 6> kWritingSecond{
    "memref.store", "memref.atomic_rmw",     "affine.store",
    "vector.store", "vector.transfer_write", "memref.copy"};
constexpr std::array<std::string_view, 3> kWritingFirst{"vector.maskedstore",
                                                        "vector.compressstore", "vector.scatter"};

bool is_any_of(const ir::Operation& operation, std::span<const std::string_view> names) {
    return std::ranges::find(names, operation.name) != names.end();
}

/// Views of views; more are written by nobody.
constexpr int kMaxViews = 64;

}  // namespace

bool tells_of_memory(const ir::Operation& operation) {
    return operation.is("memref.dim") || operation.is("memref.rank") ||
           operation.is("memref.extract_aligned_pointer_as_index");
}

bool is_view(const ir::Operation& operation) {
    return operation.name.starts_with("memref.") && !operation.is("memref.load") &&
           !operation.is("memref.store") && !operation.is("memref.copy") &&
           !operation.is("memref.atomic_rmw") && !operation.is("memref.generic_atomic_rmw") &&
           !tells_of_memory(operation);
}

bool is_load(const ir::Operation& operation) {
    return is_any_of(operation, kLoading);
}

/// Of a kernel that is called, each of its buffers. A function with a body says itself what it
/// writes.
std::vector<std::string_view> CoreReader::written_by(const ir::Operation& operation) const {
    const bool calls = operation.is("func.call") && operation.regions.empty();
    const bool first = is_any_of(operation, kWritingFirst);
    if (!calls && !first && !is_any_of(operation, kWritingSecond)) return {};
    const auto names = operands(operation);
    if (calls) return names;
    const std::size_t written = first ? 0 : 1;
    return written < names.size() ? std::vector{names[written]} : std::vector<std::string_view>{};
}

/// Whoever has what a choice, a loop or a function gives may have any memory that is passed there.
void CoreReader::note_escapes() {
    const auto keeps = [](const ir::Operation& operation) {
        return is_load(operation) || is_any_of(operation, kWritingFirst) ||
               is_any_of(operation, kWritingSecond) || operation.is("func.call") ||
               operation.name.starts_with("memref.") || operation.name.starts_with("aievec.");
    };
    for (const ir::Region& region : program_.regions)
        ir::for_each_within(region, [&](const ir::Operation& operation) {
            if (keeps(operation)) return;
            for (const std::string_view name : operands(operation)) {
                const std::string_view memory = viewed_by(name);
                if (const auto buffer = draft_.buffers.find(memory); buffer != draft_.buffers.end())
                    escaped_.insert(buffer->second);
                if (const ir::Operation* const storage = storage_of(memory))
                    escaped_.insert(own_buffer(*storage));
            }
        });
}

std::string_view CoreReader::viewed_by(std::string_view name) const {
    for (int views = 0; views < kMaxViews; ++views) {
        const ir::Operation* const definition = definition_of(name);
        if (definition == nullptr || !is_view(*definition)) break;
        const auto names = operands(*definition);
        if (names.empty()) break;
        name = names.front();
    }
    return name;
}

std::optional<schedule::BufferRef> CoreReader::buffer_behind(std::string_view name) {
    const std::string_view viewed = viewed_by(name);
    if (const Value memory = values_.get(viewed); memory.kind == Value::Kind::Memory)
        return memory.slice.buffer;
    const ir::Operation* const storage = follows_own_ ? storage_of(viewed) : nullptr;
    return storage == nullptr ? std::nullopt : std::optional{own_buffer(*storage)};
}

void CoreReader::forget_written(const ir::Operation& operation) {
    for (const std::string_view name : written_by(operation))
        if (const auto buffer = buffer_behind(name)) values_.forget(*buffer);
}

void CoreReader::vary_written(const ir::Operation& operation) {
    // Views may be made in a round.
    for (const std::string_view name : written_by(operation))
        if (const auto buffer = buffer_behind(name)) values_.make_varying(*buffer);
    for (const ir::Region& region : operation.regions)
        vary_written(region);
}

void CoreReader::vary_written(const ir::Region& region) {
    for (const ir::Block& block : region.blocks)
        for (const ir::Operation& operation : block.operations)
            vary_written(operation);
}

/// Of buffers that programs of other cores name, nobody knows when they write them.
void CoreReader::note_other_cores() {
    ir::for_each_within(draft_.module.top, [&](const ir::Operation& device) {
        if (!device.is("aie.device") || device.regions.empty()) return;
        const auto& operations = device.regions.front().operations();
        const auto is_own = [&](const ir::Operation& each) { return &each == &program_; };
        if (std::ranges::none_of(operations, is_own)) return;
        for (const ir::Operation& core : operations)
            if (core.is("aie.core") && !is_own(core)) note_other_core(core);
    });
}

/// Whatever is done with a buffer but a load may write it. A kernel is taken to leave parameters as
/// they are.
void CoreReader::note_other_core(const ir::Operation& core) {
    const auto add = [&](const std::vector<std::string_view>& names,
                         std::set<schedule::BufferRef>& buffers) {
        for (const std::string_view name : names)
            if (const auto buffer = draft_.buffers.find(name); buffer != draft_.buffers.end())
                buffers.insert(buffer->second);
    };
    add(ir::values_in(draft_.text, core.rest), shared_);
    for (const ir::Region& region : core.regions)
        ir::for_each_within(region, [&](const ir::Operation& operation) {
            if (!is_load(operation) && !operation.is("func.call"))
                add(operands(operation), stored_);
        });
}

}  // namespace xdnasim::design
