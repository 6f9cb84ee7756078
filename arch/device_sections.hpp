#pragma once
// Readers of those sections of a device file that have a source file of their own: the slots of a
// core (slot_sections.cpp), cores (core_sections.cpp) and kinds of tiles (tile_sections.cpp).

#include "arch/core_model.hpp"
#include "arch/device.hpp"
#include "arch/quantity_reader.hpp"

namespace xdnasim::arch {

/// Reads the instruction slots of a core. Throws base::InputError, as the other readers do.
[[nodiscard]] SlotModel read_slot_model(QuantityReader section);

/// Reads the section of the cores into `device`. Precondition: device.comp_tile has been read.
void read_core(QuantityReader section, Device& device);

/// Reads the section of one kind of tile.
[[nodiscard]] TileModel read_tile(QuantityReader tile, TileKind kind);

/// Reads the shim mux. `shim`: the kind of tile whose DMA channels and South ports it connects.
[[nodiscard]] ShimMux read_shim_mux(QuantityReader mux, const TileModel& shim);

}  // namespace xdnasim::arch
