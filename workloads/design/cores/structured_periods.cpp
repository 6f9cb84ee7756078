// Loops of scf and affine of which one round is read for many.

#include <algorithm>
#include <utility>

#include "workloads/design/cores/core_rounds.hpp"
#include "workloads/design/cores/operation_cost.hpp"
#include "workloads/design/cores/structured_walker.hpp"
#include "workloads/design/for_loop.hpp"

namespace xdnasim::design {
namespace {

/// The carried values in a round that stands for all: data stays data, and computing with it takes
/// time; everything else varies.
std::vector<Value> as_carried(std::vector<Value> values, int loop) {
    for (Value& value : values)
        if (value.kind != Value::Kind::Data) value = Value::varying(loop);
    return values;
}

/// Merges what one more round yields into `results`.
void add_round(LoopResults& results, const std::vector<Value>& yielded) {
    if (results.empty()) results.assign(yielded.begin(), yielded.end());
    for (std::size_t i = 0; i < results.size() && i < yielded.size(); ++i)
        if (yielded[i].kind == Value::Kind::Varying || results[i] != yielded[i]) results[i].reset();
}

/// A result that each round yields as it was carried has its initial value.
void pass_on(LoopResults& results, const std::vector<std::string_view>& yielded,
             const std::vector<std::string_view>& carried, const std::vector<Value>& initial) {
    for (std::size_t i = 0; i < std::min({results.size(), yielded.size(), carried.size()}); ++i)
        if (yielded[i] == carried[i]) results[i] = initial[i];
}

/// Returns whether rounds have turned carried values into data, so that the rounds must be read
/// again with them.
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

bool StructuredWalker::decides_unknown(const ir::Operation& loop, const LoopResults& results) {
    if (results.empty()) return false;
    const DecidingLoads& deciding = state_.deciding();
    for (std::size_t i = 0; i < results.size(); ++i)
        if (!results[i] && deciding.is_decisive(result_name(loop, i))) return true;
    return false;
}

std::optional<LoopResults> StructuredWalker::by_period(const ir::Operation& loop,
                                                       std::optional<std::int64_t> count,
                                                       CoreSteps& steps) {
    const CoreValues::State before = state_.values.state();
    const int outer = state_.loops;
    for (const bool forgets : {true, false}) {
        const int own = ++state_.loops;
        try {
            return for_by_period(loop, count, forgets, steps);
        } catch (const DependsOnRound& depends) {
            state_.values.set_state(before);
            // Reading this loop in another way does not change what an outer loop does.
            if (depends.loop != 0 && depends.loop <= outer) throw;
            if (depends.loop == own) break;
        }
    }
    return std::nullopt;
}

/// Reads rounds until one begins in the state in which an earlier one began: the rounds in between
/// repeat. With `forgets`, memory that the rounds write is assumed to vary. Throws DependsOnRound
/// if the rounds have to be read one by one.
LoopResults StructuredWalker::for_by_period(const ir::Operation& loop,
                                            std::optional<std::int64_t> count, bool forgets,
                                            CoreSteps& steps) {
    const ir::Region& body = loop.regions.front();
    const int own = state_.loops;
    const ForLoop form = read_for(state_.draft.text, loop);
    const std::vector<Value> initial = state_.values.get_all(form.initial);
    std::vector<Value> carried = as_carried(initial, own);
    if (forgets) state_.vary_written(body);
    std::vector<CoreValues::State> states{state_.values.state()};
    std::vector<CoreSteps> rounds;
    LoopResults results;
    std::size_t again = 0;  // the round that follows the last one read
    bool repeats = false;
    while (!repeats && !state_.endless &&
           static_cast<std::int64_t>(rounds.size()) != count.value_or(-1)) {
        if (rounds.size() == kProbedRounds) throw DependsOnRound{loop.at};
        state_.values.set(form.counter, Value::varying(own));
        for (std::size_t i = 0; i < form.carried.size() && i < carried.size(); ++i)
            state_.values.set(form.carried[i], carried[i]);
        const std::vector<Value> given = yielded(body, rounds.emplace_back());
        if (becomes_data(carried, given) && !state_.endless) {
            state_.values.set_state(states.front());
            states.erase(states.begin() + 1, states.end());
            rounds.clear();
            results.clear();
            continue;
        }
        add_round(results, given);
        for (again = 0; again < states.size() && !repeats; again += repeats ? 0 : 1)
            repeats = states[again] == state_.values.state();
        states.push_back(state_.values.state());
    }
    add_rounds(std::move(rounds), repeats && !state_.endless ? std::optional{again} : std::nullopt,
               count, loop.at, steps);
    if (repeats && !state_.endless && count) {
        const auto left = *count - static_cast<std::int64_t>(again);
        const auto period = static_cast<std::int64_t>(states.size() - 1 - again);
        state_.values.set_state(states[again + static_cast<std::size_t>(left % period)]);
    }
    if (!count) state_.endless = true;
    pass_on(results, state_.program.yielded_by(body), form.carried, initial);
    return results;
}

/// `again`: index of the first round of those that repeat; nullopt if none do.
void StructuredWalker::add_rounds(std::vector<CoreSteps> rounds, std::optional<std::size_t> again,
                                  std::optional<std::int64_t> count, base::Position at,
                                  CoreSteps& steps) {
    add_branches(rounds, round_cost(state_.draft.device.core.slots), at);
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

}  // namespace xdnasim::design
