#pragma once
// Registers that a loop's operations take while its schedule is being made.

#include <optional>
#include <vector>

#include "workloads/kernels/vliw/loop_state.hpp"
#include "workloads/kernels/vliw/registers.hpp"

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

}  // namespace xdnasim::vliw
