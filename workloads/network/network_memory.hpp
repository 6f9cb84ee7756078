#pragma once
// The memory that a core needs for its layer, and whether there is room for it.

#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/network/network_placement.hpp"

namespace xdnasim::network {

/// Buffers of a core in the last column of a layer, which needs at least as much as the others.
struct CoreMemory {
    int input_buffers = 2;
    arch::Bytes inputs{};  ///< size of one input buffer
    int output_buffers = 2;
    arch::Bytes outputs{};
    arch::Bytes weights{};
    arch::Bytes bias{};

    [[nodiscard]] arch::Bytes all() const;
};
/// Such as "its weights and two buffers of inputs and of outputs each".
[[nodiscard]] std::string to_string(const CoreMemory& memory);

/// Bytes of a core's memory that are available for a layer's data.
[[nodiscard]] arch::Bytes room_of_core(const arch::Device& device);

/// Memory of a core with the links to and from the layer that need least, among those that the
/// design and the layer's own split allow.
[[nodiscard]] CoreMemory least_memory_of(const Stage& stage, const NetworkDesign& design);

/// Reports if the last of `stages` or the one before does not fit into the memories of its cores,
/// as far as later stages cannot change this; for a whole network, if any stage does not fit.
/// Precondition: the stages are placed.
[[nodiscard]] std::optional<Misfit> misfit_of_memory(const std::vector<Stage>& stages,
                                                     const NetworkDesign& design,
                                                     const arch::Device& device);

}  // namespace xdnasim::network
