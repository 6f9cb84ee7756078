#pragma once
// Operations of a runtime sequence in the order in which the command processor executes them, with
// loops unrolled and loop indices replaced by values.

#include <variant>
#include <vector>

#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::gemm::test {

/// A BD that the sequence writes.
struct WrittenBd {
    arch::TileId tile;
    std::int64_t id = 0;
    std::int64_t offset = 0;  ///< offset in the host buffer, in bytes
    schedule::Bd bd;

    /// Index of the host buffer that the BD transfers.
    [[nodiscard]] int host_buffer() const {
        return std::get<schedule::HostBufferRef>(bd.buffer).index;
    }
};

/// A task that the sequence pushes to a channel's queue.
struct PushedTask {
    arch::TileId tile;
    std::int64_t bd = 0;  ///< id of the BD that the task executes
    schedule::PushTask task;
};

using Operation = std::variant<WrittenBd, PushedTask, schedule::AwaitToken>;

/// Operations of `sequence` in the order of their execution. Operations of other kinds than those
/// of Operation are left out.
[[nodiscard]] std::vector<Operation> unroll(const std::vector<schedule::SequenceOp>& sequence);

}  // namespace xdnasim::gemm::test
