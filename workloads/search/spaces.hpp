#pragma once
// The networks and the GEMMs on packs of cores that a search may choose from, the fastest by the
// closed forms first.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "arch/device.hpp"
#include "workloads/gemm/packs/pack_design.hpp"
#include "workloads/network/network_search.hpp"
#include "workloads/network/network_workload.hpp"
#include "workloads/search/design.hpp"
#include "workloads/search/strategy.hpp"

namespace xdnasim::search {

/// Of the same layers, with other splits, places and links where the design leaves them open.
class NetworkSpace final : public Space {
 public:
    /// Throws MappingError when no network fits. `device` outlives this.
    NetworkSpace(network::NetworkDesign design, const arch::Device& device,
                 const network::SearchLimits& limits);

    [[nodiscard]] std::size_t size() const override { return found_.best.size(); }
    [[nodiscard]] Design design(std::size_t index) override;
    /// Partial networks that the search placed.
    [[nodiscard]] std::int64_t considered() const { return found_.considered; }

 private:
    network::NetworkDesign design_;
    const arch::Device& device_;
    network::SearchResult found_;
};

/// The fastest network by the closed forms for each number of cores at which it gets faster, from
/// the most cores to the fewest, `max` at most. `device` outlives the call.
[[nodiscard]] std::vector<Design> fastest_by_cores(const network::NetworkDesign& design,
                                                   const arch::Device& device, std::size_t max);

/// Other tiles, sizes of packs and placements of buffers, where the design leaves them open. Each
/// multiplies matrices of its own sizes; what is compared is the time for about kPackOperations.
class PackSpace final : public Space {
 public:
    /// Throws MappingError when none fits. `device` outlives this.
    PackSpace(const gemm::packs::PackDesign& open, const arch::Device& device);

    [[nodiscard]] std::size_t size() const override { return designs_.size(); }
    [[nodiscard]] Design design(std::size_t index) override { return designs_.at(index); }

 private:
    std::vector<Design> designs_;
};

inline constexpr double kPackOperations = 1e12;

/// Multiplications and additions of all runs of a design.
[[nodiscard]] double operations_of(const Design& design);

}  // namespace xdnasim::search
