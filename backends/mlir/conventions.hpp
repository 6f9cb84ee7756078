#pragma once
// Conventions between the writer and the reader of designs, where mlir-aie leaves a choice.

#include <cstdint>
#include <limits>

#include "arch/tile.hpp"

namespace xdnasim::mlir {

/// Loop bound of a core's endless loop, the same as in mlir-aie's own designs.
inline constexpr std::int64_t kForever = std::numeric_limits<std::int64_t>::max();

/// The archive of the kernels' object files, with which every core is linked.
inline constexpr const char* kKernelArchive = "kernels.a";

/// Mask of a packet rule that compares all bits of the packet id.
inline constexpr int kWholePacketId = arch::kMaxPacketId;

}  // namespace xdnasim::mlir
