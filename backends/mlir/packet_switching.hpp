#pragma once
// How a switch passes packets on. A slave port looks a packet's id up in its rules; a rule names an
// arbiter and one of its selects, and each master port takes part in the selects of one arbiter
// (AM020, Packet-Switched Streams).

#include <compare>
#include <set>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::mlir {

struct ArbiterSelect {
    int arbiter = 0;
    int select = 0;
    auto operator<=>(const ArbiterSelect&) const = default;
};

/// Packets of flow number `flow` that come in at `slave` go out at all `masters`.
struct PacketRule {
    arch::Port slave;
    int flow = 0;
    int position = 0;  ///< in the flow's route, of the first of the connections
    std::set<arch::Port> masters{};
    ArbiterSelect select{};
};

/// The rules of the switch of `tile`, in the order of the flows. Ports that any two rules share
/// have one arbiter, each set of masters a select of it.
/// Throws InputError when the switch has too few arbiters or selects.
[[nodiscard]] std::vector<PacketRule> packet_rules(const schedule::Schedule& schedule,
                                                   const arch::Device& device, arch::TileId tile);

}  // namespace xdnasim::mlir
