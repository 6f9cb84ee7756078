#pragma once
// Changes that make a network fit, for error messages.

#include <cstdint>
#include <string>

#include "arch/device.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/network/network_search.hpp"

namespace xdnasim::network {

/// For a layer that needs too much of a core's memory: suggests another split or, failing that, a
/// smaller size; empty if neither helps.
[[nodiscard]] std::string way_into_core(const Stage& stage, const NetworkDesign& design,
                                        const arch::Device& device);

struct WayOut {
    std::string text;                ///< such as "; it fits with layers.1 at (0,3)"
    std::int64_t stages_placed = 0;  ///< stages that all searches for it placed
};

/// Limit of the stages that the searches for a way out place in total; takes about half a second.
inline constexpr std::int64_t kStagesForWayOut = 500'000;

/// Finds the smallest change that makes the network fit: of the link to the layer at fault; of the
/// place or more of a single layer, that at fault first; or of all layers. Searches without success
/// place at most `kStagesForWayOut` stages, and not more than `limits` allow.
[[nodiscard]] WayOut way_out(const NetworkDesign& design, std::size_t at_fault,
                             const arch::Device& device, const SearchLimits& limits = {});

}  // namespace xdnasim::network
