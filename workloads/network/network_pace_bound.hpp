#pragma once
// The least pace of a stream of samples that the stages of a network can have that are not placed
// yet.

#include <cstddef>
#include <utility>
#include <vector>

#include "workloads/network/network_bound.hpp"
#include "workloads/network/network_model.hpp"

namespace xdnasim::network {

/// By what each stage takes alone: links are not seen.
class PaceBound {
 public:
    PaceBound(const LatencyModel& model, const Choices& choices);

    /// Cycles from sample to sample, of the slowest of stage `i` and those behind it, where they
    /// have so many cores.
    [[nodiscard]] double from(std::size_t i, int cores) const;

 private:
    /// Cores, and the least pace with them: the more, the faster.
    using Front = std::vector<std::pair<int, double>>;

    [[nodiscard]] static Front front_of(Front all);
    [[nodiscard]] static Front both(const Front& one, const Front& other);

    std::vector<Front> fronts_;  ///< of each stage and all behind it
};

}  // namespace xdnasim::network
