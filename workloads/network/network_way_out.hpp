#pragma once
// What makes a network fit that does not: for messages.

#include <cstdint>
#include <string>

#include "arch/device.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/network/network_search.hpp"

namespace xdnasim::network {

/// For a layer that takes too much of a core's memory: another split of it, or else a smaller size;
/// empty: neither helps.
[[nodiscard]] std::string way_into_core(const Stage& stage, const NetworkDesign& design,
                                        const arch::Device& device);

struct WayOut {
    std::string text;                ///< "; it fits with layers.1 at (0,3)"
    std::int64_t stages_placed = 0;  ///< by all searches, to find it
};

/// Of stages that the searches for a way out place, all together: half a second or so.
inline constexpr std::int64_t kStagesForWayOut = 500'000;

/// The least change that makes the network fit: of the link to the layer at fault, of the place or
/// more of a layer, that at fault first, or of all. Searches that come to nothing place no more
/// stages than `kStagesForWayOut`, nor than the limits allow.
[[nodiscard]] WayOut way_out(const NetworkDesign& design, std::size_t at_fault,
                             const arch::Device& device, const SearchLimits& limits = {});

}  // namespace xdnasim::network
