#pragma once
// The host's buffers of a run that moves data.

#include <cstddef>
#include <vector>

#include "xdnasim/workloads/schedule/schedule.hpp"

namespace xdnasim::backends {

using HostMemory = std::vector<std::vector<std::byte>>;  ///< index: host buffer

[[nodiscard]] inline std::vector<std::byte>& at(HostMemory& host, schedule::HostBufferRef buffer) {
    return host[static_cast<std::size_t>(buffer.index)];
}
[[nodiscard]] inline const std::vector<std::byte>& at(const HostMemory& host,
                                                      schedule::HostBufferRef buffer) {
    return host[static_cast<std::size_t>(buffer.index)];
}

}  // namespace xdnasim::backends
