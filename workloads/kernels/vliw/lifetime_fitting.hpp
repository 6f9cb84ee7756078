#pragma once
// Makes a loop's values fit into the registers without changing its initiation interval.

#include <optional>
#include <utility>
#include <vector>

#include "xdnasim/workloads/kernels/vliw/loop_placement.hpp"
#include "xdnasim/workloads/kernels/vliw/registers.hpp"
#include "xdnasim/workloads/kernels/vliw/reservation_table.hpp"

namespace xdnasim::vliw {

/// Moves one operation at a time. Of cycles that cost the same it takes the last, so that an
/// operation between two others makes room for the one before it to follow.
class LifetimeFitting {
 public:
    LifetimeFitting(const Loop& loop, ReservationTable& table, std::vector<Placement>& placements);

    /// Do all values have registers at the end?
    bool run();

 private:
    /// Registers that are missing, then the cycles for which registers are taken.
    using Cost = std::pair<int, int>;

    [[nodiscard]] std::vector<int> last_first() const;
    [[nodiscard]] std::pair<int, int> window(int node) const;
    bool move(int node);
    [[nodiscard]] Cost cost_at(int node, int cycle);
    void count(int node);
    void forget(int node);

    const Loop& loop_;
    ReservationTable& table_;
    std::vector<Placement>& placements_;
    LiveCounts alive_;
    std::vector<std::vector<int>> touched_;  ///< by node: the values whose lifetimes it sets
};

}  // namespace xdnasim::vliw
