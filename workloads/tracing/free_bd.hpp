#pragma once
// A BD of a shim that the runtime sequence leaves alone.

#include <optional>

#include "workloads/schedule/schedule.hpp"

namespace xdnasim::tracing {

/// The highest; nullopt: the sequence may write each of them.
[[nodiscard]] std::optional<int> free_bd(const schedule::Schedule& schedule, arch::TileId shim,
                                         const arch::Device& device);

}  // namespace xdnasim::tracing
