// Do the locks of endless programs balance? A lock that gains in every round leaves its
// range in the end, one that loses stops the array. The rounds of all programs are related
// as those of a synchronous dataflow graph (Lee and Messerschmitt, 1987).

#include <algorithm>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <boost/rational.hpp>
#include <fmt/format.h>

#include "workloads/schedule/inspection.hpp"
#include "workloads/schedule/operations.hpp"
#include "workloads/schedule/patterns.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule {
namespace {

/// What a program without end (a ring of BDs, a core's endless loop) does to the locks in one
/// round.
struct EndlessProgram {
    std::string name;  ///< "core (0,2)", "S2MM 1 of (0,1)"
    LockUses locks;
    std::vector<const Bd*> ring;  ///< empty for a core
};

struct LockRounds {
    std::vector<EndlessProgram> programs;
    std::set<LockRef> finite;  ///< locks that programs which end use, too, or that are set
};

void add(LockUses& uses, const Bd& bd) {
    if (bd.acquire) uses[bd.acquire->lock].add(*bd.acquire);
    if (bd.release) uses[bd.release->lock].add(*bd.release);
}

/// Loops so long that their sums are not exact count as programs that end.
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

/// Precondition: `schedule` has no other breaches.
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

using Rate = boost::rational<std::int64_t>;

/// The programs that change a lock.
using Users = std::vector<const EndlessProgram*>;

std::string lock_at(const Inspection& inspection, const LockRef& lock) {
    return fmt::format("{} lock {} '{}'", inspection.name(lock.tile), lock.id,
                       inspection.lock(lock)->name);
}

std::map<LockRef, Users> users_by_lock(const LockRounds& rounds) {
    std::map<LockRef, Users> users;
    for (const EndlessProgram& program : rounds.programs)
        for (const auto& [lock, use] : program.locks)
            if (!rounds.finite.contains(lock)) users[lock].push_back(&program);
    return users;
}

/// Locks that one program alone changes, or all programs in the same direction.
void check_one_sided(Inspection& inspection, const LockRef& lock, const Users& users) {
    std::int64_t acquired = 0;
    std::int64_t released = 0;
    for (const EndlessProgram* program : users) {
        acquired += program->locks.at(lock).acquired;
        released += program->locks.at(lock).released;
    }
    const Reporter report = inspection.at(lock_at(inspection, lock), inspection.lock(lock)->origin,
                                          BreachKind::Balance);
    if (acquired > 0 && released == 0) report("is acquired in every round and never released");
    if (released > 0 && acquired == 0) report("is released in every round and never acquired");
    if (users.size() == 1 && acquired > 0 && released > 0 && acquired != released)
        report("changes by {} in every round of {}", released - acquired, users.front()->name);
}

/// Relates the rounds of the two programs of each lock; reports a lock that contradicts the
/// others.
///
/// Example: in a round, a core releases 2 to `full` and acquires 2 of `empty`; a ring of three BDs
/// acquires 1 of `full` and releases 1 to `empty` in each. With the core's rate 1, `full` gives the
/// ring a rate of 2/3, for 1 * 2 = 2/3 * 3, and `empty` gives it the same: they balance. If the
/// core acquired 1 of `empty`, that lock would ask for a rate of 1/3, and is reported: `empty`
/// would gain 1 in every round of the core.
class Balance {
 public:
    Balance(Inspection& inspection, const std::map<LockRef, Users>& users)
        : inspection_{inspection} {
        for (const auto& [lock, programs] : users) {
            if (programs.size() != 2) continue;
            edges_[programs[0]].push_back({lock, programs[1]});
            edges_[programs[1]].push_back({lock, programs[0]});
        }
    }

    void check() {
        for (const auto& [program, edges] : edges_)
            if (!rates_.contains(program)) spread_from(program);
    }

 private:
    struct Edge {
        LockRef lock;
        const EndlessProgram* other;
    };

    void spread_from(const EndlessProgram* start) {
        rates_[start] = 1;
        std::deque<const EndlessProgram*> open{start};
        while (!open.empty()) {
            const EndlessProgram* program = open.front();
            open.pop_front();
            for (const Edge& edge : edges_[program])
                if (follow(program, edge)) open.push_back(edge.other);
        }
    }

