// The part of the reader of a core's program that follows structured control flow: scf.

#include <fmt/format.h>

#include "workloads/design/cores/core_reader.hpp"
#include "workloads/design/cores/operation_cost.hpp"
#include "workloads/design/for_loop.hpp"

namespace xdnasim::design {
namespace {

constexpr const char* kUnknownRounds =
    "a loop whose number of rounds is not known before the run; allowed: numbers that follow from "
    "constants or from parameters that the sequence writes once, or the loop in a kernel of which "
    "kernels.yaml says the cycles";

/// What is carried from round to round, as a round that stands for all sees it: data stays data,
/// and what is computed from it takes time.
Value as_carried(const Value& value) {
    return value.kind == Value::Kind::Data ? Value{} : Value::varying();
}

/// Have rounds made data of what was none, with which they have to be read anew?
bool becomes_data(std::vector<Value>& carried, const std::vector<Value>& yielded) {
    bool changed = false;
    for (std::size_t i = 0; i < carried.size() && i < yielded.size(); ++i) {
        if (yielded[i].kind != Value::Kind::Data || carried[i].kind == Value::Kind::Data) continue;
        carried[i] = yielded[i];
        changed = true;
    }
    return changed;
}

}  // namespace

std::vector<Value> CoreReader::yielded(const ir::Region& region, CoreSteps& steps) {
    std::vector<Value> values;
    for (const ir::Block& block : region.blocks)
        for (const ir::Operation& each : block.operations) {
            if (endless_) return values;
            if (each.is("scf.yield") || each.is("affine.yield") || each.is("scf.condition")) {
                for (const std::string_view name : operands(each))
                    values.push_back(values_.get(name));
                return values;
            }
            operation(each, steps);
        }
    return values;
}

void CoreReader::structured(const ir::Operation& operation, CoreSteps& steps) {
    if (operation.is("scf.yield") || operation.is("affine.yield") || operation.is("scf.condition"))
        return;
    if (operation.is("scf.for") || operation.is("affine.for")) return for_loop(operation, steps);
    if (operation.is("scf.if")) return if_else(operation, steps);
    if (operation.is("scf.index_switch")) return index_switch(operation, steps);
    if (operation.is("scf.while")) return while_loop(operation, steps);
    const bool runs_once = operation.is("scf.execute_region") && operation.regions.size() == 1;
    if (runs_once && operation.regions.front().blocks.size() == 1)
        return set_each_result(operation, yielded(operation.regions.front(), steps));
    draft_.unsupported(operation.at,
                       fmt::format("{} in the program of a core; allowed: the code in a function, "
                                   "whose cycles kernels.yaml says",
                                   operation.name));
    set_results(operation, {});
}

void CoreReader::for_loop(const ir::Operation& loop, CoreSteps& steps) {
    const ForLoop form = read_for(draft_.text, loop);
    const auto bound = [&](ir::Range range) {
        const ir::Token& token = draft_.text[range.begin];
        const auto number = token.kind == ir::Kind::Value ? values_.number(token.text, loop.at)
                                                          : ir::whole_number(token);
        return number ? std::optional{form.compared(*number)} : std::nullopt;
    };
    const auto begin = bound(form.begin);
    const auto end = bound(form.end);
    const auto by = form.step.empty() ? std::optional<std::int64_t>{1} : bound(form.step);
    if (!begin || !end || !by || *by < 1 || *by > kForever || *begin < -kForever ||
        *begin > kForever)
        draft_.text.fail(loop.at, kUnknownRounds);
    const bool endless = *end >= kForever;
    const std::int64_t count = endless || *begin >= *end ? 0 : (*end - *begin + *by - 1) / *by;
    if (!endless && count == 0) return set_results(loop, {});
    const std::optional<std::int64_t> rounds = endless ? std::nullopt : std::optional{count};
    if (for_by_period(loop, rounds, true, steps) || for_by_period(loop, rounds, false, steps))
        return set_results(loop, {});
    for_by_rounds(loop, *begin, endless ? kForever : *end, *by, steps);
}

/// Reads rounds until one begins as an earlier one began: what is between comes again and again.
/// With `forgets`, what the rounds store is taken to change. False: they have to be read one by
/// one.
bool CoreReader::for_by_period(const ir::Operation& loop, std::optional<std::int64_t> count,
                               bool forgets, CoreSteps& steps) {
    const ir::Region& body = loop.regions.front();
    const CoreValues before = values_;
    const ForLoop form = read_for(draft_.text, loop);
    std::vector<Value> carried;
    for (const std::string_view name : form.initial)
        carried.push_back(as_carried(values_.get(name)));
    if (forgets) vary_written(body);
    std::vector<CoreValues> states{values_};
    std::vector<CoreSteps> rounds;
    std::size_t again = 0;  // the round that comes again behind the last one
    bool repeats = false;
    try {
        while (!repeats && !endless_ &&
               static_cast<std::int64_t>(rounds.size()) != count.value_or(-1)) {
            if (rounds.size() == kProbedRounds) throw DependsOnRound{loop.at};
            values_.set(form.counter, Value::varying());
            for (std::size_t i = 0; i < form.carried.size() && i < carried.size(); ++i)
                values_.set(form.carried[i], carried[i]);
            if (becomes_data(carried, yielded(body, rounds.emplace_back())) && !endless_) {
                values_ = states.front();
                states.erase(states.begin() + 1, states.end());
                rounds.clear();
                continue;
            }
            for (again = 0; again < states.size() && !repeats; again += repeats ? 0 : 1)
                repeats = states[again].same_state(values_);
            states.push_back(values_);
        }
    } catch (const DependsOnRound&) {
        values_ = before;
        return false;
    }
    add_rounds(std::move(rounds), repeats && !endless_ ? std::optional{again} : std::nullopt, count,
               loop.at, steps);
    if (repeats && !endless_ && count) {
        const auto left = *count - static_cast<std::int64_t>(again);
        const auto period = static_cast<std::int64_t>(states.size() - 1 - again);
        values_.take_state(states[again + static_cast<std::size_t>(left % period)]);
    }
    if (!count) endless_ = true;
    return true;
}

/// `again`: the round with which those begin that repeat; nullopt: none do.
void CoreReader::add_rounds(std::vector<CoreSteps> rounds, std::optional<std::size_t> again,
                            std::optional<std::int64_t> count, base::Position at,
                            CoreSteps& steps) {
    add_branches(rounds, round_cost(draft_.device.core.slots), at);
    const std::size_t begin = again.value_or(rounds.size());
    const auto add = [&](CoreSteps& into, std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i)
            for (const CoreStep& each : rounds[i])
                append(into, each);
    };
    add(steps, 0, begin);
    if (!again) return;
    const std::size_t period = rounds.size() - begin;
    const std::int64_t left = count.value_or(0) - static_cast<std::int64_t>(begin);
    const auto length = static_cast<std::int64_t>(period);
    CoreSteps body;
    add(body, begin, rounds.size());
    append_loop(steps, count ? std::optional{left / length} : std::nullopt, std::move(body), at);
    if (count) add(steps, begin, begin + static_cast<std::size_t>(left % length));
}

