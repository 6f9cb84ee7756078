#pragma once
// The numbers of a network: weights and biases, inputs, and what the right outputs are. Activations
// are handed to the array in tiles, part by part.

#include <cstdint>
#include <span>
#include <vector>

#include "workloads/network/links/transfers.hpp"
#include "workloads/network/network_design.hpp"
#include "workloads/schedule/tile_program.hpp"

namespace xdnasim::network {

/// Row-major.
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
    /// 0 outside: what pads it.
    [[nodiscard]] std::int8_t or_zero(int row, int column) const {
        return row < rows && column < columns ? at(row, column) : std::int8_t{0};
    }

 private:
    [[nodiscard]] std::size_t index(int row, int column) const {
        return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
               static_cast<std::size_t>(column);
    }
};

/// Of a layer, as they are without padding.
struct Weights {
    Matrix matrix;                   ///< rows: inputs of the layer
    std::vector<std::int32_t> bias;  ///< empty: it has none
};

/// The same for a seed on every machine.
[[nodiscard]] std::vector<Weights> weights_of(const NetworkDesign& design);

/// As the kernel's B: of the core's part of K and N.
[[nodiscard]] schedule::Content packed_weights(const Weights& weights, const Stage& stage, int b,
                                               int c);
[[nodiscard]] schedule::Content packed_bias(const Weights& weights, const Stage& stage, int c);

/// A part of a matrix, in tiles.
[[nodiscard]] std::vector<std::byte> packed(const Matrix& matrix, const Part& part);
/// Writes what such a part holds of the matrix.
void unpack(std::span<const std::byte> bytes, const Part& part, Matrix& matrix);

/// The outputs for an input, layer by layer, in plain integers of 64 bits: shares no code with the
/// kernels.
class Reference {
 public:
    Reference(const NetworkDesign& design, const std::vector<Weights>& weights)
        : design_{design}, weights_{weights} {}

    /// Of each layer, and of the aggregation behind one.
    [[nodiscard]] std::vector<Matrix> activations(const Matrix& input) const;

 private:
    [[nodiscard]] Matrix layer(const Matrix& input, std::size_t number) const;
    [[nodiscard]] Matrix aggregated(const Matrix& input, Aggregation aggregation) const;

    const NetworkDesign& design_;
    const std::vector<Weights>& weights_;
};

}  // namespace xdnasim::network
