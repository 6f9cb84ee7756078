#include "workloads/design/sequence/piece_bds.hpp"

#include <algorithm>

namespace xdnasim::design {

std::vector<int> PieceBds::await(const arch::DmaChannelId& channel) {
    std::deque<Open>& open = open_[channel];
    const auto ended = std::ranges::find_if(open, &Open::token);
    if (ended == open.end()) return {};
    const std::deque<Open> past{open.begin(), ended + 1};
    open.erase(open.begin(), ended + 1);
    std::vector<int> free;
    for (const Open& task : past) {
        // The transfer may be running again, in another round of a loop.
        const bool again = std::ranges::find(open, task.transfer, &Open::transfer) != open.end();
        const auto found = bds_.find(task.transfer);
        if (again || found == bds_.end()) continue;
        free.insert(free.end(), found->second.begin(), found->second.end());
        bds_.erase(found);
    }
    return free;
}

}  // namespace xdnasim::design
