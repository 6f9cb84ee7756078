#include "workloads/design/cores/structured_walker.hpp"

#include <utility>

#include <fmt/format.h>

#include "workloads/design/cores/core_rounds.hpp"
#include "workloads/design/for_loop.hpp"

namespace xdnasim::design {
namespace {

constexpr const char* kUnknownRounds =
    "the number of rounds of this loop is not known before the run. Compute it from constants or "
    "from parameters that the sequence writes once, or put the loop into a kernel with cycles in "
    "kernels.yaml";

/// Values after the loop: results that changed from round to round become data.
std::vector<Value> known_of(const LoopResults& results) {
    std::vector<Value> values;
    for (const std::optional<Value>& result : results)
        values.push_back(result && result->kind != Value::Kind::Memory ? *result : Value{});
    return values;
}

}  // namespace

std::vector<Value> StructuredWalker::yielded(const ir::Region& region, CoreSteps& steps) {
    for (const ir::Block& block : region.blocks)
        for (const ir::Operation& each : block.operations) {
            if (state_.endless) return {};
            if (each.is("scf.yield") || each.is("affine.yield") || each.is("scf.condition"))
                return state_.values.get_all(state_.program.operands(each));
            reader_.operation(each, steps);
        }
    return {};
}

void StructuredWalker::follow(const ir::Operation& operation, CoreSteps& steps) {
    if (operation.is("scf.yield") || operation.is("affine.yield") || operation.is("scf.condition"))
        return;
    if (operation.is("scf.for") || operation.is("affine.for")) return for_loop(operation, steps);
    if (operation.is("scf.if")) return if_else(operation, steps);
    if (operation.is("scf.index_switch")) return index_switch(operation, steps);
    if (operation.is("scf.while")) return while_loop(operation, steps);
    const bool runs_once = operation.is("scf.execute_region") && operation.regions.size() == 1;
    if (runs_once && operation.regions.front().blocks.size() == 1)
        return state_.values.set_each_result(operation, yielded(operation.regions.front(), steps));
    state_.draft.unsupported(operation.at,
                             fmt::format("{} is not supported in a core. Put the code into a "
                                         "function, and give its cycles in kernels.yaml",
                                         operation.name));
    state_.values.set_results(operation, {});
}

void StructuredWalker::for_loop(const ir::Operation& loop, CoreSteps& steps) {
    const ForLoop form = read_for(state_.draft.text, loop);
    const auto bound = [&](ir::Range range) {
        const ir::Token& token = state_.draft.text[range.begin];
        const auto number = token.kind == ir::Kind::Value
                                ? state_.values.number(token.text, loop.at)
                                : ir::whole_number(token);
        return number ? std::optional{form.compared(*number)} : std::nullopt;
    };
    const auto begin = bound(form.begin);
    const auto end = bound(form.end);
    const auto by = form.step.empty() ? std::optional<std::int64_t>{1} : bound(form.step);
    if (!begin || !end || !by || *by < 1 || *by > kForever || *begin < -kForever ||
        *begin > kForever)
        state_.draft.text.fail(loop.at, kUnknownRounds);
    const bool endless = *end >= kForever;
    const std::int64_t count = endless || *begin >= *end ? 0 : (*end - *begin + *by - 1) / *by;
    if (!endless && count == 0)
        return state_.values.set_each_result(loop, state_.values.get_all(form.initial));
    const std::optional<std::int64_t> rounds = endless ? std::nullopt : std::optional{count};
    const CoreValues::State before = state_.values.state();
    const std::int64_t operations = state_.operations();
    CoreSteps whole;
    const auto results = by_period(loop, rounds, whole);
    // Assumes that each further round takes at most as many operations as all rounds read so far
    // together.
    const auto are_few = [&] {
        return count <= kMaxRounds && state_.operations() - operations <=
                                          (kMaxOperations - state_.operations()) / 2 / count;
    };
    if (results && !(rounds && decides_unknown(loop, *results) && are_few())) {
        for (CoreStep& each : whole)
            append(steps, std::move(each));
        return state_.values.set_each_result(loop, known_of(*results));
    }
    state_.values.set_state(before);
    for_by_rounds(loop, *begin, endless ? kForever : *end, *by, steps);
}

void StructuredWalker::require_few(std::size_t rounds, base::Position loop) const {
    if (rounds > static_cast<std::size_t>(kMaxRounds))
        state_.draft.text.fail(
            loop, fmt::format("this loop has more than {} rounds that are not alike", kMaxRounds));
}

void StructuredWalker::for_by_rounds(const ir::Operation& loop, std::int64_t begin,
                                     std::int64_t end, std::int64_t by, CoreSteps& steps) {
    const bool endless = end >= kForever;
    const ir::Region& body = loop.regions.front();
    const ForLoop form = read_for(state_.draft.text, loop);
    std::vector<Value> values = state_.values.get_all(form.initial);
    std::vector<CoreSteps> rounds;
    for (std::int64_t at = begin; at < end; at += by) {
        if (endless && rounds.size() == kProbedRounds) break;
        require_few(rounds.size(), loop.at);
        state_.values.set(form.counter, Value::of(at));
        for (std::size_t i = 0; i < values.size() && i < form.carried.size(); ++i)
            state_.values.set(form.carried[i], values[i]);
        values = yielded(body, rounds.emplace_back());
        if (state_.endless) break;
    }
    const bool goes_on = endless && !state_.endless;
    state_.append_rounds(std::move(rounds), goes_on, loop.at, steps);
    state_.values.set_each_result(loop, values);
}

bool StructuredWalker::is_for_ever(const ir::Operation& loop) const {
    const std::vector<ir::Operation>& test = loop.regions[0].operations();
    const auto decides =
        test.empty() ? std::vector<std::string_view>{} : state_.program.operands(test.back());
    return !decides.empty() && state_.program.literal_of(decides.front()).value_or(0) != 0;
}

/// Reads "scf.while (%i = %begin) : (index) -> (index) { scf.condition(%true) %i } do { ... }".
void StructuredWalker::while_loop(const ir::Operation& loop, CoreSteps& steps) {
    if (loop.regions.size() != 2) state_.draft.text.fail(loop.at, "scf.while needs two bodies");
    std::vector<std::string_view> carried;
    std::vector<Value> passed;
    const auto names = state_.program.operands(loop);
    if (loop.generic) carried = loop.regions[0].blocks.front().arguments;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (loop.generic || i % 2 != 0)
            passed.push_back(state_.values.get(names[i]));
        else
            carried.push_back(names[i]);
    const bool endless = is_for_ever(loop);
    std::vector<CoreSteps> rounds;
    std::vector<Value> condition;
    Recurrence recurrence;
    bool goes_on = false;
    while (!goes_on && !state_.endless) {
        CoreSteps& round = rounds.emplace_back();
        for (std::size_t i = 0; i < carried.size(); ++i)
            state_.values.set(carried[i], i < passed.size() ? passed[i] : Value{});
        condition = yielded(loop.regions[0], round);
        if (state_.endless) break;
        if (!condition.empty() && condition.front().kind == Value::Kind::Varying)
            throw DependsOnRound{loop.at, condition.front().loop};
        if (condition.empty() || !condition.front().is_number())
            state_.draft.text.fail(loop.at, kUnknownRounds);
        require_few(rounds.size(), loop.at);
        if (condition.front().number == 0) {
            leave_out_exit(rounds);
            break;
        }
        const auto& arguments = loop.regions[1].blocks.front().arguments;
        for (std::size_t i = 0; i < arguments.size(); ++i)
            state_.values.set(arguments[i], i + 1 < condition.size() ? condition[i + 1] : Value{});
        passed = yielded(loop.regions[1], round);
        if (state_.endless) break;
        goes_on = endless ? rounds.size() == kProbedRounds
                          : recurrence.comes_again(rounds.size(), passed, state_.values.state());
    }
    state_.append_rounds(std::move(rounds), goes_on, loop.at, steps);
    if (!condition.empty()) condition.erase(condition.begin());
    state_.values.set_each_result(loop, condition);
}

}  // namespace xdnasim::design
