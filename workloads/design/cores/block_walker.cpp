#include "workloads/design/cores/block_walker.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "workloads/design/cores/core_rounds.hpp"
#include "workloads/design/cores/operation_cost.hpp"

namespace xdnasim::design {

void BlockWalker::region(const ir::Region& region, CoreSteps& steps) {
    std::unique_ptr<ControlFlow>& flow = flows_[&region];
    if (flow == nullptr) flow = std::make_unique<ControlFlow>(state_.draft.text, region);
    follow(*flow, {&region.blocks.front(), {}}, nullptr, steps);
}

BlockWalker::Jump BlockWalker::follow(const ControlFlow& flow, Jump jump, const NaturalLoop* inside,
                                      CoreSteps& steps) {
    while (jump.to != nullptr && !state_.endless) {
        if (inside != nullptr && (jump.to == inside->header || !inside->contains(jump.to)))
            return jump;
        const NaturalLoop* begins = flow.loop_at(jump.to);
        jump = begins != nullptr ? loop(flow, *begins, jump, steps) : step(flow, jump, steps);
    }
    return state_.endless ? Jump{} : jump;
}

BlockWalker::Jump BlockWalker::jump_to(const ControlFlow& flow, const Successor& successor) const {
    return {flow.block(successor.label), state_.values.get_all(successor.values)};
}

BlockWalker::Jump BlockWalker::step(const ControlFlow& flow, const Jump& jump, CoreSteps& steps) {
    const ir::Block& block = *jump.to;
    for (std::size_t i = 0; i < block.arguments.size(); ++i)
        state_.values.set(block.arguments[i], i < jump.values.size() ? jump.values[i] : Value{});
    for (const ir::Operation& each : block.operations) {
        reader_.operation(each, steps);
        if (state_.endless) return {};
    }
    return leave(flow, block, steps);
}

BlockWalker::Jump BlockWalker::leave(const ControlFlow& flow, const ir::Block& block,
                                     CoreSteps& steps) {
    const ir::Text& text = state_.draft.text;
    if (block.operations.empty()) return {};
    const ir::Operation& last = block.operations.back();
    const std::vector<Successor> successors = successors_of(text, last);
    if (successors.empty()) return {};
    if (last.is("cf.br")) return jump_to(flow, successors.front());
    const auto names = state_.program.operands(last);
    if (last.is("cf.cond_br") && successors.size() == 2) {
        if (names.empty()) text.fail(last.at, "cf.cond_br needs a condition");
        const auto condition = state_.values.number(names.front(), last.at);
        if (condition) return jump_to(flow, successors[*condition != 0 ? 0 : 1]);
        return branch_on_data(flow, last, steps);
    }
    const auto value = names.empty() ? std::nullopt : state_.values.number(names.front(), last.at);
    if (!value || last.generic)
        text.fail(last.at, fmt::format("{}: its path is not known before the run", last.name));
    const auto chosen = std::ranges::find(successors, value, &Successor::number);
    return jump_to(flow, chosen == successors.end() ? successors.front() : *chosen);
}

BlockWalker::Jump BlockWalker::loop(const ControlFlow& flow, const NaturalLoop& loop,
                                    const Jump& entry, CoreSteps& steps) {
    const auto trip = trip_of(state_.draft.text, state_.program, state_.values, loop, entry.values);
    if (trip && trip->count == 0) return loop_without_rounds(flow, loop, entry, *trip, steps);
    if (trip)
        if (auto behind = loop_as_a_whole(flow, loop, *trip, steps)) return *behind;
    const bool endless = trip && !trip->count;
    if (trip && trip->count && *trip->count > kMaxRounds)
        state_.draft.text.fail(
            loop.header->at,
            fmt::format("this loop has {} rounds that are not alike; allowed: up to {}",
                        *trip->count, kMaxRounds));
    return loop_by_rounds(flow, loop, entry, endless, steps);
}

/// Sets the arguments of the header: the counter to `counter`, all others to `others`.
void BlockWalker::bind(const NaturalLoop& loop, const Trip& trip, const Value& counter,
                       const Value& others) {
    const auto& arguments = loop.header->arguments;
    for (std::size_t i = 0; i < arguments.size(); ++i)
        state_.values.set(arguments[i], trip.counted && i == trip.argument ? counter : others);
}

void BlockWalker::run_header(const NaturalLoop& loop, CoreSteps& steps) {
    for (const ir::Operation& each : loop.header->operations)
        reader_.operation(each, steps);
}

/// The branch from the header that leads into the loop (`inside`), or out of it.
BlockWalker::Jump BlockWalker::way_from_header(const ControlFlow& flow, const NaturalLoop& loop,
                                               bool inside) const {
    for (const Successor& next : successors_of(state_.draft.text, loop.header->operations.back()))
        if (const ir::Block* block = flow.block(next.label); loop.contains(block) == inside)
            return jump_to(flow, next);
    return {};
}

BlockWalker::Jump BlockWalker::loop_without_rounds(const ControlFlow& flow, const NaturalLoop& loop,
                                                   const Jump& entry, const Trip& trip,
                                                   CoreSteps& steps) {
    const auto& arguments = loop.header->arguments;
    bind(loop, trip, Value::of(trip.last), Value{});
    for (std::size_t i = 0; i < arguments.size() && i < entry.values.size(); ++i)
        state_.values.set(arguments[i], entry.values[i]);
    run_header(loop, steps);
    return way_from_header(flow, loop, false);
}

/// Reads one round of a loop to stand for all rounds. Returns nullopt if something in the loop
/// depends on the number of the round.
std::optional<BlockWalker::Jump> BlockWalker::loop_as_a_whole(const ControlFlow& flow,
                                                              const NaturalLoop& loop,
                                                              const Trip& trip, CoreSteps& steps) {
    const CoreValues::State before = state_.values.state();
    const int outer = state_.loops;
    CoreSteps body;
    try {
        round_for_all(flow, loop, trip, body);
    } catch (const DependsOnRound& depends) {
        state_.values.set_state(before);
        if (depends.loop != 0 && depends.loop <= outer) throw;
        return std::nullopt;
    }
    if (state_.endless) {
        // The first round contains a loop that does not end.
        for (CoreStep& each : body)
            append(steps, std::move(each));
        return Jump{};
    }
    const base::Position at = loop.header->at;
    add_branches({&body, 1}, round_cost(state_.draft.device.core.slots), at);
    append_loop(steps, trip.count, std::move(body), at);
    if (!trip.count) {
        state_.endless = true;
        return Jump{};
    }
    bind(loop, trip, Value::of(trip.last), Value{});
    CoreSteps last_header;
    run_header(loop, last_header);
    return way_from_header(flow, loop, false);
}

/// Throws DependsOnRound if rounds differ from each other.
void BlockWalker::round_for_all(const ControlFlow& flow, const NaturalLoop& loop, const Trip& trip,
                                CoreSteps& round) {
    const std::vector<FifoState> fifos = state_.values.state().fifos;
    const CoreValues::Words kept = state_.values.kept_memory();
    for (const ir::Block* block : loop.blocks)
        for (const ir::Operation& each : block->operations)
            state_.vary_written(each);
    bind(loop, trip, Value::varying(), Value::varying());
    run_header(loop, round);
    Jump behind =
        trip.counted ? way_from_header(flow, loop, true) : leave(flow, *loop.header, round);
    behind = follow(flow, std::move(behind), &loop, round);
    if (state_.endless) return;
    if (behind.to != loop.header || state_.values.state().fifos != fifos ||
        state_.values.kept_memory() != kept)
        throw DependsOnRound{loop.header->at};
}

BlockWalker::Jump BlockWalker::loop_by_rounds(const ControlFlow& flow, const NaturalLoop& loop,
                                              Jump entry, bool endless, CoreSteps& steps) {
    std::vector<CoreSteps> rounds;
    Recurrence recurrence;
    Jump behind;
    bool left = false;
    bool goes_on = false;
    while (!left && !goes_on) {
        if (rounds.size() > static_cast<std::size_t>(kMaxRounds))
            state_.draft.text.fail(
                loop.header->at,
                fmt::format("this loop has not ended after {} rounds", kMaxRounds));
        CoreSteps& body = rounds.emplace_back();
        Jump next = step(flow, entry, body);
        if (next.to != nullptr && next.to != loop.header && loop.contains(next.to))
            next = follow(flow, next, &loop, body);
        left = next.to != loop.header;
        (left ? behind : entry) = std::move(next);
        if (left) {
            leave_out_exit(rounds);
            continue;
        }
        goes_on = endless
                      ? rounds.size() == kProbedRounds
                      : recurrence.comes_again(rounds.size(), entry.values, state_.values.state());
    }
    state_.append_rounds(std::move(rounds), goes_on, loop.header->at, steps);
    return behind;
}

}  // namespace xdnasim::design
