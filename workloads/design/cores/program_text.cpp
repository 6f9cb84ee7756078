#include "workloads/design/cores/program_text.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "workloads/design/cores/core_check.hpp"

namespace xdnasim::design {
namespace {

/// Operations that load. A copy is not among them, since it also writes.
constexpr std::array<std::string_view, 7> kLoading{
    "memref.load",       "affine.load",       "vector.load",  "vector.transfer_read",
    "vector.maskedload", "vector.expandload", "vector.gather"};

/// Operations that write their second operand.
constexpr std::array<std::string_view, 6> kWritingSecond{
    "memref.store", "memref.atomic_rmw",     "affine.store",
    "vector.store", "vector.transfer_write", "memref.copy"};
constexpr std::array<std::string_view, 3> kWritingFirst{"vector.maskedstore",
                                                        "vector.compressstore", "vector.scatter"};

bool is_any_of(const ir::Operation& operation, std::span<const std::string_view> names) {
    return std::ranges::find(names, operation.name) != names.end();
}

bool allocates(const ir::Operation& operation) {
    return operation.is("memref.alloc") || operation.is("memref.alloca");
}

/// Maximum depth of views of views that is followed.
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

bool is_store(const ir::Operation& operation) {
    return is_any_of(operation, kWritingFirst) || is_any_of(operation, kWritingSecond);
}

ProgramText::ProgramText(const Draft& draft, const ir::Operation& core)
    : draft_{draft}, core_{core} {
    for (const ir::Region& region : core.regions)
        ir::for_each_within(region, [this](const ir::Operation& operation) {
            for (const std::string_view result : operation.results)
                definitions_[result] = &operation;
            if (operation.is("aie.put_cascade"))
                for (const std::string_view word : operands(operation))
                    words_put_.insert(word);
        });
}

std::vector<std::string_view> ProgramText::operands(const ir::Operation& operation) const {
    return ir::operands_of(draft_.text, operation);
}

std::vector<std::string_view> ProgramText::yielded_by(const ir::Region& region) const {
    return ir::yielded_by(draft_.text, region);
}

const ir::Operation* ProgramText::definition_of(std::string_view name) const {
    const auto definition = definitions_.find(name.substr(0, name.find('#')));
    return definition == definitions_.end() ? nullptr : definition->second;
}

std::optional<std::int64_t> ProgramText::literal_of(std::string_view name) const {
    const ir::Operation* const definition = definition_of(name);
    if (definition == nullptr || !definition->is("arith.constant")) return std::nullopt;
    return ir::constant_of(draft_.text, *definition);
}

std::vector<std::string_view> ProgramText::written_by(const ir::Operation& operation) const {
    const bool calls = operation.is("func.call") && operation.regions.empty();
    if (!calls && !is_store(operation)) return {};
    const auto names = operands(operation);
    if (calls) return names;
    const std::size_t written = is_any_of(operation, kWritingFirst) ? 0 : 1;
    return written < names.size() ? std::vector{names[written]} : std::vector<std::string_view>{};
}

std::string_view ProgramText::viewed_by(std::string_view name) const {
    for (int views = 0; views < kMaxViews; ++views) {
        const ir::Operation* const definition = definition_of(name);
        if (definition == nullptr || !is_view(*definition)) break;
        const auto names = operands(*definition);
        if (names.empty()) break;
        name = names.front();
    }
    return name;
}

const ir::Operation* ProgramText::storage_of(std::string_view name) const {
    const ir::Operation* const definition = definition_of(name);
    if (definition == nullptr) return nullptr;
    if (definition->is("memref.get_global")) return &global_of(draft_, *definition);
    return allocates(*definition) && operands(*definition).empty() ? definition : nullptr;
}

const ir::Operation* ProgramText::holder_of(std::string_view name) const {
    const ir::Operation* const definition = definition_of(name);
    const bool holds = definition != nullptr && allocates(*definition) &&
                       holds_memory(draft_.text, definition->rest, draft_.module.aliases);
    return holds ? definition : nullptr;
}

}  // namespace xdnasim::design
