#include <algorithm>
#include <cmath>

#include "workloads/design/estimate.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {

using schedule::as_double;

std::optional<schedule::CoreRound> round_of(const schedule::TileProgram& program) {
    if (program.core.empty()) return std::nullopt;
    if (schedule::ends(program.core)) return schedule::count_operations(program.core);
    return schedule::core_round(program);
}

void for_each_pushed_bd(
    const schedule::Schedule& schedule,
    const std::function<void(const schedule::PushTask&, const schedule::Bd&)>& action) {
    std::map<std::pair<arch::TileId, std::int64_t>, const schedule::Bd*> written;
    for (const schedule::SequenceOp& operation : schedule.sequence) {
        if (const auto* write = std::get_if<schedule::WriteBd>(&operation.op))
            written[{write->tile, write->id.base}] = &write->bd;
        const auto* push = std::get_if<schedule::PushTask>(&operation.op);
        if (push == nullptr) continue;
        std::int64_t id = push->bd.base;
        for (std::size_t passed = 0; passed < written.size(); ++passed) {
            const auto bd = written.find({push->tile, id});
            if (bd == written.end()) break;
            action(*push, *bd->second);
            if (!bd->second->next) break;
            id = *bd->second->next;
        }
    }
}

Rounds::Rounds(const schedule::Schedule& schedule) {
    add_shims(schedule);
    add_programs(schedule);
    bool more = true;
    while (more) {
        more = spread_streams(schedule);
        more = spread_locks() || more;
    }
}

/// A run ends when the ports to the programmable logic and the channels that the sequence waits for
/// have moved their bytes. What other channels still have to move then does not count.
void Rounds::add_shims(const schedule::Schedule& schedule) {
    for (const schedule::PlPort& port : schedule.pl.ports)
        moved_[port.port] = as_double(port.total());
    for_each_pushed_bd(schedule, [&](const schedule::PushTask& push, const schedule::Bd& bd) {
        pushed_[arch::dma_port(push.tile, push.direction, push.channel)] +=
            as_double(bd.length) * (push.repeat + 1);
    });
    for (const schedule::SequenceOp& operation : schedule.sequence)
        if (const auto* await = std::get_if<schedule::AwaitToken>(&operation.op)) {
            const arch::Port port = arch::dma_port(await->tile, await->direction, await->channel);
            if (const auto asked = pushed_.find(port); asked != pushed_.end())
                moved_[port] = asked->second;
        }
}

void Rounds::add_programs(const schedule::Schedule& schedule) {
    // A run that waits for no data lasts until all programs that end have ended.
    const bool all_end = schedule.sequence.empty() && schedule.pl.ports.empty();
    for (const schedule::TileProgram& tile : schedule.tiles) {
        for (const schedule::Channel& channel : tile.channels) {
            if (channel.tasks.size() != 1) continue;
            const schedule::BdChain chain = tile.chain(channel.tasks.front().bd);
            Program ring;
            ring.port = arch::dma_port(tile.tile, channel.direction, channel.channel);
            for (const schedule::Bd* bd : chain.bds) {
                ring.bytes += as_double(bd->length);
                if (bd->acquire) ring.locks[bd->acquire->lock].add(*bd->acquire);
                if (bd->release) ring.locks[bd->release->lock].add(*bd->release);
            }
            programs_.push_back(std::move(ring));
            if (!chain.is_ring()) set(programs_.back(), channel.tasks.front().repeat + 1);
        }
        if (const auto round = round_of(tile)) {
            Program core;
            core.core = tile.tile;
            core.locks = round->locks;
            programs_.push_back(std::move(core));
            if (all_end && schedule::ends(tile.core)) set(programs_.back(), 1);
        }
    }
}

Rounds::Program* Rounds::at(const arch::Port& port) {
    const auto found = std::ranges::find_if(
        programs_, [&](const Program& program) { return program.port == port; });
    return found == programs_.end() ? nullptr : &*found;
}

bool Rounds::set(Program& program, double rounds) {
    if (program.rounds) return false;
    program.rounds = rounds;
    if (program.port) moved_[*program.port] = rounds * program.bytes;
    return true;
}

/// Spreads known byte counts along streams: what enters a stream leaves it at each sink.
bool Rounds::spread_streams(const schedule::Schedule& schedule) {
    bool more = false;
    for (const schedule::Flow& flow : schedule.flows) {
        if (flow.mode == schedule::FlowMode::Packet) continue;
        const auto pass = [&](const arch::Port& from, const arch::Port& to) {
            const auto known = moved_.find(from);
            if (known == moved_.end() || moved_.contains(to)) return;
            moved_[to] = known->second;
            Program* ring = at(to);
            if (ring != nullptr && ring->bytes > 0) set(*ring, known->second / ring->bytes);
            more = true;
        };
        for (const arch::Port& sink : flow.sinks) {
            pass(flow.source, sink);
            pass(sink, flow.source);
        }
    }
    return more;
}

/// Derives rounds from a lock that `one` changes in the opposite direction to all of `many`. What
/// one side releases in all, the other acquires. Programs of `many` with unknown rounds get equal
/// shares, as the streams of a join or a distribution do.
bool Rounds::share(const schedule::LockRef& lock, Program& one, const Programs& many) {
    const auto change = [&](const Program& program) {
        return std::abs(as_double(program.locks.at(lock).net()));
    };
    double known = 0;
    Programs unknown;
    for (Program* program : many) {
        if (program->rounds)
            known += *program->rounds * change(*program);
        else
            unknown.push_back(program);
    }
    if (unknown.empty()) return set(one, known / change(one));
    const bool alike = std::ranges::all_of(unknown, [&](const Program* program) {
        return change(*program) == change(*unknown.front());
    });
    const double left = one.rounds ? *one.rounds * change(one) - known : 0;
    if (!alike || left <= 0) return false;
    for (Program* program : unknown)
        set(*program, left / static_cast<double>(unknown.size()) / change(*program));
    return true;
}

bool Rounds::spread_locks() {
    struct Users {
        Programs givers;
        Programs takers;
        bool clear = true;  ///< whether every program that uses the lock changes it
    };
    std::map<schedule::LockRef, Users> users;
    for (Program& program : programs_)
        for (const auto& [lock, use] : program.locks) {
            const auto net = use.net();
            Users& all = users[lock];
            all.clear = all.clear && net != 0;
            (net > 0 ? all.givers : all.takers).push_back(&program);
        }
    bool more = false;
    for (const auto& [lock, all] : users) {
        if (!all.clear || all.givers.empty() || all.takers.empty()) continue;
        if (all.givers.size() == 1) more = share(lock, *all.givers.front(), all.takers) || more;
        if (all.takers.size() == 1) more = share(lock, *all.takers.front(), all.givers) || more;
    }
    return more;
}

double Rounds::bytes_at(const arch::Port& port) const {
    const auto known = moved_.find(port);
    if (known == moved_.end()) return 0;
    const auto asked = pushed_.find(port);
    return asked == pushed_.end() ? known->second : std::min(known->second, asked->second);
}

double Rounds::of_core(arch::TileId core) const {
    for (const Program& program : programs_)
        if (program.core == core) return program.rounds.value_or(0);
    return 0;
}

}  // namespace xdnasim::design
