#include "workloads/network/network_activations.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "workloads/network/network_parts.hpp"

namespace xdnasim::network {

using schedule::DataArray;

namespace {

template <class Value>
void append(std::vector<std::byte>& to, const std::vector<Value>& values) {
    const auto bytes = std::as_bytes(std::span{values});
    to.insert(to.end(), bytes.begin(), bytes.end());
}

DataArray array_of_samples(std::string name, const std::vector<Matrix>& samples) {
    const Matrix& first = samples.front();
    DataArray array{.name = std::move(name),
                    .type = "int8",
                    .shape = {std::ssize(samples), first.rows, first.columns},
                    .content = {}};
    for (const Matrix& sample : samples)
        append(array.content, sample.values);
    return array;
}

std::string weights_name(std::size_t layer) {
    return fmt::format("layer_{}_weights", layer);
}
std::string bias_name(std::size_t layer) {
    return fmt::format("layer_{}_bias", layer);
}

}  // namespace

Activations::Activations(const NetworkDesign& design, const std::vector<Stage>& stages)
    : design_{design}, stages_{stages} {
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const bool puts = gives_by(Link::Cascade, stages, i);
        for (const Holder& holder : holders_of(stages[i]))
            givers_[holder.tile] = {.stage = i, .part = holder.part, .puts = puts};
        const Matrix empty{stages[i].rows_out(), design.layers[stages[i].layer].width};
        given_.emplace_back(static_cast<std::size_t>(design.samples), empty);
    }
}

void Activations::on(const schedule::CallData& call) {
    known_ = true;
    const auto found = givers_.find(call.tile);
    if (found == givers_.end()) return;
    Giver& giver = found->second;
    const std::size_t sample = giver.calls++;
    if (sample >= given_[giver.stage].size()) return;
    const auto bytes = giver.puts ? std::as_bytes(call.put) : std::as_bytes(call.arguments.back());
    if (std::ssize(bytes) == giver.part.elements())
        unpack(bytes, giver.part, given_[giver.stage][sample]);
}

std::string Activations::name_of(std::size_t stage) const {
    return stages_[stage].aggregates ? "the aggregation"
                                     : fmt::format("layer {}", stages_[stage].layer);
}

std::string Activations::array_of(std::size_t stage) const {
    return stages_[stage].aggregates ? "aggregation"
                                     : fmt::format("layer_{}", stages_[stage].layer);
}

arch::TileId Activations::giver_of(std::size_t stage, int row, int column) const {
    const Part element{row, column, 1, 1};
    const auto holders = holders_of(stages_[stage]);
    return std::ranges::find_if(holders,
                                [&](const Holder& holder) { return holder.part.overlaps(element); })
        ->tile;
}

std::vector<DataArray> Activations::arrays(const std::vector<Matrix>& inputs,
                                           const std::vector<Weights>& weights) const {
    std::vector<DataArray> arrays{array_of_samples("input", inputs)};
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        const std::size_t layer = stages_[i].layer;
        if (!stages_[i].aggregates) {
            const Matrix& matrix = weights[layer].matrix;
            arrays.push_back({weights_name(layer), "int8", {matrix.rows, matrix.columns}, {}});
            append(arrays.back().content, matrix.values);
            const std::vector<std::int32_t>& bias = weights[layer].bias;
            if (!bias.empty()) {
                arrays.push_back({bias_name(layer), "int32", {std::ssize(bias)}, {}});
                append(arrays.back().content, bias);
            }
        }
        arrays.push_back(array_of_samples(array_of(i), given_[i]));
        for (const auto& [tile, part] : holders_of(stages_[i]))
            arrays.back().parts.push_back({part.row, part.column, part.rows, part.columns, tile});
    }
    return arrays;
}

std::vector<std::string> Activations::array_names() const {
    std::vector<std::string> names{"input"};
    for (std::size_t i = 0; i < stages_.size(); ++i) {
        const std::size_t layer = stages_[i].layer;
        if (!stages_[i].aggregates) {
            names.push_back(weights_name(layer));
            if (design_.layers[layer].bias) names.push_back(bias_name(layer));
        }
        names.push_back(array_of(i));
    }
    return names;
}

}  // namespace xdnasim::network
