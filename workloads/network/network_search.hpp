#pragma once
// The splits of a network's layers that the closed forms find fastest, of all that fit.

#include <cstdint>
#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/network/network_placement.hpp"

namespace xdnasim::network {

/// What a layer's split may be: powers of two that leave a core at least a tile of activations and
/// one of the accumulators' rounds, as far as the design leaves it open, on no more rows and
/// columns of cores than there are.
[[nodiscard]] std::vector<Split> splits_on_cores(const Stage& stage, const NetworkDesign& design,
                                                 const arch::Device& device);
/// Those of them that may fit the cores' memories, by links that take as little as can be.
[[nodiscard]] std::vector<Split> splits_of(const Stage& stage, const NetworkDesign& design,
                                           const arch::Device& device);

struct Found {
    std::vector<Stage> stages;  ///< placed
    double cycles = 0;          ///< by closed forms, of all samples that count
};

struct SearchResult {
    std::vector<Found> best;         ///< the fastest first; empty: nothing fits
    std::int64_t considered = 0;     ///< partial networks that were placed
    std::int64_t stages_placed = 0;  ///< of these, together
    bool complete = true;            ///< nothing was left out that may be among the best
    std::optional<Misfit> misfit{};  ///< of the one that came furthest
};

struct SearchLimits {
    std::size_t count = 1;  ///< of networks that are looked for
    /// How much longer than the fastest one of them may take, as a share.
    std::optional<double> margin{};
    std::optional<int> max_cores{};  ///< that one may take
    /// One behind the other, of which the time counts; 1: the latency.
    std::int64_t samples = 1;
    /// Stages of partial networks that are placed, and no better network found: then those found
    /// until then are the result. Some seconds.
    std::int64_t max_in_vain = 5'000'000;
};

/// Layer by layer, each placed behind the one before. What is left is bounded from below
/// (LatencyBound, and for streams of samples PaceBound): what cannot be among the `count` fastest,
/// or within the margin, is left out.
/// Exact where it is complete.
[[nodiscard]] SearchResult search(const NetworkDesign& design, const arch::Device& device,
                                  const SearchLimits& limits = {});

}  // namespace xdnasim::network
