// Calls of kernels in a core's code, of which functions in a library of the host are called with
// data, and steps on the cascade, which pass words on.

#include <fmt/format.h>

#include "arch/units.hpp"
#include "workloads/design/cores/call_types.hpp"
#include "workloads/design/interpreter/compiler.hpp"

namespace xdnasim::design::interpreter {

void Compiler::boundary(const ir::Operation& operation) {
    for (const std::string_view result : operation.results)
        foreign_.insert(std::string{result});
    add(made(Kind::Boundary, operation));
}

void Compiler::use_lock(const ir::Operation& operation) {
    const ir::Fields fields = draft_.fields(operation);
    if (!fields.has("value") || !is_greater_equal(fields)) return boundary(operation);
    const ir::Token& value = fields.token("value");
    if (value.kind != ir::Kind::Value) {
        if (ir::whole_number(value) != 0) boundary(operation);
        return;
    }
    Instruction unless = made(Kind::JumpUnless, operation);
    unless.sources = {use(value.text, operation.at)};
    const std::size_t skip = add(std::move(unless));
    boundary(operation);
    program_.instructions[skip].to = program_.instructions.size();
}

void Compiler::cascade(const ir::Operation& operation) {
    const bool gets = operation.is("aie.get_cascade");
    ir::Range types = operation.rest;
    while (!types.empty() && !text_[types.begin].is(":"))
        ++types.begin;
    const auto vector = vector_type_in(types);
    const auto names = operands(operation);
    constexpr auto kBytes = static_cast<std::size_t>(arch::kCascadeWord.count());
    if (!vector || vector->lanes * vector->element.bytes() != kBytes ||
        names.size() != (gets ? 0U : 1U))
        unknown(operation.at, fmt::format("{} has a type that is not supported in a run with data",
                                          operation.name));
    Instruction step = made(gets ? Kind::GetWord : Kind::PutWord, operation);
    if (gets)
        step.target = result(operation);
    else
        step.sources.push_back(names.empty() ? fresh() : use(names.front(), operation.at));
    if (vector) {
        step.types = {vector->element, vector->element};
        step.lanes = vector->lanes;
    }
    add(std::move(step));
}

void Compiler::call(const ir::Operation& operation) {
    // The call contains the body of its function.
    if (!operation.regions.empty()) return region(operation.regions.front(), results_of(operation));
    const ir::Fields fields = draft_.fields(operation);
    const std::string_view name = fields.symbol("callee");
    const auto library = kernels_.library_of(name);
    if (!library) return boundary(operation);
    library::HostFunction function{.library = library->file,
                                   .name = std::string{name},
                                   .limit = library->time_limit,
                                   .called = text_.place(operation.at)};
    const CallTypes types = call_types_of(fields);
    for (const ir::Range& type : types.arguments)
        function.arguments.push_back(argument_of(type, name));
    if (!types.results.empty()) {
        const library::Argument result = argument_of(types.results.front(), name);
        if (result.is_buffer)
            return unknown(
                operation.at,
                fmt::format("'{}' returns memory, which a library function cannot", name));
        function.result = result.type;
    }
    const auto names = operands(operation);
    if (names.size() != function.arguments.size() || names.size() > library::kMaxArguments)
        return unknown(operation.at, fmt::format("a call of '{}' has {} values and {} types. Their "
                                                 "numbers must be equal, and at most {}",
                                                 name, names.size(), types.arguments.size(),
                                                 library::kMaxArguments));
    Instruction instruction = made(Kind::Call, operation);
    for (const std::string_view operand : names)
        instruction.sources.push_back(use(operand, operation.at));
    if (function.result) instruction.target = result(operation);
    instruction.number = static_cast<std::int64_t>(program_.functions.size());
    program_.functions.push_back(std::move(function));
    add(std::move(instruction));
}

library::Argument Compiler::argument_of(ir::Range type, std::string_view function) {
    library::Argument argument;
    argument.is_buffer = is_memory(type);
    if (argument.is_buffer) {
        argument.type = scalar_type(read_memref(text_, type, draft_.module.aliases).type);
        return argument;
    }
    const auto number = scalar_type(text_[named_by(text_, type, draft_.module.aliases).begin].text);
    // How 16-bit floating-point numbers are passed depends on the compiler.
    const bool half = number && number->kind == ScalarType::Kind::Float &&
                      number->bytes() == sizeof(std::uint16_t);
    if (!number || half)
        unknown(text_[type.begin].at,
                fmt::format("'{}' takes or returns {}, which a library function cannot; allowed: "
                            "buffers, and numbers of up to 64 bits",
                            function, text_.written(type)));
    else
        argument.type = number;
    return argument;
}

}  // namespace xdnasim::design::interpreter
