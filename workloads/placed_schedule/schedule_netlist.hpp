#pragma once
// A schedule as place and route sees it: each of its tiles is a core of a netlist, each flow a net.

#include "arch/device.hpp"
#include "workloads/netlist/netlist.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::placed_schedule {

struct ScheduleNetlist {
    netlist::Netlist netlist;
    placement::Placement present;  ///< as the schedule has it
};

/// Circuits stay circuits, packets packets. Two tiles are tied where the one uses buffers or locks
/// of the other, or a cascade leads there. A shim with ports to the programmable logic, and one
/// without a DMA, stays where it is. What a tile holds is left out: it fits on any tile of its
/// kind.
[[nodiscard]] ScheduleNetlist netlist_of(const schedule::Schedule& schedule,
                                         const arch::Device& device);

}  // namespace xdnasim::placed_schedule
