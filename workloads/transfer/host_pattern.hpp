#pragma once
// How a shim's BDs walk through one column's share of a matrix in host memory.

#include <cstdint>
#include <vector>

#include "arch/device.hpp"
#include "workloads/schedule/runtime_sequence.hpp"
#include "workloads/transfer/transfer_design.hpp"

namespace xdnasim::transfer {

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
