// The part of the reader of a core's program that follows branches between blocks.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "workloads/design/cores/core_reader.hpp"
#include "workloads/design/cores/operation_cost.hpp"
#include "workloads/design/functions.hpp"

namespace xdnasim::design {
namespace {

constexpr std::size_t kMaxWay = 32;

using Way = std::vector<const ir::Block*>;

bool ends_in_return(const Way& way) {
    return !way.empty() && !way.back()->operations.empty() &&
           is_return(way.back()->operations.back());
}

/// Leaves the numbers that are the same in `others`.
void keep_same_numbers(std::vector<Value>& values, const std::vector<Value>& others) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (i >= others.size() || !values[i].is_number() || !others[i].is_number() ||
            values[i].number != others[i].number)
            values[i] = Value{};
}

}  // namespace

void CoreReader::region(const ir::Region& region, CoreSteps& steps) {
    std::unique_ptr<ControlFlow>& flow = flows_[&region];
    if (flow == nullptr) flow = std::make_unique<ControlFlow>(draft_.text, region);
    follow(*flow, {&region.blocks.front(), {}}, nullptr, steps);
}

CoreReader::Jump CoreReader::follow(const ControlFlow& flow, Jump jump, const NaturalLoop* inside,
                                    CoreSteps& steps) {
    while (jump.to != nullptr && !endless_) {
        if (inside != nullptr && (jump.to == inside->header || !inside->contains(jump.to)))
            return jump;
        const NaturalLoop* begins = flow.loop_at(jump.to);
        jump =
            begins != nullptr ? loop(flow, *begins, jump, steps) : step(flow, jump, inside, steps);
    }
    return endless_ ? Jump{} : jump;
}

CoreReader::Jump CoreReader::jump_to(const ControlFlow& flow, const Successor& successor) const {
    Jump jump{flow.block(successor.label), {}};
    for (const std::string_view value : successor.values)
        jump.values.push_back(values_.get(value));
    return jump;
}

CoreReader::Jump CoreReader::step(const ControlFlow& flow, const Jump& jump,
                                  const NaturalLoop* inside, CoreSteps& steps) {
    const ir::Block& block = *jump.to;
    for (std::size_t i = 0; i < block.arguments.size(); ++i)
        values_.set(block.arguments[i], i < jump.values.size() ? jump.values[i] : Value{});
    for (const ir::Operation& each : block.operations) {
        operation(each, steps);
        if (endless_) return {};
    }
    return leave(flow, block, inside, steps);
}

CoreReader::Jump CoreReader::leave(const ControlFlow& flow, const ir::Block& block,
                                   const NaturalLoop* /*inside*/, CoreSteps& steps) {
    if (block.operations.empty()) return {};
    const ir::Operation& last = block.operations.back();
    const std::vector<Successor> successors = successors_of(draft_.text, last);
    if (successors.empty()) return {};
    if (last.is("cf.br")) return jump_to(flow, successors.front());
    if (last.is("cf.cond_br") && successors.size() == 2) {
        const auto names = text_.operands(last);
        if (names.empty()) draft_.text.fail(last.at, "cf.cond_br without a condition");
        const auto condition = values_.number(names.front(), last.at);
        if (condition) return jump_to(flow, successors[*condition != 0 ? 0 : 1]);
        return branch_on_data(flow, last, steps);
    }
    const auto names = text_.operands(last);
    const auto value = names.empty() ? std::nullopt : values_.number(names.front(), last.at);
    if (!value || last.generic)
        draft_.text.fail(last.at,
                         fmt::format("{}: its course is not known before the run", last.name));
    const auto chosen = std::ranges::find(successors, value, &Successor::number);
    return jump_to(flow, chosen == successors.end() ? successors.front() : *chosen);
}

CoreReader::Jump CoreReader::loop(const ControlFlow& flow, const NaturalLoop& loop,
                                  const Jump& entry, CoreSteps& steps) {
    const auto trip = trip_of(loop, entry);
    if (trip) {
        if (auto behind = loop_as_a_whole(flow, loop, entry, *trip, steps)) return *behind;
    }
    const bool endless = trip && !trip->count;
    if (trip && trip->count && *trip->count > kMaxRounds)
        draft_.text.fail(loop.header->at,
                         fmt::format("a loop of {} rounds that are not alike; allowed: {}",
                                     *trip->count, kMaxRounds));
    return loop_by_rounds(flow, loop, entry, endless, steps);
}

