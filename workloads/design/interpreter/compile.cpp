#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

#include "workloads/design/functions.hpp"
#include "workloads/design/interpreter/compiler.hpp"
#include "workloads/design/ir/marks.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design::interpreter {
namespace {

/// Returns whether the operation rounds in another way than to the nearest number, halves to even
/// (ArithBase.td, RoundingMode).
bool rounds_otherwise(const ir::Text& text, const ir::Operation& operation) {
    constexpr std::array<std::string_view, 4> kModes{"downward", "upward", "toward_zero",
                                                     "to_nearest_away"};
    for (std::uint32_t i = operation.rest.begin; i + 2 < operation.rest.end; ++i) {
        const ir::Token& token = text[i];
        if (token.kind != ir::Kind::Word) continue;
        if (std::ranges::find(kModes, token.text) != kModes.end()) return true;
        if (token.is("roundingmode") && ir::whole_number(text[i + 2]).value_or(0) != 0) return true;
    }
    return false;
}

// The predicates of arith.cmpi and of arith.cmpf, by their numbers in the generic form
// (ArithBase.td).
constexpr std::array<std::string_view, 10> kWhole{"eq",  "ne",  "slt", "sle", "sgt",
                                                  "sge", "ult", "ule", "ugt", "uge"};
constexpr std::array<std::string_view, 16> kReal{"false", "oeq", "ogt", "oge", "olt", "ole",
                                                 "one",   "ord", "ueq", "ugt", "uge", "ult",
                                                 "ule",   "une", "uno", "true"};

/// Name of the comparing function: "ult" for arith.cmpi, "cmpf ult" for arith.cmpf.
std::string comparison(const ir::Text& text, const ir::Operation& operation) {
    const bool whole = operation.is("arith.cmpi");
    const std::span<const std::string_view> names = whole
                                                        ? std::span<const std::string_view>{kWhole}
                                                        : std::span<const std::string_view>{kReal};
    std::string_view predicate;
    for (std::uint32_t i = operation.rest.begin; i + 2 < operation.rest.end && predicate.empty();
         ++i) {
        if (!operation.generic && text[i].kind == ir::Kind::Word) predicate = text[i].text;
        if (!operation.generic || !text[i].is("predicate")) continue;
        const auto number = ir::whole_number(text[i + 2]);
        if (!number || *number < 0 || *number >= std::ssize(names)) break;
        predicate = names[static_cast<std::size_t>(*number)];
    }
    return whole ? std::string{predicate} : fmt::format("cmpf {}", predicate);
}

}  // namespace

Compiler::Compiler(const Draft& draft, const KernelTable& kernels, arch::TileId tile,
                   const ir::Operation& core)
    : draft_{draft}, kernels_{kernels}, text_{draft.text}, tile_{tile}, core_{core} {
    program_.source = text_.file();
    for (std::size_t i = 0; i < draft.fifo_ends.size(); ++i) {
        const FifoEnd& end = draft.fifo_ends[i];
        if (end.tile != tile) continue;
        Side side;
        side.locks = end.acquire.has_value();
        for (const schedule::BufferRef& object : end.objects)
            side.objects.push_back(view_of_buffer(object, core.at));
        program_.sides.push_back(std::move(side));
        sides_.push_back(i);
    }
}

Program Compiler::run() {
    for (const ir::Operation* of_device : draft_.device_constants)
        constant(*of_device);
    if (!core_.regions.empty()) region(core_.regions.front(), {});
    add(made(Kind::End, core_));
    // Storages are numbered after the buffers, whose final number is known only here.
    const auto buffers = static_cast<int>(program_.buffers.size());
    const auto move = [&](View& view) {
        if (view.memory < -1) view.memory = buffers - 2 - view.memory;
    };
    for (auto& [slot, view] : program_.views)
        move(view);
    schedule::for_each_operation<schedule::WriteMemory>(
        draft_.schedule.sequence, [&](const schedule::WriteMemory& write) {
            if (const auto known = memories_.find(write.buffer); known != memories_.end())
                program_.parameters.insert(known->second);
        });
    return std::move(program_);
}

void Compiler::unknown(base::Position at, const std::string& what) {
    if (!program_.unknown.empty()) return;
    program_.unknown = fmt::format(
        "{}: {}. Run without data, or put the code into a kernel with `work` or `library` in "
        "kernels.yaml",
        text_.place(at), ir::as_written(what));
}

std::size_t Compiler::add(Instruction instruction) {
    program_.instructions.push_back(std::move(instruction));
    return program_.instructions.size() - 1;
}

