#pragma once
// BDs that a transfer of the runtime sequence takes beside the one that it names, until something
// waits for it.

#include <deque>
#include <map>
#include <vector>

#include "arch/tile.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

class PieceBds {
 public:
    /// Those of `transfer`, in order: it keeps them when it is read again before they are free.
    [[nodiscard]] std::vector<int>& of(const ir::Operation& transfer) { return bds_[&transfer]; }
    /// A task has been pushed, with a token or without.
    void push(const arch::DmaChannelId& channel, bool token) {
        open_[channel].push_back({token, nullptr});
    }
    /// The task that was pushed last is the last one of `transfer`.
    void end(const arch::DmaChannelId& channel, const ir::Operation& transfer) {
        open_[channel].back().transfer = &transfer;
    }
    /// The task of the first token, and all before it, have ended: the BDs that are free now.
    [[nodiscard]] std::vector<int> await(const arch::DmaChannelId& channel);

 private:
    struct Open {
        bool token = false;
        const ir::Operation* transfer = nullptr;
    };

    std::map<const ir::Operation*, std::vector<int>> bds_;
    std::map<arch::DmaChannelId, std::deque<Open>> open_;
};

}  // namespace xdnasim::design
