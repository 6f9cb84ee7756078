#pragma once
// Reads the section of one kind of tile from a device file.

#include "arch/device.hpp"
#include "arch/quantity_reader.hpp"

namespace xdnasim::arch {

[[nodiscard]] TileModel read_tile(QuantityReader tile);

/// `shim`: what the multiplexer must fit to.
[[nodiscard]] ShimMux read_shim_mux(QuantityReader mux, const TileModel& shim);

}  // namespace xdnasim::arch
