#pragma once
// What the writer and the reader agree on where mlir-aie leaves a choice.

#include <cstdint>
#include <limits>

#include "arch/tile.hpp"

namespace xdnasim::mlir {

/// The bound of a core's loop that never ends, as mlir-aie's own.
inline constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();

/// The archive with the objects of the kernels, that every core is linked with.
inline constexpr const char* kKernelArchive = "kernels.a";

/// A rule that compares all bits of a packet's id.
inline constexpr int kWholePacketId = arch::kMaxPacketId;

}  // namespace xdnasim::mlir
