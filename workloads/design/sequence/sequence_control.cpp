// Reads the loops and choices of a runtime sequence, round by round, with the numbers that are
// known.

#include <fmt/format.h>

#include "workloads/design/cores/core_arithmetic.hpp"
#include "workloads/design/sequence/stream_builder.hpp"

namespace xdnasim::design {
namespace {

/// Maximum number of operations of a sequence with its loops unrolled: longer ones are not valid.
constexpr std::size_t kMaxSteps = 500'000;

}  // namespace

void StreamBuilder::count_step(base::Position at) {
    if (++steps_ > kMaxSteps)
        draft_.text.fail(
            at, fmt::format(
                    "the runtime sequence has more than {} operations when its loops are unrolled",
                    kMaxSteps));
}

bool StreamBuilder::read_control(const ir::Operation& operation) {
    if (read_number(operation)) return true;
    if (operation.is("scf.for"))
        read_loop(operation);
    else if (operation.is("scf.if"))
        read_choice(operation);
    else
        return operation.is("scf.yield");
    return true;
}

bool StreamBuilder::read_number(const ir::Operation& operation) {
    if (!operation.name.starts_with("arith.")) return false;
    if (operation.is("arith.constant")) {
        if (const auto number = ir::constant_of(draft_.text, operation))
            for (const std::string_view result : operation.results)
                constants_[result] = *number;
    } else {
        compute(operation);
    }
    return true;
}

std::int64_t StreamBuilder::number(const ir::Operation& operation, std::string_view name) const {
    const auto known = constants_.find(name);
    if (known == constants_.end())
        draft_.text.fail(operation.at,
                         fmt::format("{}: '%{}' is not known before the run. Give "
                                     "design.instructions, the stream made for its value",
                                     operation.name, name));
    return known->second;
}

/// Computes "%sum = arith.addi %i, %c1 : index" and similar operations.
void StreamBuilder::compute(const ir::Operation& operation) {
    std::vector<std::int64_t> numbers;
    for (const std::string_view name : ir::operands_of(draft_.text, operation))
        if (const auto known = constants_.find(name); known != constants_.end())
            numbers.push_back(known->second);
    const bool all = numbers.size() == ir::operands_of(draft_.text, operation).size();
    const auto result = all ? computed(draft_.text, operation, numbers) : std::nullopt;
    for (const std::string_view name : operation.results) {
        constants_.erase(name);
        if (result) constants_[name] = *result;
    }
}

/// Reads a condition that the host checks before it starts the run.
void StreamBuilder::read_condition(const ir::Operation& operation) {
    for (const std::string_view name : ir::operands_of(draft_.text, operation))
        if (number(operation, name) == 0)
            draft_.text.fail(operation.at, fmt::format("{}: '%{}' is false, so that the host does "
                                                       "not start the run",
                                                       operation.name, name));
    draft_.safe(operation.at, std::string{operation.name});
}

StreamBuilder::Carried StreamBuilder::carried(const ir::Operation& operation,
                                              std::string_view name) const {
    if (const auto task = tasks_.find(name); task != tasks_.end()) return task->second;
    return number(operation, name);
}

void StreamBuilder::bind(std::string_view name, const Carried& carried) {
    constants_.erase(name);
    tasks_.erase(name);
    if (const auto* task = std::get_if<Task>(&carried))
        tasks_[name] = *task;
    else
        constants_[name] = std::get<std::int64_t>(carried);
}

/// Reads a body and returns the values that it yields.
std::vector<StreamBuilder::Carried> StreamBuilder::read_body(const ir::Region& body) {
    std::vector<Carried> yielded;
    for (const ir::Block& block : body.blocks)
        for (const ir::Operation& operation : block.operations) {
            read_operation(operation);
            if (!operation.is("scf.yield")) continue;
            for (const std::string_view name : ir::operands_of(draft_.text, operation))
                yielded.push_back(carried(operation, name));
        }
    return yielded;
}

/// Reads "scf.for %i = %begin to %end step %by iter_args(%sum = %zero) -> (index) {...}".
void StreamBuilder::read_loop(const ir::Operation& loop) {
    if (loop.regions.empty()) draft_.text.fail(loop.at, "scf.for needs a body");
    const ir::Region& body = loop.regions.front();
    std::vector<std::string_view> names = ir::operands_of(draft_.text, loop);
    std::vector<std::string_view> arguments;
    std::vector<std::string_view> initial;
    if (loop.generic) {
        arguments = body.blocks.front().arguments;
        if (names.size() > 3) initial.assign(names.begin() + 3, names.end());
    } else if (!names.empty()) {
        arguments.push_back(names.front());
        names.erase(names.begin());
        for (std::size_t i = 3; i + 1 < names.size(); i += 2) {
            arguments.push_back(names[i]);
            initial.push_back(names[i + 1]);
        }
    }
    if (names.size() < 3 || arguments.size() != initial.size() + 1)
        draft_.text.fail(loop.at, "scf.for needs a counter, bounds and a step");
    const std::int64_t begin = number(loop, names[0]);
    const std::int64_t end = number(loop, names[1]);
    const std::int64_t by = number(loop, names[2]);
    if (by < 1 || by > kMaxElements || begin < -kMaxElements || end > kMaxElements)
        draft_.text.fail(loop.at, fmt::format("a loop from {} to {} in steps of {}; allowed: steps "
                                              "of 1 or more, and bounds within {}",
                                              begin, end, by, kMaxElements));
    std::vector<Carried> values;
    for (const std::string_view name : initial)
        values.push_back(carried(loop, name));
    for (std::int64_t at = begin; at < end; at += by) {
        count_step(loop.at);
        constants_[arguments[0]] = at;
        for (std::size_t i = 0; i < values.size(); ++i)
            bind(arguments[i + 1], values[i]);
        std::vector<Carried> next = read_body(body);
        if (next.size() != values.size())
            draft_.text.fail(
                loop.at, "the body of this loop does not yield the values that the loop carries");
        values = std::move(next);
    }
    for (std::size_t i = 0; i < loop.results.size() && i < values.size(); ++i)
        bind(loop.results[i], values[i]);
}

void StreamBuilder::read_choice(const ir::Operation& choice) {
    const auto names = ir::operands_of(draft_.text, choice);
    if (names.empty() || choice.regions.empty())
        draft_.text.fail(choice.at, "scf.if needs a condition and a body");
    const std::size_t chosen = number(choice, names.front()) != 0 ? 0 : 1;
    if (chosen >= choice.regions.size()) return;
    const std::vector<Carried> values = read_body(choice.regions[chosen]);
    for (std::size_t i = 0; i < choice.results.size() && i < values.size(); ++i)
        bind(choice.results[i], values[i]);
}

}  // namespace xdnasim::design