Instruction Compiler::made(Kind kind, const ir::Operation& operation) const {
    Instruction instruction;
    instruction.kind = kind;
    instruction.at = operation.at;
    return instruction;
}

int Compiler::define(std::string_view name) {
    const auto [at, fresh_one] = slots_.try_emplace(std::string{name}, program_.slots);
    if (fresh_one) ++program_.slots;
    return at->second;
}

int Compiler::use(std::string_view name, base::Position at) {
    if (name.ends_with("#0")) name.remove_suffix(2);
    if (foreign_.contains(name))
        unknown(at,
                fmt::format(
                    "'%{}' is the result of a kernel, whose value is unknown to the core's code",
                    name));
    if (const auto known = slots_.find(name); known != slots_.end()) return known->second;
    if (const auto buffer = draft_.buffers.find(name); buffer != draft_.buffers.end()) {
        const int slot = view_slot(view_of_buffer(buffer->second, at));
        slots_.emplace(std::string{name}, slot);
        return slot;
    }
    const std::string_view what = keepers_.contains(name)
                                      ? "holds memory, and can only be loaded and stored"
                                      : "is not defined in the core's code";
    unknown(at, fmt::format("'%{}' {}", name, what));
    return define(name);
}

int Compiler::number(std::int64_t value, base::Position at) {
    Instruction instruction;
    instruction.kind = Kind::Constant;
    instruction.at = at;
    instruction.target = fresh();
    instruction.constants = {{value}};
    const int slot = instruction.target;
    add(std::move(instruction));
    return slot;
}

int Compiler::number_or_value(ir::Range range) {
    const ir::Token& token = text_[range.begin];
    if (token.kind == ir::Kind::Value) return use(token.text, token.at);
    return number(ir::whole_number(token).value_or(0), token.at);
}

std::vector<std::string_view> Compiler::operands(const ir::Operation& operation) const {
    return ir::operands_of(text_, operation);
}

ir::Range Compiler::types_of(const ir::Operation& operation) const {
    ir::Range types{operation.rest.end, operation.rest.end};
    for (std::uint32_t i = operation.rest.begin; i < operation.rest.end; i = behind(text_, i)) {
        if (text_[i].is("loc")) break;
        const bool arrow = operation.generic && text_[i].is("->");
        if (arrow || text_[i].is(":")) types = {i + 1, operation.rest.end};
        if (arrow) break;
    }
    if (!types.empty() && text_[types.begin].is("(") && operation.generic)
        types = ir::inside(text_, types);
    return types;
}

/// The operand types of the generic form: "i1", "i32" and "i32" of "(i1, i32, i32) -> i32".
std::vector<ir::Range> Compiler::operand_types(const ir::Operation& operation) const {
    std::uint32_t colon = operation.rest.begin;
    while (colon < operation.rest.end && !text_[colon].is(":"))
        colon = behind(text_, colon);
    if (colon + 1 >= operation.rest.end) return {};
    return ir::split(text_, ir::inside(text_, {colon + 1, operation.rest.end}));
}

std::optional<ValueType> Compiler::type_at(ir::Range written) const {
    const ir::Range range = named_by(text_, written, draft_.module.aliases);
    if (range.empty()) return std::nullopt;
    if (!text_[range.begin].is("vector")) {
        const auto element = value_type(text_[range.begin].text);
        return element ? std::optional{ValueType{*element}} : std::nullopt;
    }
    std::string_view shape = text_[range.begin + 2].text;  // "4x16xi32"
    std::vector<std::int64_t> sizes;
    std::size_t lanes = 1;
    while (true) {
        const std::size_t cross = shape.find('x');
        if (cross == std::string_view::npos || shape[0] < '0' || shape[0] > '9') break;
        std::size_t size = 0;
        for (const char digit : shape.substr(0, cross))
            size = size * 10 + static_cast<std::size_t>(digit - '0');
        constexpr std::size_t kMaxLanes = 4096;
        if (size == 0 || size > kMaxLanes || lanes * size > kMaxLanes) return std::nullopt;
        lanes *= size;
        sizes.push_back(static_cast<std::int64_t>(size));
        shape.remove_prefix(cross + 1);
    }
    const auto element = value_type(shape);
    return element ? std::optional{ValueType{*element, lanes, std::move(sizes)}} : std::nullopt;
}

