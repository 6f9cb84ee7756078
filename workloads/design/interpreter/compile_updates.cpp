// memref.atomic_rmw in a core's code. No one else accesses the memory meanwhile, so that it becomes
// a load, an operation and a store.

#include <array>

#include <fmt/format.h>

#include "workloads/design/interpreter/compiler.hpp"

namespace xdnasim::design::interpreter {
namespace {

/// The function of an update, such as "addi" in "memref.atomic_rmw addi %x, %m[%i]"; nullptr if it
/// is not known. The numbers of the generic form are not supported: they differ between versions of
/// MLIR.
const NamedFunction* update_called(std::string_view kind) {
    using Update = std::pair<std::string_view, std::string_view>;
    constexpr std::array kUpdates{
        Update{"maxs", "arith.maxsi"},      Update{"maxu", "arith.maxui"},
        Update{"mins", "arith.minsi"},      Update{"minu", "arith.minui"},
        Update{"addi", "arith.addi"},       Update{"addf", "arith.addf"},
        Update{"muli", "arith.muli"},       Update{"mulf", "arith.mulf"},
        Update{"andi", "arith.andi"},       Update{"ori", "arith.ori"},
        Update{"xori", "arith.xori"},       Update{"maximumf", "arith.maximumf"},
        Update{"maxf", "arith.maxf"},       Update{"minimumf", "arith.minimumf"},
        Update{"minf", "arith.minf"},       Update{"maxnumf", "arith.maxnumf"},
        Update{"minnumf", "arith.minnumf"},
    };
    for (const auto& [name, function] : kUpdates)
        if (name == kind) return function_called(function);
    return nullptr;
}

}  // namespace

/// Compiles "%old = memref.atomic_rmw addi %x, %m[%i] : (i32, memref<16xi32>) -> i32". The result
/// is the value before the update, as that of LLVM's atomicrmw, to which MLIR lowers it.
void Compiler::update(const ir::Operation& operation) {
    const auto names = operands(operation);
    const std::string_view kind = text_[operation.rest.begin].text;
    const NamedFunction* const function = update_called(kind);
    const auto memory = first_memref(text_, operation.rest, draft_.module.aliases);
    const auto element = memory ? scalar_type(memory->type) : std::nullopt;
    const int old = result(operation);
    if (operation.generic || names.size() < 2 || !element ||
        (function == nullptr && kind != "assign"))
        return unknown(
            operation.at,
            fmt::format("this form of {} is not supported in a run with data", operation.name));
    const auto at = indices(first_list(operation));
    Instruction load = made(Kind::Load, operation);
    load.sources = {use(names[1], operation.at)};
    load.sources.insert(load.sources.end(), at.begin(), at.end());
    load.target = old;
    Instruction store = made(Kind::Store, operation);
    store.sources = {load.sources.front(), use(names[0], operation.at)};
    add(std::move(load));
    if (function != nullptr) {
        Instruction apply = made(Kind::Apply, operation);
        apply.function = function->function;
        apply.types = {*element, *element};
        apply.sources = {old, store.sources[1]};
        apply.target = fresh();
        store.sources[1] = apply.target;
        add(std::move(apply));
    }
    store.sources.insert(store.sources.end(), at.begin(), at.end());
    add(std::move(store));
}

}  // namespace xdnasim::design::interpreter
