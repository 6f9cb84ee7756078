#pragma once
// The sections of a device file that have a source of their own: the slots of a core, cores, the
// kinds of tiles.

#include "arch/core_model.hpp"
#include "arch/device.hpp"
#include "arch/quantity_reader.hpp"

namespace xdnasim::arch {

// Reads the instruction slots of a core from a device file.

[[nodiscard]] SlotModel read_slot_model(QuantityReader section);

/// Reads the section of the cores into `device`, whose comp_tile is known.
void read_core(QuantityReader section, Device& device);

// Reads the section of one kind of tile from a device file.

[[nodiscard]] TileModel read_tile(QuantityReader tile, TileKind kind);

/// `shim`: what the multiplexer must fit to.
[[nodiscard]] ShimMux read_shim_mux(QuantityReader mux, const TileModel& shim);

}  // namespace xdnasim::arch
