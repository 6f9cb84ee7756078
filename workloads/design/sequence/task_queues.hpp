#pragma once
// The task queues of DMA channels while a runtime sequence is read. As mlir-aie does since 1.4.4
// (--aie-assign-runtime-sequence-bd-ids, enforce-queue-depth), the sequence waits for room in them.

#include <cstddef>
#include <deque>
#include <map>

#include "arch/tile.hpp"

namespace xdnasim::design {

class TaskQueues {
 public:
    /// Notes a pushed task, with or without a token. `depth`: tasks that the queue holds besides
    /// the running one. Returns whether the queue may be full, so that the sequence must wait for
    /// room first.
    [[nodiscard]] bool push(const arch::DmaChannelId& channel, int depth, bool token);
    /// Notes that the first task with a token, and all tasks before it, have ended.
    void await(const arch::DmaChannelId& channel);

 private:
    /// Tasks not known to have ended, oldest first: whether each issues a token.
    std::map<arch::DmaChannelId, std::deque<bool>> open_;
};

}  // namespace xdnasim::design
