#pragma once
// The edges of an operation graph by node, and the longest paths along them.

#include <optional>
#include <span>
#include <vector>

#include "workloads/kernels/vliw/indexing.hpp"
#include "workloads/kernels/vliw/operation_graph.hpp"

namespace xdnasim::vliw {

/// How far apart a node and `node` must issue within one iteration's schedule.
struct Dependence {
    int node = 0;
    int latency = 0;  ///< less the cycles that the iterations between the two take
};

/// A loop's dependences at one initiation interval, or with interval 0 those of straight-line
/// code, which has no iterations and so no edges with a distance.
class Dependences {
 public:
    Dependences(const OperationGraph& graph, int ii);

    [[nodiscard]] int nodes() const { return static_cast<int>(before_.size()); }
    /// What a node waits for.
    [[nodiscard]] std::span<const Dependence> before(int node) const { return at(before_, node); }
    /// What waits for a node.
    [[nodiscard]] std::span<const Dependence> after(int node) const { return at(after_, node); }

 private:
    std::vector<std::vector<Dependence>> before_;
    std::vector<std::vector<Dependence>> after_;
};

struct LongestPaths {
    std::vector<int> cycles;      ///< by node; at least 0
    std::optional<int> on_cycle;  ///< a node that must issue after itself: no schedule exists
};
/// Cycles that must pass before a node issues; `earliest` are those by node without what it
/// depends on.
[[nodiscard]] LongestPaths heads(const Dependences& dependences, std::vector<int> earliest);
/// Cycles that must pass from a node's issue to the last issue that waits for it.
[[nodiscard]] LongestPaths tails(const Dependences& dependences);

}  // namespace xdnasim::vliw
