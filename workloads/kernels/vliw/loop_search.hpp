#pragma once
// The search for a schedule of a loop at a given II.

#include <array>
#include <compare>
#include <deque>
#include <optional>
#include <vector>

#include "workloads/kernels/vliw/operation_graph.hpp"
#include "workloads/kernels/vliw/placement.hpp"
#include "workloads/kernels/vliw/registers.hpp"

// Registers that a loop's operations take while its schedule is being made.

namespace xdnasim::vliw {

/// Counts the values of the operations that are placed, each up to its last reader that is.
class LoopRegisters {
 public:
    explicit LoopRegisters(const Loop& loop);

    /// The node may be placed already: it moves.
    void place(int node, int cycle);
    void remove(int node);

    /// Registers that are missing, summed over cycles and files.
    [[nodiscard]] int missing() const { return alive_.excess(); }
    /// Registers, times the cycles for which they are taken, of what the node writes and reads.
    [[nodiscard]] int taken_by(int node) const;
    /// Placed nodes that set the lifetime of a value for which registers are missing.
    [[nodiscard]] std::vector<int> at_fault();

 private:
    [[nodiscard]] std::optional<Lifetime> lifetime(int value) const;
    void update(int value);

    const Loop& loop_;
    LiveCounts alive_;
    std::vector<std::optional<int>> cycles_;          ///< by node: of issue
    std::vector<std::optional<Lifetime>> lifetimes_;  ///< by node: as they are counted
    std::vector<std::vector<int>> touched_;  ///< by node: the values whose lifetimes it sets
};

// Registers that a loop's iterations hand on to each other and that are never free.

/// Operations that add, one after the other, to what the iteration before left in a register.
struct CarriedChains {
    std::vector<char> on_chain;                       ///< by node
    std::array<int, arch::kRegisterFiles> registers;  ///< that all chains together hold
};
[[nodiscard]] CarriedChains carried_chains(const OperationGraph& graph);

/// Negotiation, as routers do it (McMurchie and Ebeling, "PathFinder", 1995): one operation at a
/// time goes where it costs least, before or after its neighbours, and what is in its way is
/// placed anew. An operation becomes dearer each time it is thrown out, and registers each time
/// that they are all that is missing, so that those with a choice leave what others cannot do
/// without.
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
