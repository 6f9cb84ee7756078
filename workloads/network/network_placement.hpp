#pragma once
// Placement of the layers of a network on an array, and the links between them.

#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_design.hpp"

namespace xdnasim::network {

/// The free and the taken cores of an array.
class FreeCores {
 public:
    explicit FreeCores(const arch::Device& device);

    /// Is the rectangle of cores within the array and free? `at` is its south-west corner.
    [[nodiscard]] bool has(arch::TileId at, int width, int height) const;
    void take(arch::TileId at, int width, int height);
    /// The free rectangle in the lowest row, and there in the lowest column (Ji et al., section
    /// 5.2).
    [[nodiscard]] std::optional<arch::TileId> find(int width, int height) const;

 private:
    int columns_;
    int rows_;
    int first_row_;
    std::vector<bool> taken_;
};

/// Reason why a network does not fit onto an array.
struct Misfit {
    std::size_t layer = 0;
    std::string message;
};

/// Path of the layer in the problem file: "network.layers.1".
[[nodiscard]] std::string layer_key(std::size_t layer);
/// Throws MappingError that names the layer.
[[noreturn]] void refuse_layer(std::size_t layer, const std::string& message);

/// Sets the places of the stages: as the design says, otherwise one after the other, from left to
/// right and from bottom to top, with an aggregation to the east of its layer. Then sets the links
/// that the design leaves open: the cascade where possible, otherwise streams. Returns what does
/// not fit.
[[nodiscard]] std::optional<Misfit> place(std::vector<Stage>& stages, const NetworkDesign& design,
                                          const arch::Device& device);

/// Moves a placed network to the east as far as needed, and as far as the array allows, to bring
/// its first layer above the ports to the programmable logic that it needs. A port far away costs
/// time and streams. A network with requested places is not moved.
void move_over_ports(std::vector<Stage>& stages, const NetworkDesign& design,
                     const arch::Device& device);

/// Reports if streams lack ports: those to the programmable logic, or those of the DMAs of cores
/// between the last of `stages` and the one before. Precondition: the stages are placed.
[[nodiscard]] std::optional<Misfit> misfit_of_streams(const std::vector<Stage>& stages,
                                                      const arch::Device& device);

/// Do the splits allow a cascade from one stage to the next, if they lie side by side?
[[nodiscard]] bool splits_allow_cascade(const Stage& from, const Stage& to);

/// The link into a stage: as the design says; if it leaves it open, the cascade if `cascade_leads`,
/// and otherwise streams.
[[nodiscard]] Link link_to(const Stage& stage, const NetworkDesign& design, bool cascade_leads);

/// Numbers of 128-bit ports to the programmable logic in each direction.
struct PortCounts {
    int inputs = 0;
    int outputs = 0;
};
[[nodiscard]] PortCounts ports_needed(const std::vector<Stage>& stages);
[[nodiscard]] PortCounts ports_of(const arch::Device& device);

}  // namespace xdnasim::network
