#pragma once
// Placements in the order in which the netlist has its cores: what all others are compared with.

#include <cstdint>
#include <memory>

#include "workloads/placement/placer.hpp"

namespace xdnasim::placement {

enum class ColumnOrder : std::uint8_t { FromTheSouth, Alternating };

/// Precondition of the result: require_placeable().
[[nodiscard]] Placement place_in_order(const Netlist& netlist, const Array& array,
                                       ColumnOrder order);
[[nodiscard]] std::unique_ptr<Placer> make_in_order(ColumnOrder order);

}  // namespace xdnasim::placement
