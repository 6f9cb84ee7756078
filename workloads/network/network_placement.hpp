#pragma once
// Where the layers of a network stand on an array, and by which links they follow each other.

#include <optional>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "workloads/network/network_design.hpp"

namespace xdnasim::network {

/// The cores of an array of which some are taken.
class FreeCores {
 public:
    explicit FreeCores(const arch::Device& device);

    /// Whether a rectangle of cores lies in the array and is free; `at` is its south-west corner.
    [[nodiscard]] bool has(arch::TileId at, int width, int height) const;
    void take(arch::TileId at, int width, int height);
    /// The one of the lowest row, and of these of the lowest column (Ji et al., section 5.2).
    [[nodiscard]] std::optional<arch::TileId> find(int width, int height) const;

 private:
    int columns_;
    int rows_;
    int first_row_;
    std::vector<bool> taken_;
};

/// What keeps a network off an array.
struct Misfit {
    std::size_t layer = 0;
    std::string message;
};

/// Where a problem file has the layer: "network.layers.1".
[[nodiscard]] std::string layer_key(std::size_t layer);
/// Throws MappingError that names the layer.
[[noreturn]] void refuse_layer(std::size_t layer, const std::string& message);

/// Gives the stages their places: those that the design says, the others one after the other, from
/// the left to the right and from below to above, an aggregation to the east of its layer. Then
/// their links, where the design leaves them open: the cascade where it can be, else streams.
/// Returns what does not fit.
[[nodiscard]] std::optional<Misfit> place(std::vector<Stage>& stages, const NetworkDesign& design,
                                          const arch::Device& device);

/// Moves a network that is placed as far to the east as brings its first layer over the ports to
/// the programmable logic that are as many as it needs, and leaves it in the array. Where a port is
/// far away, it costs time and streams. A network whose places are asked for stays.
void move_over_ports(std::vector<Stage>& stages, const NetworkDesign& design,
                     const arch::Device& device);

/// What keeps streams from the ports they need: of the programmable logic, or of the DMAs of cores
/// between the last of `stages` and the one before. Precondition: they are placed.
[[nodiscard]] std::optional<Misfit> misfit_of_streams(const std::vector<Stage>& stages,
                                                      const arch::Device& device);

/// Whether the cascade leads from a stage to the next one if that stands beside it.
[[nodiscard]] bool splits_allow_cascade(const Stage& from, const Stage& to);

/// The link into a stage: the one that the design says; where it leaves it open, the cascade if it
/// leads there, else streams.
[[nodiscard]] Link link_to(const Stage& stage, const NetworkDesign& design, bool cascade_leads);

/// Ports to the programmable logic of 128 bit, one way.
struct PortCounts {
    int inputs = 0;
    int outputs = 0;
};
[[nodiscard]] PortCounts ports_needed(const std::vector<Stage>& stages);
[[nodiscard]] PortCounts ports_of(const arch::Device& device);

}  // namespace xdnasim::network
