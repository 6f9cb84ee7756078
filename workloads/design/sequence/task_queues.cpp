#include "workloads/design/sequence/task_queues.hpp"

#include <algorithm>
#include <utility>

namespace xdnasim::design {

bool TaskQueues::push(const arch::DmaChannelId& channel, int depth, bool token) {
    std::deque<bool>& open = open_[channel];
    const bool may_be_full = std::cmp_greater_equal(open.size(), depth);
    // After a wait for room, at most depth - 1 of the earlier tasks are still in the queue.
    if (may_be_full) open.pop_front();
    open.push_back(token);
    return may_be_full;
}

void TaskQueues::await(const arch::DmaChannelId& channel) {
    std::deque<bool>& open = open_[channel];
    const auto ended = std::ranges::find(open, true);
    if (ended != open.end()) open.erase(open.begin(), ended + 1);
}

}  // namespace xdnasim::design
