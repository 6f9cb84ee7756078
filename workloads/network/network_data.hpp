#pragma once
// The data of a network: weights and biases, inputs, and the expected outputs. Activations are
// passed to the array in tiles, part by part.

#include <cstdint>
#include <span>
#include <vector>

#include "workloads/network/links/transfers.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::network {

/// A matrix in row-major order.
struct Matrix {
    int rows = 0;
    int columns = 0;
    std::vector<std::int8_t> values;

    Matrix(int rows_of, int columns_of)
        : rows{rows_of},
          columns{columns_of},
          values(static_cast<std::size_t>(rows_of) * static_cast<std::size_t>(columns_of)) {}

    [[nodiscard]] std::int8_t& at(int row, int column) { return values[index(row, column)]; }
    [[nodiscard]] std::int8_t at(int row, int column) const { return values[index(row, column)]; }
    /// The element, or 0 outside the matrix, as padding.
    [[nodiscard]] std::int8_t or_zero(int row, int column) const {
        return row < rows && column < columns ? at(row, column) : std::int8_t{0};
    }

 private:
    [[nodiscard]] std::size_t index(int row, int column) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
               static_cast<std::size_t>(column);
    }
};

/// Weights and biases of a layer, without padding.
struct Weights {
    Matrix matrix;                   ///< one row for each input of the layer
    std::vector<std::int32_t> bias;  ///< empty if the layer has none
};

/// Weights of all layers; a seed gives the same values on every machine.
[[nodiscard]] std::vector<Weights> weights_of(const NetworkDesign& design);

/// Weights in the layout of the kernel's operand B, for the core's part of K and N.
[[nodiscard]] schedule::Content packed_weights(const Weights& weights, const Stage& stage, int b,
                                               int c);
[[nodiscard]] schedule::Content packed_bias(const Weights& weights, const Stage& stage, int c);

/// A part of a matrix, in tiles.
[[nodiscard]] std::vector<std::byte> packed(const Matrix& matrix, const Part& part);
/// Writes the elements that `bytes`, a packed part, holds into the matrix.
void unpack(std::span<const std::byte> bytes, const Part& part, Matrix& matrix);

/// The expected outputs, layer by layer, computed with plain 64-bit integers. Shares no code with
/// the kernels.
class Reference {
 public:
    Reference(const NetworkDesign& design, const std::vector<Weights>& weights)
        : design_{design}, weights_{weights} {}

    /// Activations of each layer, and of the aggregation after one.
    [[nodiscard]] std::vector<Matrix> activations(const Matrix& input) const;

 private:
    [[nodiscard]] Matrix layer(const Matrix& input, std::size_t number) const;
    [[nodiscard]] Matrix aggregated(const Matrix& input, Aggregation aggregation) const;

    const NetworkDesign& design_;
    const std::vector<Weights>& weights_;
};

}  // namespace xdnasim::network
