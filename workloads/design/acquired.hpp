#pragma once
// What an acquire of object FIFOs gives: a view, by which the core accesses the objects, or, as
// mlir-aie has it since the summer of 2026, the objects themselves.

#include <vector>

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::design {

struct Acquired {
    int count = 0;                   ///< of objects
    std::vector<ir::Range> types{};  ///< of the results, which are the objects; empty: a view
};

/// Precondition: `acquire` is an aie.objectfifo.acquire. Throws InputError, with the place, for
/// more than `most` objects, and for another number of results than of objects.
[[nodiscard]] Acquired acquired(const ir::Fields& acquire, int most);

}  // namespace xdnasim::design