/// The round of a loop stands for all of them, where nothing in it depends on their number.
std::optional<CoreReader::Jump> CoreReader::loop_as_a_whole(const ControlFlow& flow,
                                                            const NaturalLoop& loop,
                                                            const Jump& entry, const Trip& trip,
                                                            CoreSteps& steps) {
    const CoreValues::State before = values_.state();
    const int outer = loops_;
    CoreSteps body;
    const ir::Block& header = *loop.header;
    const auto bind = [&](const Value& counter, const Value& others) {
        for (std::size_t i = 0; i < header.arguments.size(); ++i)
            values_.set(header.arguments[i], trip.counted && i == trip.argument ? counter : others);
    };
    const auto run_header = [&](CoreSteps& into) {
        for (const ir::Operation& each : header.operations)
            operation(each, into);
    };
    const auto successor = [&](bool inside) {
        for (const Successor& next : successors_of(draft_.text, header.operations.back()))
            if (const ir::Block* block = flow.block(next.label); loop.contains(block) == inside)
                return jump_to(flow, next);
        return Jump{};
    };
    if (trip.count == 0) {
        bind(Value::of(trip.last), Value{});
        for (std::size_t i = 0; i < header.arguments.size() && i < entry.values.size(); ++i)
            values_.set(header.arguments[i], entry.values[i]);
        run_header(steps);
        return successor(false);
    }
    try {
        for (const ir::Block* block : loop.blocks)
            for (const ir::Operation& each : block->operations)
                vary_written(each);
        bind(Value::varying(), Value::varying());
        run_header(body);
        Jump behind = trip.counted ? successor(true) : leave(flow, header, &loop, body);
        behind = follow(flow, std::move(behind), &loop, body);
        if (endless_) {
            // A loop in the first round does not end.
            for (CoreStep& each : body)
                append(steps, std::move(each));
            return Jump{};
        }
        if (behind.to != loop.header || values_.state().fifos != before.fifos)
            throw DependsOnRound{header.at};
    } catch (const DependsOnRound& depends) {
        values_.set_state(before);
        if (depends.loop != 0 && depends.loop <= outer) throw;
        return std::nullopt;
    }
    add_branches({&body, 1}, round_cost(draft_.device.core.slots), header.at);
    append_loop(steps, trip.count, std::move(body), header.at);
    if (!trip.count) {
        endless_ = true;
        return Jump{};
    }
    bind(Value::of(trip.last), Value{});
    CoreSteps last_header;
    run_header(last_header);
    return successor(false);
}

CoreReader::Jump CoreReader::loop_by_rounds(const ControlFlow& flow, const NaturalLoop& loop,
                                            Jump entry, bool endless, CoreSteps& steps) {
    std::vector<CoreSteps> rounds;
    Recurrence recurrence;
    Jump behind;
    bool left = false;
    bool goes_on = false;
    while (!left && !goes_on) {
        if (rounds.size() > static_cast<std::size_t>(kMaxRounds))
            draft_.text.fail(loop.header->at,
                             fmt::format("a loop that has not ended after {} rounds", kMaxRounds));
        CoreSteps& body = rounds.emplace_back();
        Jump next = step(flow, entry, &loop, body);
        if (next.to != nullptr && next.to != loop.header && loop.contains(next.to))
            next = follow(flow, next, &loop, body);
        left = next.to != loop.header;
        (left ? behind : entry) = std::move(next);
        if (left) {
            leave_out_exit(rounds);
            continue;
        }
        goes_on = endless ? rounds.size() == kProbedRounds
                          : recurrence.comes_again(rounds.size(), entry.values, values_.state());
    }
    append_rounds(std::move(rounds), goes_on, loop.header->at, steps);
    return behind;
}

void CoreReader::append_rounds(std::vector<CoreSteps> rounds, bool goes_on, base::Position loop,
                               CoreSteps& steps) {
    auto folded =
        fold_rounds(std::move(rounds), round_cost(draft_.device.core.slots), goes_on, loop);
    if (!folded) draft_.text.fail(loop, "a loop without end whose rounds do not repeat each other");
    for (CoreStep& each : *folded)
        append(steps, std::move(each));
    if (goes_on) endless_ = true;
}

/// Both ways only compute, and meet again or return: the longer one is taken.
CoreReader::Jump CoreReader::branch_on_data(const ControlFlow& flow, const ir::Operation& branch,
                                            CoreSteps& steps) {
    const std::vector<Successor> successors = successors_of(draft_.text, branch);
    const auto way_of = [&](const Successor& first) {
        Way way;
        for (const ir::Block* block = flow.block(first.label);
             block != nullptr && way.size() < kMaxWay;) {
            way.push_back(block);
            if (block->operations.empty() || !block->operations.back().is("cf.br")) break;
            const auto next = successors_of(draft_.text, block->operations.back());
            block = next.empty() ? nullptr : flow.block(next.front().label);
        }
        return way;
    };
    const auto first = way_of(successors[0]);
    const auto other = way_of(successors[1]);
    const auto join = std::ranges::find_if(first, [&](const ir::Block* block) {
        return std::ranges::find(other, block) != other.end();
    });
    if (join == first.end() && !(ends_in_return(first) && ends_in_return(other)))
        draft_.text.fail(branch.at,
                         "a branch that depends on data, and whose ways do not meet; allowed: "
                         "ways that both go on at one block, or both return");
    const ir::Block* const meeting = join == first.end() ? nullptr : *join;
    const auto run = [&](const Successor& successor, CoreSteps& into) {
        Jump jump = jump_to(flow, successor);
        while (jump.to != meeting && jump.to != nullptr)
            jump = step(flow, jump, nullptr, into);
        return jump;
    };
    CoreSteps first_steps;
    CoreSteps other_steps;
    const CoreValues::Words before = values_.words();
    Jump behind = run(successors[0], first_steps);
    const CoreValues::Words first_words = values_.words();
    const std::vector<Value> first_returned = std::exchange(returned_, {});
    values_.set_words(before);
    const Jump same = run(successors[1], other_steps);
    values_.keep_common(first_words);
    const auto cycles_of = [&](const CoreSteps& all) {
        const auto cycles = cycles_of_code(all);
        if (!cycles)
            draft_.text.fail(branch.at,
                             "a branch that depends on data, with locks or calls on its ways");
        leave_out_events(all);
        return *cycles;
    };
    append(steps, {Compute{std::max(cycles_of(first_steps), cycles_of(other_steps))}, branch.at});
    keep_same_numbers(returned_, first_returned);
    keep_same_numbers(behind.values, same.values);
    return behind;
}

}  // namespace xdnasim::design
