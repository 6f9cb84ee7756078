#pragma once
// Parts of add_trace(): default units, packet ids, BDs, and streams that share ports.

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

/// The keys of an item of `units` in the section `trace`. Precondition: `device` outlives the
/// table.
[[nodiscard]] parameters::Table<UnitRequest> unit_table(const arch::Device& device);

class PacketIds {
 public:
    explicit PacketIds(const schedule::Schedule& schedule);

    /// The next free id, from 1 up, as mlir-aie assigns them. Throws MappingError if none is left.
    [[nodiscard]] int take();

 private:
    std::bitset<arch::kMaxPacketId + 1> taken_;
};

// Defaults of a trace.

/// Names of the events that a unit watches by default; for a core, those of mlir-aie.
[[nodiscard]] const std::array<std::string_view, words::kSlots>& default_events(
    words::Module module);

/// The units that are traced by default. With Route::Ideal: those of every core, mem tile and shim
/// that the schedule uses. Otherwise: those of the first column in use, with the first core only,
/// and without any core if the workload's columns have no room for the words of a core, unless the
/// route is Route::Share.
[[nodiscard]] std::vector<UnitRequest> default_units(const schedule::Schedule& schedule,
                                                     const arch::Device& device, Route route);

// BDs of a shim that the runtime sequence does not write.

/// The highest free BD; nullopt: the sequence may write every BD.
[[nodiscard]] std::optional<int> free_bd(const schedule::Schedule& schedule, arch::TileId shim,
                                         const arch::Device& device);

// Streams out of traced cores become packets, so that the words of their trace units find ports.

/// Turns every stream that a DMA of `tiles` sends as a circuit into packets.
void send_as_packets(schedule::Schedule& schedule, const std::set<arch::TileId>& tiles,
                     PacketIds& ids);

}  // namespace xdnasim::tracing
