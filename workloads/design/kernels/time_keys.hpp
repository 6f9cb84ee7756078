#pragma once
// The keys in a kernel's description that say how long a call takes.

#include "arch/units.hpp"
#include "base/map_reader.hpp"
#include "base/node.hpp"
#include "workloads/design/kernels/kernel_table.hpp"

namespace xdnasim::design {

/// The keys, of which at most one is present; nullptr for a missing one.
struct TimeKeys {
    const base::Node* cycles;
    const base::Node* by_argument;
    const base::Node* program;

    /// Throws InputError if there are several of the keys.
    explicit TimeKeys(base::MapReader& reader);
};

/// Cycles by the value of a scalar argument of `call`: {argument: 3, cycles: {1024: 700}}. Checks
/// all lines, not only the one for the call. Throws InputError.
[[nodiscard]] arch::Cycles cycles_by_argument(const base::Node& node, const CallSite& call);
/// Throws InputError if the description is invalid for any call.
void require_by_argument(const base::Node& node);

}  // namespace xdnasim::design
