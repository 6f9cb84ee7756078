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

/// Host buffers of stream `number`: the matrix that is read, and the one that is written.
constexpr schedule::HostBufferRef source(int number) {
    return {kDirections * number};
}
constexpr schedule::HostBufferRef destination(int number) {
    return {kDirections * number + 1};
}

/// The runtime sequence. Each stream takes as many tasks as its address pattern needs, mostly one.
/// As many tasks are in flight as task queues and BDs hold; the next one follows the token of the
/// oldest.
[[nodiscard]] std::vector<schedule::SequenceOp> runtime_sequence(const TransferDesign& design,
                                                                 const arch::Device& device);

// Limits of a device for transfers.

/// Number of streams for which a column has DMA channels and BDs.
[[nodiscard]] int max_streams(const arch::Device& device);

/// Throws MappingError if the matrices cannot be divided into tiles, or their tiles into equal
/// shares (with the nearest possible sizes), or if a mem tile cannot hold the tiles.
void require_mappable(const TransferDesign& design, const arch::Device& device);

// The program: traffic of shims and mem tiles alone, such as memcpy or the access patterns of a
// GEMM.

/// The program of the array for `design`, without routes. Precondition: require_mappable(). Throws
/// InputError if a matrix would take too many tasks.
[[nodiscard]] schedule::Schedule program_of(const TransferDesign& design,
                                            const arch::Device& device);

// The order in which a shim's BDs traverse one column's share of a matrix in host memory.

/// The loops over the bytes of a share, innermost first, as assigned to the hardware: the
/// dimensions of a BD, its iteration, and tasks for the remaining loops.
struct HostPattern {
    std::vector<schedule::Dimension> dimensions;
    arch::Bytes length{};           ///< bytes of one BD execution
    schedule::Iteration iteration;  ///< a task runs its BD `size` times
    std::vector<schedule::Dimension> task_loops;

    [[nodiscard]] std::int64_t tasks() const;
    /// Offset of the task whose number is `first_task` plus the index of the only enclosing loop.
    [[nodiscard]] schedule::SemiAffine offset(arch::Bytes start, std::int64_t first_task) const;
};

/// The pattern of each column's share; the shares of `columns` columns differ only in their start.
/// Precondition: the matrix can be divided into tiles, and its strips into equal shares.
[[nodiscard]] HostPattern host_pattern(const MatrixStream& matrix, int columns,
                                       const arch::DmaModel& dma);

/// Start of the share of `column`, one of `columns` columns.
[[nodiscard]] arch::Bytes start_of_share(const MatrixStream& matrix, int column, int columns);

}  // namespace xdnasim::transfer
