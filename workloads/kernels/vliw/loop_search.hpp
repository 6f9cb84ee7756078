#pragma once
// Search for a schedule of a loop at a given II.

#include <array>
#include <compare>
#include <deque>
#include <optional>
#include <vector>

#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/placement.hpp"
#include "workloads/kernels/vliw/registers.hpp"

// Registers that a loop's operations take while the schedule is being made.

namespace xdnasim::vliw {

/// Register use of the values of the operations placed so far, each value up to the last of its
/// readers that is placed.
class LoopRegisters {
 public:
    explicit LoopRegisters(const Loop& loop);

    /// Places a node, or moves it if it is placed already.
    void place(int node, int cycle);
    void remove(int node);

    /// Registers that are missing, summed over cycles and files.
    [[nodiscard]] int missing() const { return alive_.excess(); }
    /// Registers times cycles for which they are taken, summed over the values that the node writes
    /// and reads.
    [[nodiscard]] int taken_by(int node) const;
    /// Placed nodes that write or read a value for which registers are missing.
    [[nodiscard]] std::vector<int> at_fault();

 private:
    [[nodiscard]] std::optional<Lifetime> lifetime(int value) const;
    void update(int value);

    const Loop& loop_;
    LiveCounts alive_;
    std::vector<std::optional<int>> cycles_;          ///< by node: cycle of issue
    std::vector<std::optional<Lifetime>> lifetimes_;  ///< by node: lifetimes as counted in alive_
    std::vector<std::vector<int>> touched_;  ///< by node: the values whose lifetimes it sets
};

// Registers that a loop's iterations hand on to each other, and which are never free.

/// Chains of operations that add, one after the other, to the value that the iteration before left
/// in a register.
struct CarriedChains {
    std::vector<char> on_chain;                       ///< by node: whether it is on a chain
    std::array<int, arch::kRegisterFiles> registers;  ///< registers that all chains together hold
};
[[nodiscard]] CarriedChains carried_chains(const OperationGraph& graph);

/// Negotiation, as routers do it (McMurchie and Ebeling, "PathFinder", 1995): one operation at a
/// time goes where it costs least, before or after its neighbours, and the operations in its way
/// are placed anew. An operation becomes dearer each time it is thrown out, and registers become
/// dearer each time that nothing but registers is missing. So operations that have a choice leave
/// places to those that have none.
///
/// Example, at an II of 2, so that a slot has two rows. Operations p and q need the slot `mv`; r
/// takes `mv` or `alu`. No operation waits for another, and each has a price of 1.
///
///     r   goes to mv, row 0       nothing is in the way
///     p   goes to mv, row 1       row 0 would throw out r
///     q   goes to mv, row 0       both rows are taken and cost 1: the first; r is thrown out, and
///                                 costs 2 from now on
///     r   goes to alu, row 0      mv would cost 1; alu costs nothing: done
///
/// If r needed `mv`, too, three operations would take turns in two rows, until the placements that
/// run() allows are used up. The caller then tries an II of 3.
class LoopSearch {
 public:
    /// `length`: largest number of cycles from the first to the last issue of an iteration, both
    /// included.
    LoopSearch(const Loop& loop, LoopState& state, int length);

    /// Returns whether all operations are placed and no registers are missing, after at most
    /// `placements` placements.
    bool run(int placements);

 private:
    struct Cost {
        int conflicts = 0;  ///< price of the operations thrown out and of the missing registers
        int taken = 0;      ///< registers times cycles for which they are taken
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
    std::vector<int> price_;   ///< by node: price of throwing it out
    int missing_price_ = 3;    ///< price of a missing register; at first more than an operation's
    std::deque<int> waiting_;  ///< nodes, in the order in which they will be placed
};

}  // namespace xdnasim::vliw
