// The part of the reader of a core's program that knows which memory its operations may write, and
// forgets what was known of it.

#include <algorithm>
#include <array>

#include "workloads/design/cores/core_reader.hpp"

namespace xdnasim::design {
namespace {

/// Their second operand is what they write.
constexpr std::array<std::string_view, 6> kWriting{"memref.store",          "memref.atomic_rmw",
                                                   "affine.store",          "vector.store",
                                                   "vector.transfer_write", "memref.copy"};

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

/// Of a kernel that is called, each of its buffers. A function with a body says itself what it
/// writes.
std::vector<std::string_view> CoreReader::written_by(const ir::Operation& operation) const {
    const auto names = operands(operation);
    if (operation.is("func.call") && operation.regions.empty()) return names;
    if (std::ranges::find(kWriting, operation.name) == kWriting.end() || names.size() < 2)
        return {};
    return {names[1]};
}

std::string_view CoreReader::viewed_by(std::string_view name) const {
    for (int views = 0; views < kMaxViews; ++views) {
        const auto definition = definitions_.find(name);
        if (definition == definitions_.end() || !is_view(*definition->second)) break;
        const auto names = operands(*definition->second);
        if (names.empty()) break;
        name = names.front();
    }
    return name;
}

void CoreReader::forget_written(const ir::Operation& operation) {
    for (const std::string_view name : written_by(operation))
        if (const Value memory = values_.get(name); memory.kind == Value::Kind::Memory)
            values_.forget(memory.slice.buffer);
}

void CoreReader::vary_written(const ir::Operation& operation) {
    // Views may be made in a round.
    for (const std::string_view name : written_by(operation))
        if (const Value memory = values_.get(viewed_by(name)); memory.kind == Value::Kind::Memory)
            values_.make_varying(memory.slice.buffer);
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
        for (const ir::Operation& core : operations) {
            if (!core.is("aie.core") || is_own(core)) continue;
            for (const std::string_view name : ir::values_in(draft_.text, core.rest))
                if (const auto buffer = draft_.buffers.find(name); buffer != draft_.buffers.end())
                    shared_.insert(buffer->second);
        }
    });
}

}  // namespace xdnasim::design
