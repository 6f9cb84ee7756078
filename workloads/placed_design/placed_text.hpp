#pragma once
// The text of a design with other tiles.

#include <string>

#include "arch/device.hpp"
#include "workloads/design/ir/operation.hpp"
#include "workloads/placed_design/design_netlist.hpp"
#include "workloads/placement/placement.hpp"

namespace xdnasim::placed_design {

/// The device of a text that is placed anew.
struct DeviceText {
    const ir::Text& text;
    const ir::Region& device;
    const arch::Device& array;
};

/// See PlaceableDesign::text_with(). `found`: the netlist of the same device.
[[nodiscard]] std::string placed_text(const DeviceText& written, const DesignNetlist& found,
                                      const placement::Solution& solution,
                                      const placement::Array& array);

}  // namespace xdnasim::placed_design
