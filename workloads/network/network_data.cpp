#include "workloads/network/network_data.hpp"

#include <algorithm>
#include <cstring>
#include <random>

namespace xdnasim::network {
namespace {

constexpr int kTile = kernels::kActivationTile;

/// A uniform random number; the distributions of the standard library differ between machines.
std::int32_t uniform(std::mt19937_64& random, std::int32_t magnitude) {
    const auto values = static_cast<std::uint64_t>(magnitude) * 2 + 1;
    return static_cast<std::int32_t>(random() % values) - magnitude;
}

/// Calls f(row, column) for each element of a part in the order of its tiles. The part may contain
/// only the first rows of its tiles.
template <class F>
void for_each_element(const Part& part, F f) {
    const int rows = std::min(part.rows, kTile);
    for (int row = 0; row < part.rows; row += kTile)
        for (int column = 0; column < part.columns; column += kTile)
            for (int i = 0; i < rows * kTile; ++i)
                f(part.row + row + i / kTile, part.column + column + i % kTile);
}

}  // namespace

std::vector<Weights> weights_of(const NetworkDesign& design) {
    constexpr int kMaxWeight = 127;
    /// A quarter of the range of an output.
    constexpr int kBiasBits = 5;
    std::mt19937_64 random{static_cast<std::uint64_t>(design.seed)};
    std::vector<Weights> all;
    int inputs = design.columns;
    for (std::size_t i = 0; i < design.layers.size(); ++i) {
        const LayerDesign& layer = design.layers[i];
        Weights weights{{inputs, layer.width}, {}};
        for (std::int8_t& value : weights.matrix.values)
            value = static_cast<std::int8_t>(uniform(random, kMaxWeight));
        constexpr int kMaxBits = 30;
        const int bits = std::min(shift_of(design, i) + kBiasBits, kMaxBits);
        for (int column = 0; layer.bias && column < layer.width; ++column)
            weights.bias.push_back(uniform(random, std::int32_t{1} << bits));
        inputs = layer.width;
        all.push_back(std::move(weights));
    }
    return all;
}

schedule::Content packed_weights(const Weights& weights, const Stage& stage, int b, int c) {
    schedule::Content content;
    content.reserve(static_cast<std::size_t>(stage.k_core()) *
                    static_cast<std::size_t>(stage.n_core()));
    const int row = b * stage.k_core();
    const int column = c * stage.n_core();
    for (int j = 0; j < stage.n_core(); j += kTile)
        for (int i = 0; i < stage.k_core(); i += kTile)
            for (int e = 0; e < kTile * kTile; ++e)
                content.push_back(static_cast<std::byte>(
                    weights.matrix.or_zero(row + i + e / kTile, column + j + e % kTile)));
    return content;
}

schedule::Content packed_bias(const Weights& weights, const Stage& stage, int c) {
    std::vector<std::int32_t> part(static_cast<std::size_t>(stage.n_core()));
    const auto first = static_cast<std::size_t>(c * stage.n_core());
    for (std::size_t i = 0; i < part.size() && first + i < weights.bias.size(); ++i)
        part[i] = weights.bias[first + i];
    schedule::Content content(part.size() * sizeof(std::int32_t));
    std::memcpy(content.data(), part.data(), content.size());
    return content;
}

std::vector<std::byte> packed(const Matrix& matrix, const Part& part) {
    std::vector<std::byte> bytes;
    bytes.reserve(static_cast<std::size_t>(part.elements()));
    for_each_element(part, [&](int row, int column) {
        bytes.push_back(static_cast<std::byte>(matrix.or_zero(row, column)));
    });
    return bytes;
}

void unpack(std::span<const std::byte> bytes, const Part& part, Matrix& matrix) {
    std::size_t next = 0;
    for_each_element(part, [&](int row, int column) {
        const auto value = static_cast<std::int8_t>(bytes[next++]);
        if (row < matrix.rows && column < matrix.columns) matrix.at(row, column) = value;
    });
}

}  // namespace xdnasim::network
