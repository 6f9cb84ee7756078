#pragma once
// Where buffers lie that a design gives no address.

#include <map>
#include <optional>

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// What a design says of where a buffer lies.
struct Placement {
    std::optional<arch::Bytes> address{};
    std::optional<int> bank{};
};
using Placements = std::map<schedule::BufferRef, Placement>;

/// Gives each buffer of `program` its address. Those without one go, the largest first, to the
/// banks in turn, as in mlir-aie's bank-aware allocation; where that fails, one behind the other
/// from the end of the stack on, as in its sequential one. A tile may ask for one of the two.
/// Throws InputError, with the place, when there is no room.
void allocate(schedule::TileProgram& program, const Placements& placements, const Draft& draft);

}  // namespace xdnasim::design
