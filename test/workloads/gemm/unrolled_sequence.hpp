#pragma once
// A runtime sequence as the command processor executes it: loops unrolled, indices replaced by
// values.

#include <variant>
#include <vector>

#include "workloads/schedule/runtime_sequence.hpp"

namespace xdnasim::gemm::test {

struct WrittenBd {
    arch::TileId tile;
    std::int64_t id = 0;
    std::int64_t offset = 0;  ///< offset in bytes
    schedule::Bd bd;

    [[nodiscard]] int host_buffer() const {
        return std::get<schedule::HostBufferRef>(bd.buffer).index;
    }
};

struct PushedTask {
    arch::TileId tile;
    std::int64_t bd = 0;
    schedule::PushTask task;
};

using Operation = std::variant<WrittenBd, PushedTask, schedule::AwaitToken>;

[[nodiscard]] std::vector<Operation> unroll(const std::vector<schedule::SequenceOp>& sequence);

}  // namespace xdnasim::gemm::test
