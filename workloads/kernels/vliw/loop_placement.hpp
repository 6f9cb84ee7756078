#pragma once
// A first attempt at a loop's schedule.

#include <vector>

#include "workloads/kernels/vliw/loop_state.hpp"

namespace xdnasim::vliw {

/// Iterative modulo scheduling (Rau 1994): operations go where they may issue first, the longest
/// path first; one that finds no room throws out those in its way. It does not look at registers.
class LoopPlacement {
 public:
    LoopPlacement(const Loop& loop, LoopState& state);

    /// No operation issues before its cycle in `release`. Operations are left waiting when the
    /// budget of placements is spent.
    void run(const std::vector<int>& release);

 private:
    [[nodiscard]] int next() const;
    [[nodiscard]] int earliest(int node) const;
    [[nodiscard]] Placement choose(int node, int from) const;
    [[nodiscard]] Placement least_in_the_way(int node, int cycle) const;

    const Loop& loop_;
    LoopState& state_;
    std::vector<int> priority_;
    std::vector<char> tried_;  ///< by node: it was placed before
};

}  // namespace xdnasim::vliw
