#include "workloads/schedule/endless_programs.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "workloads/schedule/operations.hpp"

namespace xdnasim::schedule {
namespace {

void add(LockUses& uses, const Bd& bd) {
    if (bd.acquire) uses[bd.acquire->lock].add(*bd.acquire);
    if (bd.release) uses[bd.release->lock].add(*bd.release);
}

/// Are the sums exact? Programs with loops too long for exact sums are treated as programs that
/// end.
bool exact(const LockUses& uses) {
    constexpr std::int64_t kMaxExact = 1'000'000'000;
    return std::ranges::all_of(uses, [](const auto& use) {
        return use.second.acquired <= kMaxExact && use.second.released <= kMaxExact;
    });
}

void note_finite(LockRounds& rounds, const LockUses& uses) {
    for (const auto& [lock, use] : uses)
        rounds.finite.insert(lock);
}

void add_channel(LockRounds& rounds, const TileProgram& program, const Channel& channel) {
    BdChain chain;
    if (channel.tasks.size() == 1) chain = program.chain(channel.tasks.front().bd);
    LockUses uses;
    if (chain.is_ring()) {
        for (const Bd* bd : chain.bds)
            add(uses, *bd);
        rounds.programs.push_back({fmt::format("{} {} of {}", to_string(channel.direction),
                                               channel.channel, to_string(program.tile)),
                                   std::move(uses), std::move(chain.bds)});
        return;
    }
    for (const Bd& bd : program.bds)
        add(uses, bd);
    note_finite(rounds, uses);
}

void add_core(LockRounds& rounds, const TileProgram& program) {
    const std::optional<CoreRound> round =
        program.core.size() == 1 ? core_round(program) : std::nullopt;
    if (round && exact(round->locks))
        rounds.programs.push_back(
            {fmt::format("core {}", to_string(program.tile)), round->locks, {}});
    else
        note_finite(rounds, count_operations(program.core).locks);
}

void note_sequence(LockRounds& rounds, const std::vector<SequenceOp>& sequence) {
    LockUses uses;
    for_each_operation<WriteBd>(sequence, [&](const WriteBd& write) { add(uses, write.bd); });
    note_finite(rounds, uses);
    for_each_operation<SetLock>(sequence,
                                [&](const SetLock& set) { rounds.finite.insert(set.lock); });
}

void note_control_port(LockRounds& rounds, const ControlPort& port) {
    for (const ControlPacket& packet : port.packets)
        if (const auto* set = std::get_if<SetLock>(&packet.op)) rounds.finite.insert(set->lock);
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
    for (const ControlPort& port : schedule.control_ports)
        note_control_port(rounds, port);
    return rounds;
}

std::map<LockRef, Users> users_by_lock(const LockRounds& rounds) {
    std::map<LockRef, Users> users;
    for (const EndlessProgram& program : rounds.programs)
        for (const auto& [lock, use] : program.locks)
            if (!rounds.finite.contains(lock)) users[lock].push_back(&program);
    return users;
}

}  // namespace xdnasim::schedule