    /// True when the other program's rate is new.
    bool follow(const EndlessProgram* program, const Edge& edge) {
        const std::int64_t own = program->locks.at(edge.lock).net();
        const std::int64_t others = edge.other->locks.at(edge.lock).net();
        if (own == 0 && others == 0) return false;
        if (own * others >= 0) {
            complain(edge, *program);
            return false;
        }
        const Rate rate = rates_[program] * Rate{-own, others};
        const auto [known, is_new] = rates_.try_emplace(edge.other, rate);
        if (!is_new && known->second != rate) complain(edge, *program);
        return is_new;
    }

    void complain(const Edge& edge, const EndlessProgram& program) {
        if (!reported_.insert(edge.lock).second) return;
        inspection_.at(lock_at(inspection_, edge.lock), inspection_.lock(edge.lock)->origin,
                       BreachKind::Balance)(
            "does not balance with the other locks between {} and {}: {} changes it by {} in a "
            "round, {} by {}",
            program.name, edge.other->name, program.name, program.locks.at(edge.lock).net(),
            edge.other->name, edge.other->locks.at(edge.lock).net());
    }

    Inspection& inspection_;
    std::map<const EndlessProgram*, std::vector<Edge>> edges_;
    std::map<const EndlessProgram*, Rate> rates_;
    std::set<LockRef> reported_;
};

/// A ring whose BDs all pass one unit from one lock to another.
std::optional<std::pair<LockRef, LockRef>> handover(const EndlessProgram& program) {
    std::set<std::pair<LockRef, LockRef>> pairs;
    for (const Bd* bd : program.ring) {
        if (!bd->acquire || !bd->release || bd->acquire->value != 1 || bd->release->value != 1)
            return std::nullopt;
        pairs.insert({bd->acquire->lock, bd->release->lock});
    }
    if (pairs.size() != 1) return std::nullopt;
    return *pairs.begin();
}

/// What the rings that hand over from one lock of a pair to the other move from and to. A buffer
/// may be filled or emptied in parts, by several rings.
struct Guarded {
    std::string first;  ///< ring that was found
    std::map<std::pair<LockRef, LockRef>, std::set<std::tuple<BufferRef, std::int64_t>>> places;

    /// In the direction in which there are more parts.
    [[nodiscard]] std::size_t count() const {
        std::size_t most = 0;
        for (const auto& [direction, parts] : places)
            most = std::max(most, parts.size());
        return most;
    }
};

using GuardedByPair = std::map<std::pair<LockRef, LockRef>, Guarded>;

void add_guarded(GuardedByPair& pairs, const EndlessProgram& program) {
    const auto pair = handover(program);
    if (!pair || pair->first == pair->second) return;
    Guarded& guarded = pairs[std::minmax(pair->first, pair->second)];
    if (guarded.first.empty()) guarded.first = program.name;
    for (const Bd* bd : program.ring)
        if (const auto* buffer = std::get_if<BufferRef>(&bd->buffer))
            guarded.places[*pair].insert({*buffer, bd->offset.count()});
}

/// A pair of locks that guards a ring's buffers must not hand out more than there are.
void check_capacity(Inspection& inspection, const std::pair<LockRef, LockRef>& pair,
                    const Guarded& guarded) {
    const std::size_t places = guarded.count();
    const int tokens = inspection.lock(pair.first)->initial + inspection.lock(pair.second)->initial;
    if (places == 0 || tokens <= static_cast<int>(places)) return;
    const auto& [first, other] = guarded.places.begin()->first;
    inspection.at(lock_at(inspection, first), inspection.lock(first)->origin, BreachKind::Balance)(
        "and {} start with {} together, but guard {} {} of {}", lock_at(inspection, other), tokens,
        places, places == 1 ? "buffer" : "buffers", guarded.first);
}

}  // namespace

void check_lock_balance(Inspection& inspection) {
    const LockRounds rounds = lock_rounds(inspection.schedule);
    const std::map<LockRef, Users> users = users_by_lock(rounds);
    for (const auto& [lock, programs] : users)
        check_one_sided(inspection, lock, programs);
    Balance{inspection, users}.check();
    GuardedByPair pairs;
    for (const EndlessProgram& program : rounds.programs)
        add_guarded(pairs, program);
    for (const auto& [pair, guarded] : pairs)
        check_capacity(inspection, pair, guarded);
}

}  // namespace xdnasim::schedule
