#pragma once
// A lower bound of the cycles from sample to sample of the stages of a network that are not placed
// yet.

#include <cstddef>
#include <utility>
#include <vector>

#include "workloads/network/network_bound.hpp"
#include "workloads/network/network_model.hpp"

namespace xdnasim::network {

/// The bound depends on what each stage takes by itself; links are ignored.
class PaceBound {
 public:
    PaceBound(const LatencyModel& model, const Choices& choices);

    /// Cycles from sample to sample of the slowest stage from `i` on, if these stages have `cores`
    /// cores.
    [[nodiscard]] double from(std::size_t i, int cores) const;

 private:
    /// Pairs of a number of cores and the least cycles with it; cycles fall as cores rise.
    using Front = std::vector<std::pair<int, double>>;

    [[nodiscard]] static Front front_of(Front all);
    [[nodiscard]] static Front both(const Front& one, const Front& other);

    std::vector<Front> fronts_;  ///< indexed by stage; for this stage and all later ones
};

}  // namespace xdnasim::network
