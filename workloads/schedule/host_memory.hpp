#pragma once
// The host buffers of a run that moves data: filled before the run, and checked after it.

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "arch/units.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::schedule {

using HostMemory = std::vector<std::vector<std::byte>>;  ///< indexed by host buffer

[[nodiscard]] inline std::vector<std::byte>& at(HostMemory& host, HostBufferRef buffer) {
    return host[static_cast<std::size_t>(buffer.index)];
}
[[nodiscard]] inline const std::vector<std::byte>& at(const HostMemory& host,
                                                      HostBufferRef buffer) {
    return host[static_cast<std::size_t>(buffer.index)];
}

/// `size` random bytes; the same on every machine for the same state of `random`.
[[nodiscard]] std::vector<std::byte> random_bytes(arch::Bytes size, std::mt19937_64& random);

struct Difference {
    std::int64_t count = 0;  ///< number of bytes that differ
    std::int64_t first = 0;  ///< index of the first byte that differs; 0 if none does
    int expected = 0;        ///< expected value of the first byte that differs
    int got = 0;
};

/// Compares two byte strings. Precondition: they have the same length.
[[nodiscard]] Difference difference(std::span<const std::byte> expected,
                                    std::span<const std::byte> got);

}  // namespace xdnasim::schedule
