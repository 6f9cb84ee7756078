// Memory in a core's code: loads and stores, globals, and memory that the code allocates itself.

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "workloads/design/affine_map.hpp"
#include "workloads/design/cores/core_check.hpp"
#include "workloads/design/interpreter/compiler.hpp"

namespace xdnasim::design::interpreter {
namespace {

/// Maximum number of bytes of memory that the code allocates: more than a core has.
constexpr std::int64_t kMaxStorage = std::int64_t{1} << 20;

constexpr std::array<std::string_view, 4> kLoads{"memref.load", "affine.load", "vector.load",
                                                 "vector.transfer_read"};
constexpr std::array<std::string_view, 4> kStores{"memref.store", "affine.store", "vector.store",
                                                  "vector.transfer_write"};

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

int Compiler::view_slot(const View& view) {
    const int slot = fresh();
    program_.views.emplace_back(slot, view);
    return slot;
}

int Compiler::expression(ir::Range range, const std::map<std::string_view, int>& bound) {
    const auto leaf = [&](const ir::Token& token) {
        if (const auto name = bound.find(token.text); name != bound.end()) return name->second;
        if (token.kind == ir::Kind::Value) return use(token.text, token.at);
        const auto written = ir::whole_number(token);
        if (!written) unknown(token.at, "cannot parse an index");
        return number(written.value_or(0), token.at);
    };
    const auto of_two = [&](std::string_view function, int left, int right) {
        return apply(function, {left, right}, text_[range.begin].at);
    };
    const auto value =
        AffineExpression<int, decltype(leaf), decltype(of_two)>{text_, leaf, of_two}.read(range);
    if (value) return *value;
    unknown(text_[range.begin].at, "cannot parse an index");
    return fresh();
}

ir::Range Compiler::first_list(const ir::Operation& operation) const {
    std::uint32_t i = operation.rest.begin;
    while (i < operation.rest.end && !text_[i].is("["))
        ++i;
    return {i, i < operation.rest.end ? text_[i].partner + 1 : i};
}

std::vector<int> Compiler::indices(ir::Range list) {
    std::vector<int> slots;
    for (const ir::Range& piece : ir::split(text_, ir::inside(text_, list)))
        slots.push_back(expression(piece, {}));
    return slots;
}

/// Compiles "%r = affine.min affine_map<(d0)[s0] -> (d0 * 2, s0)>(%i)[%n]" and similar operations.
void Compiler::affine_value(const ir::Operation& operation) {
    const auto map = map_of(text_, operation, draft_.module.aliases);
    const auto names = operands(operation);
    if (!map || map->results.empty() || map->names.size() != names.size()) {
        static_cast<void>(result(operation));
        return unknown(operation.at, fmt::format("cannot parse {}", operation.name));
    }
    std::map<std::string_view, int> bound;
    for (std::size_t i = 0; i < names.size(); ++i)
        bound[map->names[i]] = use(names[i], operation.at);
    const std::string_view choice = operation.is("affine.min") ? "arith.minsi" : "arith.maxsi";
    int value = expression(map->results.front(), bound);
    for (std::size_t i = 1; i < map->results.size(); ++i)
        value = apply(choice, {value, expression(map->results[i], bound)}, operation.at);
    Instruction move = made(Kind::Move, operation);
    move.sources = {value};
    move.target = result(operation);
    add(std::move(move));
}

bool Compiler::memory(const ir::Operation& operation) {
    if (holds_memory(text_, operation.rest, draft_.module.aliases)) {
        keeper(operation);
    } else if (is_one_of(operation.name, kLoads) || is_one_of(operation.name, kStores)) {
        access(operation);
    } else if (operation.is("memref.copy")) {
        const auto names = operands(operation);
        Instruction copy = made(Kind::Copy, operation);
        for (const std::string_view name : names)
            copy.sources.push_back(use(name, operation.at));
        if (copy.sources.size() != 2) unknown(operation.at, "unsupported form of memref.copy");
        add(std::move(copy));
    } else if (operation.is("memref.atomic_rmw")) {
        update(operation);
    } else if (operation.is("memref.get_global")) {
        global(operation);
    } else if (operation.is("memref.alloc") || operation.is("memref.alloca")) {
        name_slot(operation, storage(operation, std::nullopt));
    } else if (is_view_of_another(operation)) {
        view_of(operation);
    } else if (operation.is("memref.dim") || operation.is("memref.rank")) {
        told_of_memory(operation);
    } else {
        // Operations that only tell compilers something about memory.
        return operation.is("memref.assume_alignment") || operation.is("memref.dealloc");
    }
    return true;
}

/// Slots of the indices of an access. `names`: operands that are indices in the generic form.
std::vector<int> Compiler::places(const ir::Operation& operation,
                                  std::span<const std::string_view> names) {
    if (!operation.generic) return indices(first_list(operation));
    std::vector<int> slots;
    for (const std::string_view name : names)
        slots.push_back(use(name, operation.at));
    if (!operation.name.starts_with("affine.")) return slots;
    // In the generic form: "(%m, %i) <{map = affine_map<(d0) -> (d0 + 1)>}>".
    const auto map = map_of(text_, operation, draft_.module.aliases);
    if (!map || map->names.size() != slots.size()) {
        unknown(operation.at, fmt::format("cannot parse {}", operation.name));
        return {};
    }
    std::map<std::string_view, int> bound;
    for (std::size_t i = 0; i < slots.size(); ++i)
        bound[map->names[i]] = slots[i];
    std::vector<int> values;
    for (const ir::Range& index : map->results)
        values.push_back(expression(index, bound));
    return values;
}

/// Compiles "%m = memref.alloca() : memref<memref<8xi32>>", "memref.store %object, %m[] :
/// memref<memref<8xi32>>" and "%object = memref.load %m[] : memref<memref<8xi32>>".
void Compiler::keeper(const ir::Operation& operation) {
    const bool stores = operation.is("memref.store");
    const auto names = operands(operation);
    const auto slot_of = [&](std::string_view name) {
        const auto [known, fresh_one] = keepers_.try_emplace(name, program_.slots);
        if (fresh_one) ++program_.slots;
        return known->second;
    };
    if (operation.is("memref.alloc") || operation.is("memref.alloca")) {
        for (const std::string_view name : operation.results)
            static_cast<void>(slot_of(name));
        return;
    }
    if (operation.is("memref.dealloc")) return;
    if ((!stores && !operation.is("memref.load")) || names.size() != (stores ? 2U : 1U))
        return unknown(operation.at, "memory that holds memory can only be loaded and stored");
    const int kept = slot_of(names.back());
    Instruction move = made(Kind::Move, operation);
    move.sources = {stores ? use(names.front(), operation.at) : kept};
    move.target = stores ? kept : result(operation);
    add(std::move(move));
}

/// Compiles "memref.store %value, %m[%i] : memref<8xi32>" and similar operations. In the generic
/// form the indices are operands.
void Compiler::access(const ir::Operation& operation) {
    const bool stores = is_one_of(operation.name, kStores);
    const auto names = operands(operation);
    const std::size_t place = stores ? 1 : 0;
    if (names.size() <= place) return unknown(operation.at, "an access without memory");
    Instruction instruction = made(stores ? Kind::Store : Kind::Load, operation);
    instruction.sources = {use(names[place], operation.at)};
    if (stores) instruction.sources.push_back(use(names[0], operation.at));
    if (!stores) instruction.target = result(operation);
    const auto memory = first_memref(text_, operation.rest, draft_.module.aliases);
    if (memory && !scalar_type(memory->type))
        return unknown(operation.at, fmt::format("unsupported element type {}", memory->type));
    if (operation.name.starts_with("vector.transfer_"))
        return transfer(operation, memory, std::move(instruction));
    const auto at = places(operation, std::span{names}.subspan(place + 1));
    instruction.sources.insert(instruction.sources.end(), at.begin(), at.end());
    if (operation.name.starts_with("vector.")) {
        const auto vector =
            vector_type_in(stores && operation.generic ? operation.rest : types_of(operation));
        if (!vector) return unknown(operation.at, "unsupported vector type");
        instruction.lanes = vector->lanes;
        instruction.in_memory.extents = vector->shape;
    } else if (memory && at.size() < memory->shape.size()) {
        // The elements are vectors: memref<2xvector<16xi32>>.
        std::vector<std::int64_t>& extents = instruction.in_memory.extents;
        extents.assign(memory->shape.begin() + std::ssize(at), memory->shape.end());
        instruction.lanes = 1;
        for (const std::int64_t extent : extents)
            instruction.lanes *= static_cast<std::size_t>(extent);
    }
    add(std::move(instruction));
}

std::optional<ValueType> Compiler::vector_type_in(ir::Range types) const {
    const ir::Aliases& aliases = draft_.module.aliases;
    while (!types.empty() && !text_[named_by(text_, types, aliases).begin].is("vector"))
        ++types.begin;
    return type_at(types);
}

/// A core has each global once, however often the code refers to it.
void Compiler::global(const ir::Operation& operation) {
    const ir::Operation& declared = global_of(draft_, operation);
    auto known = globals_.find(&declared);
    if (known == globals_.end()) {
        std::optional<ir::Range> values;
        for (std::uint32_t i = declared.rest.begin; i < declared.rest.end; ++i)
            if (text_[i].is("dense") || text_[i].is("dense_resource") || text_[i].is("sparse"))
                values = ir::Range{i, declared.rest.end};
        known = globals_.emplace(&declared, storage(operation, values)).first;
    }
    name_slot(operation, known->second);
}

void Compiler::name_slot(const ir::Operation& operation, int slot) {
    if (!operation.results.empty()) slots_[std::string{operation.results.front()}] = slot;
}

int Compiler::storage(const ir::Operation& operation, std::optional<ir::Range> values) {
    View view = view_of_type(types_of(operation), operation.at);
    const std::int64_t count =
        std::accumulate(view.shape.begin(), view.shape.end(), std::int64_t{1}, std::multiplies{});
    if (count < 0 || count > kMaxStorage) {
        unknown(operation.at,
                fmt::format("{} elements are too many for the core's own storage", count));
        return fresh();
    }
    // Code that goes through all elements in order takes them as they lie in memory.
    if (strides_of_type(types_of(operation), view.shape) != view.strides)
        unknown(operation.at, "unsupported element order of memory of the core");
    const auto elements = static_cast<std::size_t>(count);
    std::vector<std::byte> bytes(elements * view.element.bytes());
    if (values) {
        auto known = dense_bytes(text_, *values, view.element, elements);
        if (known)
            bytes = std::move(*known);
        else
            unknown(operation.at, "cannot parse the values of a global");
    }
    // Placed after the buffers, whose number run() knows at its end.
    view.memory = -2 - static_cast<int>(program_.storages.size());
    program_.storages.push_back(std::move(bytes));
    return view_slot(view);
}

}  // namespace xdnasim::design::interpreter
