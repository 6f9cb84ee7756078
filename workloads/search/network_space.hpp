#pragma once
// The networks on an array that a search may choose from, the fastest by the closed forms first.

#include <cstddef>
#include <optional>
#include <vector>

#include "arch/device.hpp"
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

}  // namespace xdnasim::search
