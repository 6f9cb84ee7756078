#pragma once
// What the cores of a network give, layer by layer, as a run that moves data tells of it.

#include <map>
#include <string>
#include <vector>

#include "workloads/network/network_data.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/schedule/data_run.hpp"
#include "workloads/schedule/verification.hpp"

namespace xdnasim::network {

/// The activations of each stage, from the buffers that its cores fill, or from the words that they
/// put on the cascade. The design and the stages outlive this.
class Activations final : public schedule::CallListener {
 public:
    Activations(const NetworkDesign& design, const std::vector<Stage>& stages);

    void on(const schedule::CallData& call) override;

    /// Whether there was any call.
    [[nodiscard]] bool known() const { return known_; }
    /// Without padding; 0 where nobody has given anything.
    [[nodiscard]] const Matrix& of(std::size_t stage, int sample) const {
        return given_[stage][static_cast<std::size_t>(sample)];
    }
    [[nodiscard]] std::string name_of(std::size_t stage) const;  // "layer 1", "aggregation"
    /// The core that an activation comes from.
    [[nodiscard]] arch::TileId giver_of(std::size_t stage, int row, int column) const;

    /// Of each stage "layer_1", or "aggregation", of shape samples x rows x columns; and what they
    /// are computed from: "input", "layer_1_weights", "layer_1_bias".
    [[nodiscard]] std::vector<schedule::DataArray> arrays(
        const std::vector<Matrix>& inputs, const std::vector<Weights>& weights) const;
    /// Of those, in their order.
    [[nodiscard]] std::vector<std::string> array_names() const;

 private:
    struct Giver {
        std::size_t stage = 0;
        Part part;
        bool puts = false;  ///< on the cascade; else its last argument has it
        std::size_t calls = 0;
    };
    [[nodiscard]] std::string array_of(std::size_t stage) const;

    const NetworkDesign& design_;
    const std::vector<Stage>& stages_;
    std::map<arch::TileId, Giver> givers_;
    std::vector<std::vector<Matrix>> given_;  ///< index: stage, sample
    bool known_ = false;
};

}  // namespace xdnasim::network
