#pragma once
// A schedule as a netlist for place and route: each tile is a core of the netlist, each flow a net.

#include "arch/device.hpp"
#include "workloads/netlist/netlist.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::placed_schedule {

struct ScheduleNetlist {
    netlist::Netlist netlist;
    placement::Placement present;  ///< placement of the schedule
};

/// The netlist of `schedule`. Circuits stay circuits, and packets stay packets. Two tiles are tied
/// if one uses buffers or locks of the other, or if a cascade leads from one to the other. Shims
/// with ports to the programmable logic and shims without a DMA stay where they are. What a tile
/// holds is left out, since it fits into any tile of its kind.
[[nodiscard]] ScheduleNetlist netlist_of(const schedule::Schedule& schedule,
                                         const arch::Device& device);

}  // namespace xdnasim::placed_schedule
