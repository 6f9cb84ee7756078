#pragma once
// The routed program of an array as a picture, whatever its workload.

#include <string>

#include "arch/device.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::picture {

/// SVG: tiles with the kernels of their cores and how full their memories are; a line for each hop
/// of each stream, coloured by where it comes from; how many channels of a link are taken, in red
/// where all are; cascades as bars; buffers that a core uses in a neighbour's memory; ports to the
/// programmable logic. Viewers show a stream's ends when one points at its line. Precondition: the
/// schedule is one of `device`, and has routes.
[[nodiscard]] std::string draw_svg(const schedule::Schedule& schedule, const arch::Device& device);

}  // namespace xdnasim::picture
