#pragma once
// Makes a loop's operations and their values fit an initiation interval.

#include <compare>
#include <deque>
#include <vector>

#include "workloads/kernels/vliw/loop_registers.hpp"
#include "workloads/kernels/vliw/loop_state.hpp"

namespace xdnasim::vliw {

/// Negotiation, as routers do it (McMurchie and Ebeling, "PathFinder", 1995): one operation at a
/// time goes where it costs least, before or after its neighbours, and what is in its way is
/// placed anew. An operation becomes dearer each time it is thrown out, and registers each time
/// that they are all that is missing, so that those with a choice leave what others cannot do
/// without.
class LoopSearch {
 public:
    /// `length`: cycles from the first to the last issue of an iteration, both included.
    LoopSearch(const Loop& loop, LoopState& state, int length);

    /// False: not all operations are placed, or registers are missing, after so many placements.
    bool run(int placements);

 private:
    struct Cost {
        int conflicts = 0;  ///< what is thrown out and the registers that are missing
        int taken = 0;      ///< cycles for which registers are taken
        auto operator<=>(const Cost&) const = default;
    };
    struct Window {
        int first = 0;
        int last = 0;  ///< included
    };

    [[nodiscard]] int least_thrown_out();
    void place(int node);
    [[nodiscard]] Window window(int node) const;
    [[nodiscard]] Window open_span() const;
    [[nodiscard]] std::vector<int> in_the_way(int node, Placement placement) const;
    [[nodiscard]] Cost cost_of(int node, int cycle, int thrown_out);
    [[nodiscard]] bool placed_apart(int node, int other) const;
    void put(int node, Placement placement);
    void throw_out(int node);

    const Loop& loop_;
    LoopState& state_;
    int length_;
    LoopRegisters registers_;
    std::vector<int> price_;   ///< by node: of throwing it out
    int missing_price_ = 3;    ///< of a missing register; more than an operation's at first
    std::deque<int> waiting_;  ///< nodes, in the order in which they are placed
};

}  // namespace xdnasim::vliw
