#pragma once
// The host's buffers of a run that moves data: filled before it, looked at behind it.

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "arch/units.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

using HostMemory = std::vector<std::vector<std::byte>>;  ///< index: host buffer

[[nodiscard]] inline std::vector<std::byte>& at(HostMemory& host, HostBufferRef buffer) {
    return host[static_cast<std::size_t>(buffer.index)];
}
[[nodiscard]] inline const std::vector<std::byte>& at(const HostMemory& host,
                                                      HostBufferRef buffer) {
    return host[static_cast<std::size_t>(buffer.index)];
}

/// The same for a state of `random` on every machine.
[[nodiscard]] std::vector<std::byte> random_bytes(arch::Bytes size, std::mt19937_64& random);

struct Difference {
    std::int64_t count = 0;  ///< of bytes
    std::int64_t first = 0;  ///< 0 when none differ
    int expected = 0;        ///< the first
    int got = 0;
};

/// Precondition: both are as long.
[[nodiscard]] Difference difference(std::span<const std::byte> expected,
                                    std::span<const std::byte> got);

}  // namespace xdnasim::schedule
