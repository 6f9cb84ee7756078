#include "xdnasim/workloads/schedule/lock_rounds.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "xdnasim/workloads/schedule/saturating.hpp"

namespace xdnasim::schedule {
namespace {

using LockUses = std::map<LockRef, LockUse>;

void add(LockUses& uses, const Bd& bd) {
    if (bd.acquire) uses[bd.acquire->lock].acquired += bd.acquire->value;
    if (bd.release) uses[bd.release->lock].released += bd.release->value;
}

void add_to(std::int64_t& sum, std::int64_t times, int value) {
    sum = saturating_add(sum, saturating_multiply(times, value));
}

/// What one pass through `body` does, `times` over.
void add(LockUses& uses, const CoreBody& body, std::int64_t times) {
    for (const CoreOp& op : body) {
        if (const auto* acquire = std::get_if<Acquire>(&op.op))
            add_to(uses[acquire->lock].acquired, times, acquire->value);
        else if (const auto* release = std::get_if<Release>(&op.op))
            add_to(uses[release->lock].released, times, release->value);
        else if (const auto* loop = std::get_if<Loop>(&op.op))
            add(uses, loop->body, saturating_multiply(times, loop->count.value_or(1)));
    }
}

/// Loops so long that their sums are not exact count as programs that end.
bool exact(const LockUses& uses) {
    constexpr std::int64_t kMostExact = 1'000'000'000;
    return std::ranges::all_of(uses, [](const auto& use) {
        return use.second.acquired <= kMostExact && use.second.released <= kMostExact;
    });
}

void note_finite(LockRounds& rounds, const LockUses& uses) {
    for (const auto& [lock, use] : uses)
        rounds.finite.insert(lock);
}

const Bd* find_bd(const TileProgram& program, int id) {
    const auto found = std::ranges::find(program.bds, id, &Bd::id);
    return found == program.bds.end() ? nullptr : &*found;
}

void add_channel(LockRounds& rounds, const TileProgram& program, const Channel& channel) {
    EndlessProgram endless{fmt::format("{} {} of {}", to_string(channel.direction), channel.channel,
                                       to_string(program.tile)),
                           {},
                           {}};
    bool closes = false;
    if (channel.tasks.size() == 1) {
        const Bd* first = find_bd(program, channel.tasks.front().bd);
        for (const Bd* bd = first; bd != nullptr && !closes;) {
            endless.ring.push_back(bd);
            add(endless.locks, *bd);
            bd = bd->next ? find_bd(program, *bd->next) : nullptr;
            closes = bd == first;
            if (endless.ring.size() > program.bds.size()) break;
        }
    }
    if (closes) {
        rounds.programs.push_back(std::move(endless));
        return;
    }
    LockUses uses;
    for (const Bd& bd : program.bds)
        add(uses, bd);
    note_finite(rounds, uses);
}

void add_core(LockRounds& rounds, const TileProgram& program) {
    if (program.core.empty()) return;
    const auto* loop = std::get_if<Loop>(&program.core.back().op);
    LockUses uses;
    if (loop == nullptr || loop->count || program.core.size() > 1) {
        add(uses, program.core, 1);
        note_finite(rounds, uses);
        return;
    }
    add(uses, loop->body, 1);
    if (!exact(uses)) return note_finite(rounds, uses);
    rounds.programs.push_back({fmt::format("core {}", to_string(program.tile)), uses, {}});
}

void note_sequence(LockRounds& rounds, const std::vector<SequenceOp>& ops) {
    for (const SequenceOp& op : ops) {
        if (const auto* loop = std::get_if<SequenceLoop>(&op.op)) {
            note_sequence(rounds, loop->body);
        } else if (const auto* write = std::get_if<WriteBd>(&op.op)) {
            LockUses uses;
            add(uses, write->bd);
            note_finite(rounds, uses);
        }
    }
}

}  // namespace

LockRounds lock_rounds(const Schedule& schedule) {
    LockRounds rounds;
    for (const TileProgram& program : schedule.tiles) {
        for (const Channel& channel : program.channels)
            add_channel(rounds, program, channel);
        add_core(rounds, program);
    }
    note_sequence(rounds, schedule.sequence);
    return rounds;
}

}  // namespace xdnasim::schedule
