#pragma once
// The parts of a transfer's schedule.

#include <cstdint>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/schedule/schedule.hpp"
#include "workloads/transfer/transfer_design.hpp"

namespace xdnasim::transfer {

inline constexpr int kDirections = 2;  ///< MM2S and S2MM

/// Host buffers of stream `number`: the matrix, and what comes back.
constexpr schedule::HostBufferRef source(int number) {
    return {kDirections * number};
}
constexpr schedule::HostBufferRef destination(int number) {
    return {kDirections * number + 1};
}

/// Each stream in as many tasks as its address pattern needs, mostly one; as many of them in
/// flight as task queues and BDs hold, the next after the token of the oldest.
[[nodiscard]] std::vector<schedule::SequenceOp> runtime_sequence(const TransferDesign& design,
                                                                 const arch::Device& device);

// What a device can transfer.

/// Streams that a column has DMA channels and BDs for.
[[nodiscard]] int max_streams(const arch::Device& device);

/// Throws MappingError when the matrices do not fall into tiles or their tiles into equal shares
/// (the nearest sizes that do), or when a mem tile cannot hold the tiles.
void require_mappable(const TransferDesign& design, const arch::Device& device);

// Traffic of shims and mem tiles alone: memcpy, and the access patterns of a GEMM.

/// The program of the array for `design`, without routes. Precondition: require_mappable(). Throws
/// InputError when a matrix would take too many tasks.
[[nodiscard]] schedule::Schedule program_of(const TransferDesign& design,
                                            const arch::Device& device);

// How a shim's BDs walk through one column's share of a matrix in host memory.

/// The loops over the bytes of the share, innermost first, given out to what the hardware has:
/// the dimensions of a BD, its iteration, and tasks for the rest.
struct HostPattern {
    std::vector<schedule::Dimension> dimensions;
    arch::Bytes length{};           ///< of a BD
    schedule::Iteration iteration;  ///< a task runs its BD this often
    std::vector<schedule::Dimension> task_loops;

    [[nodiscard]] std::int64_t tasks() const;
    /// Of the task whose number is `first_task` plus the index of the only loop around it.
    [[nodiscard]] schedule::SemiAffine offset(arch::Bytes start, std::int64_t first_task) const;
};

/// The share of each of `columns` columns; they differ by where they begin alone.
/// Precondition: the matrix falls into tiles, and its strips into equal shares.
[[nodiscard]] HostPattern host_pattern(const MatrixStream& matrix, int columns,
                                       const arch::DmaModel& dma);

/// Where the share of `column`, one of `columns`, begins.
[[nodiscard]] arch::Bytes start_of_share(const MatrixStream& matrix, int column, int columns);

}  // namespace xdnasim::transfer
