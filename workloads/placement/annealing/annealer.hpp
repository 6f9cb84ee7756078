#pragma once
// Simulated annealing of a placement: its starts, its temperatures, and when one has settled. After
// Yan et al. (FCCM 2026) and the authors' implementation, which follow VPR.

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

/// Anneals again and again, each time from another start, until all moves are made.
[[nodiscard]] std::unique_ptr<Placer> make_annealer(CongestionModel model);

/// The same with each placement's cost as the search's router has it.
[[nodiscard]] std::unique_ptr<Placer> make_routed_annealer();

/// Tiles of cores are filled column by column from the south. Each takes a core that has a net to
/// the one on the tile below, or else on the tile to the left, or else any; of several `random`
/// takes one. Mem tiles and shims then go next to the mean column of what they have nets with.
/// Precondition: require_placeable().
[[nodiscard]] Placement connected_start(const Netlist& netlist, const Array& array, Random& random);

/// The temperature at which sampled moves would cost nothing on the whole: where the sum of all
/// deltas of 0 or less and of each positive one times exp(-delta / T) is 0. Found by bisection up
/// to five times the largest delta, which is the answer where there is no other.
///
/// Example: deltas -1 and 2: exp(-2 / T) = 1/2, so T = 2 / ln 2 = 2.885.
[[nodiscard]] double balanced_temperature(std::span<const double> deltas);

/// The next temperature after one at which `accepted` of the moves were: fast while nearly all or
/// nearly none are, slow between.
[[nodiscard]] double cooled(double temperature, double accepted);

/// Whether a temperature has settled: the last accepted deltas, each times its probability, nearly
/// cancel out.
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
