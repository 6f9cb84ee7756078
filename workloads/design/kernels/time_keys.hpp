#pragma once
// The keys of a description of a kernel that say what a call of it takes.

#include "arch/units.hpp"
#include "base/map_reader.hpp"
#include "base/node.hpp"
#include "workloads/design/kernels/kernel_table.hpp"

namespace xdnasim::design {

/// nullptr: not there. One at most is.
struct TimeKeys {
    const base::Node* cycles;
    const base::Node* by_argument;
    const base::Node* program;

    /// Throws InputError where one stands beside another.
    explicit TimeKeys(base::MapReader& reader);
};

/// {argument: 3, cycles: {1024: 700}}: by the value of a scalar argument of `call`. Reads all lines
/// of it, whichever the call looks up. Throws InputError.
[[nodiscard]] arch::Cycles cycles_by_argument(const base::Node& node, const CallSite& call);
/// Throws InputError where it is wrong for any call.
void require_by_argument(const base::Node& node);

}  // namespace xdnasim::design
