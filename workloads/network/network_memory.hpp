#pragma once
// What a core keeps of its layer, and whether its memory has room for that.

#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/network/network_placement.hpp"

namespace xdnasim::network {

/// Of a core in a layer's last column, which keeps no less than the others.
struct CoreMemory {
    int input_buffers = 2;
    arch::Bytes inputs{};  ///< of one of these buffers
    int output_buffers = 2;
    arch::Bytes outputs{};
    arch::Bytes weights{};
    arch::Bytes bias{};

    [[nodiscard]] arch::Bytes all() const;
};
/// "its weights and two buffers of inputs and of outputs each"
[[nodiscard]] std::string to_string(const CoreMemory& memory);

/// For what layers keep there.
[[nodiscard]] arch::Bytes room_of_core(const arch::Device& device);

/// With the links to and from the layer that take least, of those that the design and the layer's
/// own split allow.
[[nodiscard]] CoreMemory least_memory_of(const Stage& stage, const NetworkDesign& design);

/// What keeps the last of `stages` and the one before from the memories of their cores, as far as
/// it cannot change with the stages to come; of a whole network, what keeps any of them.
/// Precondition: they are placed.
[[nodiscard]] std::optional<Misfit> misfit_of_memory(const std::vector<Stage>& stages,
                                                     const NetworkDesign& design,
                                                     const arch::Device& device);

}  // namespace xdnasim::network
