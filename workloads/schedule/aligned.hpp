#pragma once
// Addresses that buffers may have.

#include "arch/units.hpp"

namespace xdnasim::schedule {

/// The first multiple of `unit` from `address` on. Precondition: unit > 0.
[[nodiscard]] constexpr arch::Bytes aligned(arch::Bytes address, arch::Bytes unit) {
    return unit * ((address.count() + unit.count() - 1) / unit.count());
}

}  // namespace xdnasim::schedule
