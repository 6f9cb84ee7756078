#pragma once
// Programs without end, and what they do to the locks in one round: what the balance of locks is
// judged by.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "workloads/schedule/patterns.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule {

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

/// Precondition: `schedule` has no breaches of limits of the hardware, and outlives the result.
[[nodiscard]] LockRounds lock_rounds(const Schedule& schedule);

/// The programs that change a lock, in the order of LockRounds::programs.
using Users = std::vector<const EndlessProgram*>;

/// The users of each lock that only programs without end change. `rounds` outlives the result.
[[nodiscard]] std::map<LockRef, Users> users_by_lock(const LockRounds& rounds);

}  // namespace xdnasim::schedule
