#pragma once
// The temperatures of an annealing: where it begins, how it goes on, and when it has settled. After
// Yan et al. (FCCM 2026) and the authors' implementation, which follow VPR.

#include <cstddef>
#include <span>
#include <vector>

namespace xdnasim::placement {

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
