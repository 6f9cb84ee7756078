#pragma once
// What the runtime sequences are made of: transfers between host memory and a shim's streams.

#include <optional>
#include <vector>

#include "workloads/gemm/gemm_layouts.hpp"
#include "workloads/gemm/gemm_parts.hpp"
#include "workloads/gemm/gemm_placement.hpp"

namespace xdnasim::gemm {

/// The way of one matrix through a shim.
struct ShimPath {
    int host_buffer;
    arch::Direction direction;
    int channel;
    bool token;  ///< when a task is complete
};

inline constexpr ShimPath kPathA{kHostA, arch::Direction::MM2S, Channels::kShimA, false};
inline constexpr ShimPath kPathB{kHostB, arch::Direction::MM2S, Channels::kShimB, false};
inline constexpr ShimPath kPathC{kHostC, arch::Direction::S2MM, Channels::kShimC, true};

/// One BD and the task that runs it 1 + `repeat` times.
struct Transfer {
    std::int64_t length;  ///< bytes of one run
    Dimensions dimensions;
    schedule::SemiAffine offset;  ///< bytes
    schedule::SemiAffine id;
    int repeat = 0;
    std::optional<schedule::Iteration> iteration{};
};

/// Writes the transfer's BD to `shim` and pushes its task.
void add_transfer(std::vector<schedule::SequenceOp>& ops, arch::TileId shim, const ShimPath& path,
                  Transfer transfer);

/// Waits for the oldest task of C.
void await_c(std::vector<schedule::SequenceOp>& ops, arch::TileId shim);

}  // namespace xdnasim::gemm
