#pragma once
// BDs that a transfer of the runtime sequence uses besides the one that it names, until the
// sequence waits for the transfer.

#include <deque>
#include <map>
#include <vector>

#include "arch/tile.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

class PieceBds {
 public:
    /// The BDs of `transfer`, in order. It uses them again if it is read again before they are
    /// free.
    [[nodiscard]] std::vector<int>& of(const ir::Operation& transfer) { return bds_[&transfer]; }
    /// Notes a pushed task, with or without a token.
    void push(const arch::DmaChannelId& channel, bool token) {
        open_[channel].push_back({token, nullptr});
    }
    /// Marks the task pushed last as the last one of `transfer`.
    void end(const arch::DmaChannelId& channel, const ir::Operation& transfer) {
        open_[channel].back().transfer = &transfer;
    }
    /// Notes that the first task with a token, and all tasks before it, have ended. Returns the BDs
    /// that are free now.
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
