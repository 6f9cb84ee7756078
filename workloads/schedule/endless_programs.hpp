#pragma once
// Endless programs and what one round of each does to the locks; the check of the locks' balance is
// based on them.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "workloads/schedule/patterns.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule {

/// What an endless program (a ring of BDs, or a core's endless loop) does to the locks in one
/// round.
struct EndlessProgram {
    std::string name;  ///< such as "core (0,2)" or "S2MM 1 of (0,1)"
    LockUses locks;
    std::vector<const Bd*> ring;  ///< BDs of the ring; empty for a core
};

struct LockRounds {
    std::vector<EndlessProgram> programs;
    std::set<LockRef> finite;  ///< locks that programs which end also use, or that are set
};

/// Collects the endless programs of `schedule`. Preconditions: it breaks no limit of the hardware,
/// and outlives the result.
[[nodiscard]] LockRounds lock_rounds(const Schedule& schedule);

/// The programs that use a lock, in the order of LockRounds::programs.
using Users = std::vector<const EndlessProgram*>;

/// The users of each lock that only endless programs use. Precondition: `rounds` outlives the
/// result.
[[nodiscard]] std::map<LockRef, Users> users_by_lock(const LockRounds& rounds);

}  // namespace xdnasim::schedule
