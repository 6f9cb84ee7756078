#pragma once
// Simulated annealing of a placement: its start, its temperatures, and the test whether a
// temperature has settled. After Yan et al. (FCCM 2026) and the authors' implementation, which
// follow VPR.

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "workloads/placement/annealing/estimate.hpp"
#include "workloads/placement/annealing/random.hpp"
#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"
#include "workloads/placement/placer.hpp"

namespace xdnasim::placement {

/// A placer that anneals repeatedly, each time from another start, until all moves are made.
[[nodiscard]] std::unique_ptr<Placer> make_annealer(CongestionModel model);

/// The same, but with the cost of each placement after routing by the search's router.
[[nodiscard]] std::unique_ptr<Placer> make_routed_annealer();

/// A start in which connected cores are close to each other. Tiles of cores are filled column by
/// column from the south. Each takes a core with a net to the core on the tile below; failing that,
/// one with a net to the core on the tile to the left; failing that, any core. Among several
/// candidates, `random` decides. Mem tiles and shims are then placed close to the mean column of
/// the cores that they have nets with. Precondition: require_placeable().
[[nodiscard]] Placement connected_start(const Netlist& netlist, const Array& array, Random& random);

/// The temperature at which sampled moves would not change the cost on average: the sum of all
/// deltas <= 0 and of each positive delta times exp(-delta / T) is 0. Found by bisection between 0
/// and five times the largest delta; if there is no such temperature, the result is that upper end.
///
/// Example: deltas -1 and 2: exp(-2 / T) = 1/2, so T = 2 / ln 2 = 2.885.
[[nodiscard]] double balanced_temperature(std::span<const double> deltas);

/// The temperature after `temperature`, at which the share `accepted` of the moves was accepted. It
/// falls fast if nearly all or nearly no moves were accepted, and slowly in between.
[[nodiscard]] double cooled(double temperature, double accepted);

/// Test whether a temperature has settled: the last accepted deltas, each weighted by its
/// probability, nearly cancel out.
class Equilibrium {
 public:
    Equilibrium() : last_(kWindow) {}

    void accept(double delta, double probability);
    [[nodiscard]] bool is_reached() const;

 private:
    static constexpr std::size_t kWindow = 1000;

    std::vector<double> last_;
    std::size_t accepted_ = 0;
    double sum_ = 0;
};

}  // namespace xdnasim::placement