void Compiler::operation(const ir::Operation& operation) {
    const std::string_view name = operation.name;
    if (name == "arith.constant") return constant(operation);
    if (name == "ub.poison") return poison(operation);
    if (name == "affine.apply" || name == "affine.min" || name == "affine.max")
        return affine_value(operation);
    if (name == "scf.for" || name == "affine.for") return for_loop(operation);
    if (name == "scf.if") return if_else(operation);
    if (name == "scf.index_switch") return index_switch(operation);
    if (name == "scf.while") return while_loop(operation);
    if (name == "scf.execute_region" && operation.regions.size() == 1)
        return region(operation.regions.front(), results_of(operation));
    if (name.starts_with("cf.")) return branch(operation);
    if (name == "func.call") return call(operation);
    if (name == "aie.use_lock") return use_lock(operation);
    if (name == "aie.put_cascade" || name == "aie.get_cascade") return cascade(operation);
    if (name == "aie.end") {
        add(made(Kind::End, operation));
        return;
    }
    if (name == "aie.event" || name == "aie.lock" || name == "aie.buffer" || name == "scf.yield" ||
        name == "affine.yield" || name == "scf.condition" || is_return(operation))
        return;
    if (object_fifo(operation) || memory(operation)) return;
    if (name == "arith.select" && is_memory(types_of(operation))) return chosen_memory(operation);
    if (name.starts_with("vector.") && name != "vector.fma") return vector(operation);
    apply(operation);
}

void Compiler::constant(const ir::Operation& operation) {
    ir::Range value = operation.rest;
    if (operation.generic) {
        while (!value.empty() && !text_[value.begin].is("value"))
            ++value.begin;
        value.begin += 2;
    }
    const bool boolean = text_[value.begin].is("true") || text_[value.begin].is("false");
    const auto type =
        boolean ? ValueType{ScalarType{ScalarType::Kind::Signed, 1}} : type_at(types_of(operation));
    Instruction instruction = made(Kind::Constant, operation);
    instruction.target = result(operation);
    if (!type) return unknown(operation.at, "unsupported type of a constant in a run with data");
    instruction.lanes = type->lanes;
    const auto scalar = scalar_at(text_[value.begin], type->element);
    const auto values =
        dense_values(text_, value, type->element, std::max<std::size_t>(type->lanes, 1));
    if (scalar)
        instruction.constants = {*scalar};
    else if (values)
        instruction.constants = *values;
    else
        return unknown(operation.at, "cannot parse a constant");
    add(std::move(instruction));
}

/// Any value may stand for a poison value; 0 is used.
void Compiler::poison(const ir::Operation& operation) {
    const auto type = type_at(types_of(operation));
    Instruction instruction = made(Kind::Constant, operation);
    instruction.target = result(operation);
    if (!type) return unknown(operation.at, "unsupported value type in a run with data");
    instruction.lanes = type->lanes;
    instruction.constants.assign(std::max<std::size_t>(type->lanes, 1), {0});
    add(std::move(instruction));
}

void Compiler::apply(const ir::Operation& operation) {
    const bool compares = operation.is("arith.cmpi") || operation.is("arith.cmpf");
    const NamedFunction* function =
        compares ? function_called(comparison(text_, operation)) : function_called(operation.name);
    const auto names = operands(operation);
    const ir::Range types = types_of(operation);
    // The types in "i32 to index", "vector<4xi1>, vector<4xi32>" or "i32".
    ir::Range last = types;
    for (std::uint32_t i = types.begin; i < types.end; i = behind(text_, i))
        if (text_[i].is("to") || text_[i].is(",") || text_[i].is("->")) last.begin = i + 1;
    // The last operand has the type of the computation.
    const auto taken = operation.generic ? operand_types(operation) : std::vector<ir::Range>{};
    const auto from = type_at(taken.empty() ? types : taken.back());
    const auto to = type_at(last);
    const int target = result(operation);
    if (function == nullptr || names.size() != function->operands || !from || !to)
        return unknown(operation.at,
                       fmt::format("{} is not supported in a run with data", operation.name));
    if (rounds_otherwise(text_, operation))
        return unknown(
            operation.at,
            fmt::format("{} is supported only with rounding to_nearest_even", operation.name));
    Instruction instruction = made(Kind::Apply, operation);
    instruction.target = target;
    instruction.function = function->function;
    instruction.types = {from->element, to->element};
    if (compares) instruction.types.to = ScalarType{ScalarType::Kind::Signed, 1};
    instruction.lanes = to->lanes;
    for (const std::string_view operand : names)
        instruction.sources.push_back(use(operand, operation.at));
    add(std::move(instruction));
}

Program compile(const Draft& draft, const KernelTable& kernels, arch::TileId tile,
                const ir::Operation& core) {
    return Compiler{draft, kernels, tile, core}.run();
}

}  // namespace xdnasim::design::interpreter
