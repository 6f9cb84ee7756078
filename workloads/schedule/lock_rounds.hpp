#pragma once
// What each endless program of a schedule (a ring of BDs, a core's endless loop) does to
// the locks in one round.

#include <set>
#include <string>
#include <vector>

#include "workloads/schedule/core_round.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::schedule {

struct EndlessProgram {
    std::string name;  ///< "core (0,2)", "S2MM 1 of (0,1)"
    LockUses locks;
    std::vector<const Bd*> ring;  ///< empty for a core
};

struct LockRounds {
    std::vector<EndlessProgram> programs;
    std::set<LockRef> finite;  ///< locks that programs which end use, too
};

/// Precondition: `schedule` has no other breaches.
[[nodiscard]] LockRounds lock_rounds(const Schedule& schedule);

}  // namespace xdnasim::schedule
