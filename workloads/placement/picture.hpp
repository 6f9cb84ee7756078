#pragma once
// A placed and routed netlist as a picture.

#include <string>

#include "workloads/placement/array.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placement {

/// SVG: the array with north on top, the core on each tile and what its DMA and memory hold; a line
/// for each hop of each stream, coloured by its kind; how many channels of a link are taken, in red
/// where all are; a bar between cores that share buffers, with a knob in the tile where they lie.
/// Viewers show a net's cores when one points at its line.
[[nodiscard]] std::string draw_svg(const Netlist& netlist, const Array& array,
                                   const Solution& solution);

}  // namespace xdnasim::placement
