#pragma once
// The numbers by which event port selection names the ports of a stream switch (AM025).

#include <optional>

#include "xdnasim/arch/tile.hpp"

namespace xdnasim::txn {

/// Position in the list of the switch's masters or slaves; nullopt: not in it.
[[nodiscard]] std::optional<int> port_index(arch::TileKind kind, const arch::Port& port);

/// Its inverse; nullopt: the list is shorter.
[[nodiscard]] std::optional<arch::Port> port_at(arch::TileKind kind, arch::TileId tile,
                                                arch::PortSide side, int index);

}  // namespace xdnasim::txn
