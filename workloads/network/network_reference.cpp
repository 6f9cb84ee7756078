#include <algorithm>

#include "workloads/network/network_data.hpp"

namespace xdnasim::network {
namespace {

using kernels::Rounding;

/// Is value / 2^shift rounded up from its floor? `rest` of `whole` is the part above the floor.
bool goes_up(Rounding rounding, std::int64_t floor, std::int64_t rest, std::int64_t whole) {
    if (rest == 0) return false;
    const std::int64_t twice = 2 * rest;
    const bool is_half = twice == whole;
    switch (rounding) {
        case Rounding::Floor:
            return false;
        case Rounding::Ceil:
            return true;
        case Rounding::PositiveInf:
            return twice >= whole;
        case Rounding::NegativeInf:
            return twice > whole;
        case Rounding::SymmetricInf:
            return is_half ? floor >= 0 : twice > whole;
        case Rounding::SymmetricZero:
            return is_half ? floor < 0 : twice > whole;
        case Rounding::ConvEven:
            return is_half ? floor % 2 != 0 : twice > whole;
        case Rounding::ConvOdd:
            break;
    }
    return is_half ? floor % 2 == 0 : twice > whole;
}

std::int8_t scaled(std::int64_t sum, int shift, Rounding rounding) {
    const std::int64_t whole = std::int64_t{1} << shift;
    std::int64_t floor = sum / whole;
    if (sum % whole != 0 && sum < 0) --floor;
    const std::int64_t rest = sum - floor * whole;
    const std::int64_t value = floor + (goes_up(rounding, floor, rest, whole) ? 1 : 0);
    return static_cast<std::int8_t>(std::clamp<std::int64_t>(value, -128, 127));
}

/// The sum as an accumulator of 32 bits holds it.
std::int64_t wrapped(std::int64_t sum) {
    return static_cast<std::int32_t>(static_cast<std::uint64_t>(sum));
}

}  // namespace

Matrix Reference::layer(const Matrix& input, std::size_t number) const {
    const LayerDesign& layer = design_.layers[number];
    const Weights& weights = weights_[number];
    const int shift = shift_of(design_, number);
    Matrix output{input.rows, layer.width};
    for (int i = 0; i < input.rows; ++i)
        for (int j = 0; j < layer.width; ++j) {
            std::int64_t sum = weights.bias.empty() ? 0 : weights.bias[static_cast<std::size_t>(j)];
            for (int k = 0; k < input.columns; ++k)
                sum += std::int64_t{input.at(i, k)} * weights.matrix.at(k, j);
            std::int8_t value = scaled(wrapped(sum), shift, design_.rounding);
            if (layer.relu && value < 0) value = 0;
            output.at(i, j) = value;
        }
    return output;
}

Matrix Reference::aggregated(const Matrix& input, Aggregation aggregation) const {
    Matrix output{1, input.columns};
    int shift = 0;
    while (aggregation == Aggregation::Mean && (1 << shift) < input.rows)
        ++shift;
    for (int j = 0; j < input.columns; ++j) {
        std::int64_t sum = 0;
        for (int i = 0; i < input.rows; ++i)
            sum += input.at(i, j);
        output.at(0, j) = scaled(sum, shift, design_.rounding);
    }
    return output;
}

std::vector<Matrix> Reference::activations(const Matrix& input) const {
    std::vector<Matrix> all;
    const Matrix* last = &input;
    all.reserve(design_.layers.size() + 1);
    for (std::size_t i = 0; i < design_.layers.size(); ++i) {
        all.push_back(layer(*last, i));
        last = &all.back();
        if (const auto aggregation = design_.layers[i].aggregate) {
            all.push_back(aggregated(*last, *aggregation));
            last = &all.back();
        }
    }
    return all;
}

}  // namespace xdnasim::network