void CoreReader::require_few(std::size_t rounds, base::Position loop) const {
    if (rounds > static_cast<std::size_t>(kMaxRounds))
        draft_.text.fail(
            loop, fmt::format("a loop of more than {} rounds that are not alike", kMaxRounds));
}

void CoreReader::for_by_rounds(const ir::Operation& loop, std::int64_t begin, std::int64_t end,
                               std::int64_t by, CoreSteps& steps) {
    const bool endless = end >= kForever;
    const ir::Region& body = loop.regions.front();
    const ForLoop form = read_for(draft_.text, loop);
    std::vector<Value> values;
    for (const std::string_view name : form.initial)
        values.push_back(values_.get(name));
    std::vector<CoreSteps> rounds;
    for (std::int64_t at = begin; at < end; at += by) {
        if (endless && rounds.size() == kProbedRounds) break;
        require_few(rounds.size(), loop.at);
        values_.set(form.counter, Value::of(at));
        for (std::size_t i = 0; i < values.size() && i < form.carried.size(); ++i)
            values_.set(form.carried[i], values[i]);
        values = yielded(body, rounds.emplace_back());
        if (endless_) break;
    }
    const bool goes_on = endless && !endless_;
    append_rounds(std::move(rounds), goes_on, loop.at, steps);
    set_each_result(loop, values);
}

bool CoreReader::is_for_ever(const ir::Operation& loop) const {
    const std::vector<ir::Operation>& test = loop.regions[0].operations();
    const auto decides = test.empty() ? std::vector<std::string_view>{} : operands(test.back());
    return !decides.empty() && literal_of(decides.front()).value_or(0) != 0;
}

/// "scf.while (%i = %begin) : (index) -> (index) { scf.condition(%true) %i } do { ... }"
void CoreReader::while_loop(const ir::Operation& loop, CoreSteps& steps) {
    if (loop.regions.size() != 2) draft_.text.fail(loop.at, "scf.while without its two bodies");
    std::vector<std::string_view> carried;
    std::vector<Value> passed;
    const auto names = operands(loop);
    if (loop.generic) carried = loop.regions[0].blocks.front().arguments;
    for (std::size_t i = 0; i < names.size(); ++i)
        if (loop.generic || i % 2 != 0)
            passed.push_back(values_.get(names[i]));
        else
            carried.push_back(names[i]);
    const bool endless = is_for_ever(loop);
    std::vector<CoreSteps> rounds;
    std::vector<Value> condition;
    Recurrence recurrence;
    bool goes_on = false;
    while (!goes_on && !endless_) {
        CoreSteps& round = rounds.emplace_back();
        for (std::size_t i = 0; i < carried.size(); ++i)
            values_.set(carried[i], i < passed.size() ? passed[i] : Value{});
        condition = yielded(loop.regions[0], round);
        if (endless_) break;
        if (!condition.empty() && condition.front().kind == Value::Kind::Varying)
            throw DependsOnRound{loop.at};
        if (condition.empty() || !condition.front().is_number())
            draft_.text.fail(loop.at, kUnknownRounds);
        require_few(rounds.size(), loop.at);
        if (condition.front().number == 0) {
            leave_out_exit(rounds);
            break;
        }
        const auto& arguments = loop.regions[1].blocks.front().arguments;
        for (std::size_t i = 0; i < arguments.size(); ++i)
            values_.set(arguments[i], i + 1 < condition.size() ? condition[i + 1] : Value{});
        passed = yielded(loop.regions[1], round);
        if (endless_) break;
        goes_on = endless ? rounds.size() == kProbedRounds
                          : recurrence.comes_again(rounds.size(), passed, values_);
    }
    append_rounds(std::move(rounds), goes_on, loop.at, steps);
    if (!condition.empty()) condition.erase(condition.begin());
    set_each_result(loop, condition);
}

}  // namespace xdnasim::design
