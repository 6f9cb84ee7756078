// Checks that the locks of endless programs balance. A lock that gains in every round finally
// exceeds its range; a lock that loses stops the array. The rounds of all programs are related like
// those of a synchronous dataflow graph (Lee and Messerschmitt, 1987).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include <boost/rational.hpp>
#include <fmt/format.h>

#include "base/number_format.hpp"
#include "workloads/schedule/endless_programs.hpp"
#include "workloads/schedule/inspection.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule {
namespace {

using Rate = boost::rational<std::int64_t>;

std::string lock_at(const Inspection& inspection, const LockRef& lock) {
    return fmt::format("{} lock {} '{}'", inspection.name(lock.tile), lock.id,
                       inspection.lock(lock)->name);
}

Reporter reporter_of(Inspection& inspection, const LockRef& lock) {
    return inspection.at(lock_at(inspection, lock), inspection.lock(lock)->origin,
                         BreachKind::Balance, lock.tile);
}

/// Reports a lock that only one program changes, or that all programs change in the same direction.
void check_one_sided(Inspection& inspection, const LockRef& lock, const Users& users) {
    std::int64_t acquired = 0;
    std::int64_t released = 0;
    for (const EndlessProgram* program : users) {
        acquired += program->locks.at(lock).acquired;
        released += program->locks.at(lock).released;
    }
    const Reporter report = reporter_of(inspection, lock);
    if (acquired > 0 && released == 0) report("is acquired in every round and never released");
    if (released > 0 && acquired == 0) report("is released in every round and never acquired");
    if (users.size() == 1 && acquired > 0 && released > 0 && acquired != released)
        report("changes by {} in every round of {}", released - acquired, users.front()->name);
}

/// A lock that two programs change in opposite directions.
struct SharedLock {
    LockRef lock;
    std::int64_t first = 0;  ///< change of the lock in a round of the first program
    std::int64_t other = 0;

    /// Rounds of the other program in one round of the first.
    [[nodiscard]] Rate rate() const { return {-first, other}; }
};

using SharedLocks = std::vector<SharedLock>;
using Pair = std::pair<const EndlessProgram*, const EndlessProgram*>;

/// Number of locks that `program` changes by `net` or by -`net` in a round.
std::ptrdiff_t changed_as_much(const EndlessProgram& program, std::int64_t net) {
    return std::ranges::count_if(program.locks, [net](const auto& use) {
        return std::abs(use.second.net()) == std::abs(net);
    });
}

/// The shared lock that the other shared locks of two programs are compared with: the one whose
/// rate most of them have. If two locks contradict each other, it is the one whose changes occur at
/// more of the programs' locks, as the changes of an object FIFO do; failing that, the one with the
/// larger changes, since a forgotten operation makes a change smaller.
const SharedLock& most_credible(const Pair& programs, const SharedLocks& locks) {
    const auto credit = [&](const SharedLock& lock) {
        return std::tuple{std::ranges::count(locks, lock.rate(), &SharedLock::rate),
                          changed_as_much(*programs.first, lock.first) +
                              changed_as_much(*programs.second, lock.other),
                          std::abs(lock.first) + std::abs(lock.other)};
    };
    return *std::ranges::max_element(locks, {}, credit);
}

/// Relates the rounds of the two programs that share a lock, for all such locks, and reports locks
/// that contradict the others.
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
            const Pair pair{programs[0], programs[1]};
            const SharedLock shared{lock, pair.first->locks.at(lock).net(),
                                    pair.second->locks.at(lock).net()};
            if (shared.first * shared.other < 0) shared_[pair].push_back(shared);
            edges_[pair.first].push_back({lock, pair.second});
            edges_[pair.second].push_back({lock, pair.first});
        }
    }

    void check() {
        for (const auto& [programs, locks] : shared_)
            compare(programs, locks);
        for (const auto& [program, edges] : edges_)
            if (!rates_.contains(program)) spread_from(program);
    }

 private:
    struct Edge {
        LockRef lock;
        const EndlessProgram* other;
    };

    /// Compares the locks that two programs share. Only this comparison shows which of their locks
    /// is wrong; spread_from(), which goes through all programs, does not.
    void compare(const Pair& programs, const SharedLocks& locks) {
        const SharedLock& usual = most_credible(programs, locks);
        for (const SharedLock& odd : locks)
            if (odd.rate() != usual.rate() && reported_.insert(odd.lock).second)
                at(odd.lock)(
                    "does not balance with {}: in a round, {} changes it by {} and {} by {}; the "
                    "other lock by {} and {}",
                    lock_at(inspection_, usual.lock), programs.first->name, odd.first,
                    programs.second->name, odd.other, usual.first, usual.other);
    }

    void spread_from(const EndlessProgram* start) {
        rates_[start] = 1;
        std::deque<const EndlessProgram*> open{start};
        while (!open.empty()) {
            const EndlessProgram* program = open.front();
            open.pop_front();
            for (const Edge& edge : edges_[program])
                if (!reported_.contains(edge.lock) && follow(program, edge))
                    open.push_back(edge.other);
        }
    }

    /// Derives the rate of the program at the other end. True if this rate was not known before.
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
        reported_.insert(edge.lock);
        at(edge.lock)(
            "does not balance with the other locks: in a round, {} changes it by {} and "
            "{} by {}",
            program.name, program.locks.at(edge.lock).net(), edge.other->name,
            edge.other->locks.at(edge.lock).net());
    }

    [[nodiscard]] Reporter at(const LockRef& lock) { return reporter_of(inspection_, lock); }

    Inspection& inspection_;
    std::map<Pair, SharedLocks> shared_;
    std::map<const EndlessProgram*, std::vector<Edge>> edges_;
    std::map<const EndlessProgram*, Rate> rates_;
    std::set<LockRef> reported_;
};

/// The locks of a ring whose BDs all acquire 1 of the first lock and release 1 to the second.
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

/// The places in buffers that are guarded by a pair of locks: what the rings that acquire one of
/// the locks and release the other read or write. Several rings may fill or empty a buffer in
/// parts.
struct Guarded {
    std::string first;  ///< name of the first ring found
    std::map<std::pair<LockRef, LockRef>, std::set<std::tuple<BufferRef, std::int64_t>>> places;

    /// Number of guarded places, in the direction with more of them.
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

/// Reports a pair of locks that starts with more units than the ring's buffers that it guards.
void check_capacity(Inspection& inspection, const std::pair<LockRef, LockRef>& pair,
                    const Guarded& guarded) {
    const std::size_t places = guarded.count();
    const int tokens = inspection.lock(pair.first)->initial + inspection.lock(pair.second)->initial;
    if (places == 0 || tokens <= static_cast<int>(places)) return;
    const auto& [first, other] = guarded.places.begin()->first;
    reporter_of(inspection, first)(
        "and {} start with {} together, but guard {} of {}", lock_at(inspection, other), tokens,
        base::counted(static_cast<std::int64_t>(places), "buffer"), guarded.first);
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
