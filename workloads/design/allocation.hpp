#pragma once
// Addresses of the buffers for which a design gives none.

#include <map>
#include <optional>

#include "workloads/design/draft.hpp"

namespace xdnasim::design {

/// A bank in mlir-aie is a pair of physical banks, which interleave.
inline constexpr int kBanksOfOne = 2;

/// Where a design says that a buffer lies.
struct Placement {
    std::optional<arch::Bytes> address{};
    std::optional<int> bank{};
};
using Placements = std::map<schedule::BufferRef, Placement>;

/// Gives each buffer of `program` its address. Buffers without an address are placed as in
/// mlir-aie, the largest first. The bank-aware scheme places them in the banks in turn. If that
/// fails, the sequential scheme places them one after the other, from the end of the stack on. A
/// tile may ask for one of the two schemes. Throws InputError, with the place, if there is no room.
void allocate(schedule::TileProgram& program, const Placements& placements, const Draft& draft);

}  // namespace xdnasim::design
