#pragma once
// The search for the splits of a network's layers that fit and are fastest by the closed forms.

#include <cstdint>
#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/network/network_placement.hpp"

namespace xdnasim::network {

/// Possible splits of a layer, as far as the design leaves them open: powers of two that leave a
/// core at least a tile of activations and one round of accumulators, on no more rows and columns
/// of cores than there are.
[[nodiscard]] std::vector<Split> splits_on_cores(const Stage& stage, const NetworkDesign& design,
                                                 const arch::Device& device);
/// Splits of splits_on_cores() that can fit the cores' memories with the links that need least
/// memory.
[[nodiscard]] std::vector<Split> splits_of(const Stage& stage, const NetworkDesign& design,
                                           const arch::Device& device);

struct Found {
    std::vector<Stage> stages;  ///< placed
    double cycles = 0;          ///< cycles of all samples by closed forms
};

struct SearchResult {
    std::vector<Found> best;         ///< the fastest first; empty: nothing fits
    std::int64_t considered = 0;     ///< number of partial networks that were placed
    std::int64_t stages_placed = 0;  ///< number of stages of these, in total
    bool complete = true;            ///< whether nothing was left out that may be among the best
    std::optional<Misfit> misfit{};  ///< misfit of the partial network with most stages
};

struct SearchLimits {
    std::size_t count = 1;  ///< number of networks to find
    /// Share by which a network may be slower than the fastest one.
    std::optional<double> margin{};
    std::optional<int> max_cores{};  ///< maximum number of cores of a network
    /// Number of samples in a stream whose total time counts; 1: the latency counts.
    std::int64_t samples = 1;
    /// Number of stages of partial networks that may be placed without finding a better network;
    /// after that, the networks found so far are the result. The default takes some seconds.
    std::int64_t max_in_vain = 5'000'000;
};

/// Branch and bound, layer by layer, with each layer placed after the one before. The remaining
/// stages are bounded from below (LatencyBound and, for streams of samples, PaceBound); partial
/// networks that cannot be among the `count` fastest or within the margin are skipped. Exact if
/// SearchResult::complete.
[[nodiscard]] SearchResult search(const NetworkDesign& design, const arch::Device& device,
                                  const SearchLimits& limits = {});

}  // namespace xdnasim::network
