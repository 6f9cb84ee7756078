#pragma once
// What an aie.objectfifo.acquire returns: a subview through which the core accesses the objects,
// or, in mlir-aie since the summer of 2026, the objects themselves.

#include <vector>

#include "workloads/design/ir/fields.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

struct Acquired {
    int count = 0;                   ///< number of objects acquired
    std::vector<ir::Range> types{};  ///< types of the results if they are the objects; empty if the
                                     ///< result is a subview
};

/// Reads an acquire. Precondition: `acquire` is an aie.objectfifo.acquire. Throws InputError, with
/// the place, if it acquires more than `most` objects, or if its numbers of results and objects
/// differ.
[[nodiscard]] Acquired acquired(const ir::Fields& acquire, const ir::Aliases& aliases, int most);

}  // namespace xdnasim::design
