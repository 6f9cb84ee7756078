// Numbers that a core's code takes from types of memory.

#include <fmt/format.h>

#include "workloads/design/interpreter/compiler.hpp"

namespace xdnasim::design::interpreter {

/// Compiles "%n = memref.dim %m, %i : memref<4x8xi32>" and memref.rank.
void Compiler::told_of_memory(const ir::Operation& operation) {
    const auto names = operands(operation);
    const auto type = first_memref(text_, operation.rest, draft_.module.aliases);
    const bool counts = operation.is("memref.rank");
    Instruction move = made(Kind::Move, operation);
    move.target = result(operation);
    if (!type || (!counts && (names.size() != 2 || type->shape.empty())))
        return unknown(operation.at,
                       fmt::format("{} needs memory whose type gives its size", operation.name));
    if (counts) {
        move.sources = {number(std::ssize(type->shape), operation.at)};
        add(std::move(move));
        return;
    }
    const int index = use(names[1], operation.at);
    int size = number(type->shape.front(), operation.at);
    for (std::size_t i = 1; i < type->shape.size(); ++i) {
        const int asked =
            apply("eq", {index, number(static_cast<std::int64_t>(i), operation.at)}, operation.at);
        size = apply("arith.select", {asked, number(type->shape[i], operation.at), size},
                     operation.at);
    }
    move.sources = {size};
    add(std::move(move));
}

}  // namespace xdnasim::design::interpreter
