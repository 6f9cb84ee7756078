#pragma once
// What the locks of a design count (free or filled buffers), found from who uses them.

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::design {

/// Sets the role of each lock. A channel that fills buffers acquires the lock of free ones and
/// releases that of filled ones; a channel that empties buffers does the opposite. A lock that only
/// cores acquire counts free buffers if it does not start at 0, and filled ones otherwise. A lock
/// that channels use in both ways, or that nothing acquires, gets LockRole::Other.
void set_lock_roles(schedule::Schedule& schedule);

}  // namespace xdnasim::design
