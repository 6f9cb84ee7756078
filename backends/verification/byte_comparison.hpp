#pragma once
// What the checks of data share: random bytes to send, and how those that came differ.

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "xdnasim/arch/units.hpp"

namespace xdnasim::backends {

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

}  // namespace xdnasim::backends
