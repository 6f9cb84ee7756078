#pragma once
// Declarations that the files of a network share.

#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_data.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::network {

/// A port of 128 bit to the programmable logic, at the inputs of the first stage or the outputs of
/// the last. Port number i uses host buffer i.
struct NetworkPort {
    std::string name;
    bool is_input = false;
    Part part;    ///< part of the network's input or output
    Part held{};  ///< the part that the core of an output holds
    int a = 0;
    int b = 0;          ///< column of the cores that an input leads to
    arch::TileId tile;  ///< core that an output comes from
};
[[nodiscard]] std::vector<NetworkPort> ports_of(const std::vector<Stage>& stages);

/// The kernel of a core of a layer's stage. `a`: the slice of the activations that its memory
/// holds, if they come by streams.
[[nodiscard]] kernels::Dense dense_of(const NetworkDesign& design, const std::vector<Stage>& stages,
                                      std::size_t stage, int b, const kernels::ActivationSlice& a);
/// The kernel of row `a` of an aggregation, counted from below.
[[nodiscard]] kernels::Reduce reduce_of(const NetworkDesign& design,
                                        const std::vector<Stage>& stages, std::size_t stage, int a);

/// The program of the array, with routes if it has packets. Throws MappingError if memories,
/// channels or ports do not suffice.
[[nodiscard]] schedule::Schedule program_of(const NetworkDesign& design,
                                            const std::vector<Stage>& stages,
                                            const arch::Device& device);

}  // namespace xdnasim::network
