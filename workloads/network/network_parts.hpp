#pragma once
// What the files of a network know of each other.

#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_data.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::network {

/// A port of 128 bit to the programmable logic, at the inputs of the first stage or the outputs of
/// the last one: number i is that of host buffer i.
struct NetworkPort {
    std::string name;
    bool is_input = false;
    Part part;    ///< of the network's input or output
    Part held{};  ///< of an output: what its core holds
    int a = 0;
    int b = 0;          ///< of an input: the column of cores
    arch::TileId tile;  ///< of an output: the core
};
[[nodiscard]] std::vector<NetworkPort> ports_of(const std::vector<Stage>& stages);

/// The kernel of a core of a stage of a layer. `a`: what its memory holds of the activations where
/// they come by streams.
[[nodiscard]] kernels::Dense dense_of(const NetworkDesign& design, const std::vector<Stage>& stages,
                                      std::size_t stage, int b, const kernels::ActivationSlice& a);
/// Of row `a`, counted from below.
[[nodiscard]] kernels::Reduce reduce_of(const NetworkDesign& design,
                                        const std::vector<Stage>& stages, std::size_t stage, int a);

/// The program of the array; its routes where it has packets. Throws MappingError where memories,
/// channels or ports do not suffice.
[[nodiscard]] schedule::Schedule program_of(const NetworkDesign& design,
                                            const std::vector<Stage>& stages,
                                            const arch::Device& device);

}  // namespace xdnasim::network
