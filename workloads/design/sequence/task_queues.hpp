#pragma once
// The task queues of DMA channels while a runtime sequence is read: where mlir-aie, since 1.4.4,
// has the sequence wait for room (--aie-assign-runtime-sequence-bd-ids, enforce-queue-depth).

#include <cstddef>
#include <deque>
#include <map>

#include "arch/tile.hpp"

namespace xdnasim::design {

class TaskQueues {
 public:
    /// A task with a token or without, to a queue of so many beside the task that runs. May it find
    /// the queue full? Then it waits for room.
    [[nodiscard]] bool push(const arch::DmaChannelId& channel, int depth, bool token);
    /// The task of the first token, and all before it, have ended.
    void await(const arch::DmaChannelId& channel);

 private:
    /// Tasks of which nobody knows that they have ended, the first first: do they give a token?
    std::map<arch::DmaChannelId, std::deque<bool>> open_;
};

}  // namespace xdnasim::design
