#pragma once
// Reads the instruction slots of a core from a device file.

#include "arch/quantity_reader.hpp"
#include "arch/slot_model.hpp"

namespace xdnasim::arch {

[[nodiscard]] SlotModel read_slot_model(QuantityReader section);

}  // namespace xdnasim::arch
