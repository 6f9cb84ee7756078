#pragma once
// Alignment of buffer addresses.

#include "arch/units.hpp"

namespace xdnasim::schedule {

/// The smallest multiple of `unit` that is not below `address`. Precondition: unit > 0.
[[nodiscard]] constexpr arch::Bytes aligned(arch::Bytes address, arch::Bytes unit) {
    return unit * ((address.count() + unit.count() - 1) / unit.count());
}

}  // namespace xdnasim::schedule
