#pragma once
// The numbers by which event port selection names the ports of a stream switch (AM025).

#include <optional>

#include "arch/device.hpp"
#include "arch/tile.hpp"

namespace xdnasim::txn {

/// Position in the list of the switch's masters or slaves; nullopt: not in it.
/// Precondition here and below: the device contains the tile.
[[nodiscard]] std::optional<int> port_index(const arch::Device& device, const arch::Port& port);

/// Its inverse; nullopt: the list is shorter.
[[nodiscard]] std::optional<arch::Port> port_at(const arch::Device& device, arch::TileId tile,
                                                arch::PortSide side, int index);

}  // namespace xdnasim::txn
