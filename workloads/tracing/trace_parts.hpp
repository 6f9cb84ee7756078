#pragma once
// What the trace units of a design need of it: default units, packet ids, BDs, streams to share.

#include <array>
#include <bitset>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "arch/tile.hpp"
#include "base/parameters/table.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/tracing/add_trace.hpp"

namespace xdnasim::tracing {

/// The keys of an item of `units` in the section `trace`. `device` must outlive the table.
[[nodiscard]] parameters::Table<UnitRequest> unit_table(const arch::Device& device);

class PacketIds {
 public:
    explicit PacketIds(const schedule::Schedule& schedule);

    /// From 1 up, as mlir-aie gives them out. Throws MappingError when there are no more.
    [[nodiscard]] int take();

 private:
    std::bitset<arch::kMaxPacketId + 1> taken_;
};

// What is traced when a problem does not say.

/// Names of the events that a unit watches by default; of a core, those of mlir-aie.
[[nodiscard]] const std::array<std::string_view, words::kSlots>& default_events(
    words::Module module);

/// Ideal: every core, mem tile and shim that the schedule uses. Else those of its first column,
/// and of the cores the first; without Share, none of a workload whose columns have no room
/// for the words of a core.
[[nodiscard]] std::vector<UnitRequest> default_units(const schedule::Schedule& schedule,
                                                     const arch::Device& device, Route route);

// A BD of a shim that the runtime sequence leaves alone.

/// The highest; nullopt: the sequence may write each of them.
[[nodiscard]] std::optional<int> free_bd(const schedule::Schedule& schedule, arch::TileId shim,
                                         const arch::Device& device);

// Streams out of traced cores as packets, so that the words of their trace units find room.

/// Every BD that a DMA of `tiles` sends on a circuit becomes a packet.
void send_as_packets(schedule::Schedule& schedule, const std::set<arch::TileId>& tiles,
                     PacketIds& ids);

}  // namespace xdnasim::tracing
