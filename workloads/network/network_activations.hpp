#pragma once
// The activations that the cores of a network produce, layer by layer, in a run that moves data.

#include <map>
#include <string>
#include <vector>

#include "workloads/network/network_data.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/schedule/data_run.hpp"
#include "workloads/schedule/verification.hpp"

namespace xdnasim::network {

/// Collects the activations of each stage, from the buffers that its cores fill or the words that
/// they put on the cascade. Precondition: the design and the stages outlive it.
class Activations final : public schedule::CallListener {
 public:
    Activations(const NetworkDesign& design, const std::vector<Stage>& stages);

    void on(const schedule::CallData& call) override;

    /// Was there any call?
    [[nodiscard]] bool known() const { return known_; }
    /// Activations of a stage for a sample, without padding; 0 where no core has produced a value.
    [[nodiscard]] const Matrix& of(std::size_t stage, int sample) const {
        return given_[stage][static_cast<std::size_t>(sample)];
    }
    [[nodiscard]] std::string name_of(std::size_t stage) const;  // "layer 1", "aggregation"
    /// The core that produces an activation.
    [[nodiscard]] arch::TileId giver_of(std::size_t stage, int row, int column) const;

    /// Arrays of all activations: "layer_1" or "aggregation" for each stage, of shape samples x
    /// rows x columns; and the arrays that they are computed from: "input", "layer_1_weights",
    /// "layer_1_bias".
    [[nodiscard]] std::vector<schedule::DataArray> arrays(
        const std::vector<Matrix>& inputs, const std::vector<Weights>& weights) const;
    /// Names of arrays(), in the same order.
    [[nodiscard]] std::vector<std::string> array_names() const;

 private:
    struct Giver {
        std::size_t stage = 0;
        Part part;
        bool puts = false;  ///< on the cascade; otherwise into its last argument
        std::size_t calls = 0;
    };
    [[nodiscard]] std::string array_of(std::size_t stage) const;

    const NetworkDesign& design_;
    const std::vector<Stage>& stages_;
    std::map<arch::TileId, Giver> givers_;
    std::vector<std::vector<Matrix>> given_;  ///< indexed by stage and sample
    bool known_ = false;
};

}  // namespace xdnasim::network
