#pragma once
// What the locks of a design count, found by who uses them.

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::design {

/// A channel that fills buffers takes from the lock of free ones and adds to that of filled ones; a
/// channel that empties them does the opposite. Between cores, what is not 0 at the start counts
/// free ones. A lock that is used in both ways keeps its role.
void set_lock_roles(schedule::Schedule& schedule);

}  // namespace xdnasim::design
