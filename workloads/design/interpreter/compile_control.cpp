// Loops, choices and branches of a core's code, compiled to jumps.

#include <algorithm>

#include <fmt/format.h>

#include "workloads/design/for_loop.hpp"
#include "workloads/design/functions.hpp"
#include "workloads/design/interpreter/compiler.hpp"

namespace xdnasim::design::interpreter {
namespace {

/// Maximum number of results of an operation: far more than a core has registers.
constexpr std::int64_t kMaxResults = 4096;

}  // namespace

std::vector<int> Compiler::results_of(const ir::Operation& operation) {
    std::vector<int> slots;
    if (operation.results.empty()) return slots;
    // Results come before "=" and the name: "%a, %b:2", where the latter stands for %b#0 and %b#1.
    const std::uint32_t end = operation.rest.begin - 2;
    std::uint32_t i = end;
    for (std::size_t left = operation.results.size(); left > 0;)
        if (text_[--i].kind == ir::Kind::Value) --left;
    for (; i < end; ++i) {
        if (text_[i].kind != ir::Kind::Value) continue;
        slots.push_back(define(text_[i].text));
        if (!text_[i + 1].is(":")) continue;
        const std::int64_t count = ir::whole_number(text_[i + 2]).value_or(1);
        if (count > kMaxResults) {
            unknown(operation.at, fmt::format("an operation has too many results ({})", count));
            continue;
        }
        for (std::int64_t number = 1; number < count; ++number)
            slots.push_back(define(fmt::format("{}#{}", text_[i].text, number)));
    }
    return slots;
}

void Compiler::move_all(const std::vector<int>& from, const std::vector<int>& to,
                        base::Position at) {
    const std::size_t count = std::min(from.size(), to.size());
    const auto move = [&](int source, int target) {
        Instruction instruction;
        instruction.kind = Kind::Move;
        instruction.at = at;
        instruction.sources = {source};
        instruction.target = target;
        add(std::move(instruction));
    };
    if (count == 1) return move(from[0], to[0]);
    // A target may be the source of another move.
    std::vector<int> between;
    for (std::size_t i = 0; i < count; ++i) {
        between.push_back(fresh());
        move(from[i], between.back());
    }
    for (std::size_t i = 0; i < count; ++i)
        move(between[i], to[i]);
}

void Compiler::region(const ir::Region& region, const std::vector<int>& results) {
    Labels labels;
    Labels* const outer = std::exchange(labels_, &labels);
    for (const ir::Block& block : region.blocks) {
        std::vector<int> arguments;
        for (const std::string_view argument : block.arguments)
            arguments.push_back(define(argument));
        labels.blocks[block.label] = {0, std::move(arguments)};
    }
    std::vector<std::size_t> returns;  // jumps to the end of the region
    for (const ir::Block& block : region.blocks) {
        labels.blocks[block.label].first = program_.instructions.size();
        for (const ir::Operation& each : block.operations) {
            operation(each);
            if (!each.is("scf.yield") && !each.is("affine.yield") && !each.is("scf.condition") &&
                !is_return(each))
                continue;
            std::vector<int> yielded;
            for (const std::string_view name : operands(each))
                yielded.push_back(use(name, each.at));
            move_all(yielded, results, each.at);
            if (is_return(each)) returns.push_back(add(made(Kind::Jump, each)));
        }
    }
    for (const std::size_t jump : returns)
        program_.instructions[jump].to = program_.instructions.size();
    for (const auto& [instruction, label] : labels.jumps)
        program_.instructions[instruction].to = labels.blocks.at(label).first;
    labels_ = outer;
}

void Compiler::for_loop(const ir::Operation& operation) {
    const ForLoop loop = read_for(text_, operation);
    const int begin = number_or_value(loop.begin);
    const int end = number_or_value(loop.end);
    const int step = loop.step.empty() ? number(1, operation.at) : number_or_value(loop.step);
    std::vector<int> initial;
    std::vector<int> carried;
    for (std::size_t i = 0; i < loop.carried.size(); ++i) {
        initial.push_back(use(loop.initial[i], operation.at));
        carried.push_back(define(loop.carried[i]));
    }
    const int counter = define(loop.counter);
    move_all({begin}, {counter}, operation.at);
    move_all(initial, carried, operation.at);
    ScalarType type;
    if (loop.is_unsigned) type.bits = loop.bits;
    const auto words = [&](Kind kind, std::string_view function, int target,
                           std::vector<int> sources) {
        Instruction instruction = made(kind, operation);
        instruction.types = {type, type};
        if (kind == Kind::Apply) instruction.function = function_called(function)->function;
        instruction.target = target;
        instruction.sources = std::move(sources);
        return add(std::move(instruction));
    };
    const int goes_on = fresh();
    const std::string_view is_less = loop.is_unsigned ? "ult" : "slt";
    const std::size_t head = words(Kind::Apply, is_less, goes_on, {counter, end});
    const std::size_t leave = words(Kind::JumpUnless, "", -1, {goes_on});
    region(operation.regions.front(), carried);
    words(Kind::Apply, "arith.addi", counter, {counter, step});
    program_.instructions[words(Kind::Jump, "", -1, {})].to = head;
    program_.instructions[leave].to = program_.instructions.size();
    move_all(carried, results_of(operation), operation.at);
}

void Compiler::if_else(const ir::Operation& operation) {
    const auto names = operands(operation);
    if (names.empty() || operation.regions.empty())
        return unknown(operation.at, "scf.if needs a condition and a body");
    const std::vector<int> results = results_of(operation);
    Instruction unless = made(Kind::JumpUnless, operation);
    unless.sources = {use(names.front(), operation.at)};
    const std::size_t skip = add(std::move(unless));
    region(operation.regions[0], results);
    const std::size_t leave = add(made(Kind::Jump, operation));
    program_.instructions[skip].to = program_.instructions.size();
    if (operation.regions.size() > 1) region(operation.regions[1], results);
    program_.instructions[leave].to = program_.instructions.size();
}

std::size_t Compiler::skip_unless_equal(int value, std::int64_t wanted,
                                        const ir::Operation& operation) {
    Instruction equal = made(Kind::Apply, operation);
    equal.function = function_called("eq")->function;
    equal.sources = {value, number(wanted, operation.at)};
    equal.target = fresh();
    Instruction unless = made(Kind::JumpUnless, operation);
    unless.sources = {equal.target};
    add(std::move(equal));
    return add(std::move(unless));
}

/// Compiles "scf.index_switch %i case 0 {...} case 1 {...} default {...}".
void Compiler::index_switch(const ir::Operation& operation) {
    const auto names = operands(operation);
    if (names.empty() || operation.generic || operation.regions.empty())
        return unknown(operation.at, "scf.index_switch is supported in pretty form only");
    const int value = use(names.front(), operation.at);
    const std::vector<int> results = results_of(operation);
    std::vector<std::size_t> leaves;
    const ir::Region* otherwise = nullptr;
    for (const ir::Region& each : operation.regions) {
        const auto number_of = ir::whole_number(text_[each.tokens.begin - 1]);
        if (!number_of) {
            otherwise = &each;
            continue;
        }
        const std::size_t skip = skip_unless_equal(value, *number_of, operation);
        region(each, results);
        leaves.push_back(add(made(Kind::Jump, operation)));
        program_.instructions[skip].to = program_.instructions.size();
    }
    if (otherwise != nullptr) region(*otherwise, results);
    for (const std::size_t leave : leaves)
        program_.instructions[leave].to = program_.instructions.size();
}

/// Compiles "scf.while (%a = %b) : ... { scf.condition(%go) %x } do { ^bb0(%c): scf.yield %d }".
void Compiler::while_loop(const ir::Operation& operation) {
    if (operation.regions.size() != 2) return unknown(operation.at, "scf.while needs two bodies");
    std::vector<int> first;
    std::vector<int> initial;
    const auto names = operands(operation);
    if (operation.generic) {
        for (const std::string_view name : operation.regions[0].blocks.front().arguments)
            first.push_back(define(name));
        for (const std::string_view name : names)
            initial.push_back(use(name, operation.at));
    } else {
        for (std::size_t i = 0; i + 1 < names.size(); i += 2) {
            first.push_back(define(names[i]));
            initial.push_back(use(names[i + 1], operation.at));
        }
    }
    move_all(initial, first, operation.at);
    const std::size_t head = program_.instructions.size();
    const int condition = fresh();
    std::vector<int> passed{condition};
    const std::vector<int> results = results_of(operation);
    const auto& arguments = operation.regions[1].blocks.front().arguments;
    const std::size_t count = std::max(arguments.size(), results.size());
    for (std::size_t i = 0; i < count; ++i)
        passed.push_back(fresh());
    region(operation.regions[0], passed);
    Instruction unless = made(Kind::JumpUnless, operation);
    unless.sources = {condition};
    const std::size_t leave = add(std::move(unless));
    const std::vector<int> values{passed.begin() + 1, passed.end()};
    std::vector<int> inner;
    for (const std::string_view argument : arguments)
        inner.push_back(define(argument));
    move_all(values, inner, operation.at);
    region(operation.regions[1], first);
    const std::size_t back = add(made(Kind::Jump, operation));
    program_.instructions[back].to = head;
    program_.instructions[leave].to = program_.instructions.size();
    move_all(values, results, operation.at);
}

void Compiler::branch(const ir::Operation& operation) {
    const std::vector<Successor> successors = successors_of(text_, operation);
    const auto names = operands(operation);
    if (operation.is("cf.br") && successors.size() == 1)
        return jump_to(operation, successors.front());
    if (operation.is("cf.switch") && !operation.generic && !successors.empty() && !names.empty())
        return switch_to(operation, successors, use(names.front(), operation.at));
    if (!operation.is("cf.cond_br") || successors.size() != 2 || names.empty())
        return unknown(operation.at,
                       fmt::format("{} is not supported in a run with data", operation.name));
    Instruction unless = made(Kind::JumpUnless, operation);
    unless.sources = {use(names.front(), operation.at)};
    const std::size_t skip = add(std::move(unless));
    jump_to(operation, successors[0]);
    program_.instructions[skip].to = program_.instructions.size();
    jump_to(operation, successors[1]);
}

void Compiler::jump_to(const ir::Operation& branch, const Successor& successor) {
    const auto block = labels_->blocks.find(successor.label);
    if (block == labels_->blocks.end())
        return unknown(branch.at, fmt::format("there is no block '^{}'", successor.label));
    std::vector<int> values;
    for (const std::string_view name : successor.values)
        values.push_back(use(name, branch.at));
    move_all(values, block->second.second, branch.at);
    labels_->jumps.emplace_back(add(made(Kind::Jump, branch)), block->first);
}

/// Compiles "cf.switch %flag : i32, [ default: ^bb1, 0: ^bb2 ]".
void Compiler::switch_to(const ir::Operation& operation, const std::vector<Successor>& successors,
                         int value) {
    for (const Successor& successor : successors) {
        if (!successor.number) continue;
        const std::size_t skip = skip_unless_equal(value, *successor.number, operation);
        jump_to(operation, successor);
        program_.instructions[skip].to = program_.instructions.size();
    }
    jump_to(operation, successors.front());
}

}  // namespace xdnasim::design::interpreter
