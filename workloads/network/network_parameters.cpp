#include <fmt/format.h>

#include "arch/device_ranges.hpp"
#include "workloads/kernels/numerics.hpp"
#include "workloads/network/network_workload.hpp"

namespace xdnasim::network {
namespace {

using base::Node;
using parameters::Flag;
using parameters::OneOf;
using parameters::Table;
using parameters::Whole;

constexpr int kMaxWidth = 4096;
constexpr std::size_t kMaxLayers = 64;
constexpr int kMaxSplit = 64;
constexpr int kMaxSamples = 1'000'000;

void require_power_of_two(const Node& node, const LayerDesign&) {
    const std::int64_t number = node.as_int(1, kMaxSplit);
    if ((number & (number - 1)) == 0) return;
    std::int64_t below = 1;
    while (2 * below < number)
        below *= 2;
    node.fail(
        fmt::format("{} is not a power of two; nearest: {} and {}", number, below, 2 * below));
}

Table<LayerDesign> split_table() {
    const Whole parts{1, kMaxSplit};
    Table<LayerDesign> table;
    table
        .optional(
            "a", parts, {"parts", "of M, a power of two; left out: the fastest"},
            [](auto& layer) -> auto& { return layer.split.a; })
        .check(require_power_of_two)
        .optional(
            "b", parts,
            {"parts", "of K, whose sums go east over the cascade; left out: the fastest"},
            [](auto& layer) -> auto& { return layer.split.b; })
        .check(require_power_of_two)
        .optional(
            "c", parts, {"parts", "of N; left out: the fastest"},
            [](auto& layer) -> auto& { return layer.split.c; })
        .check(require_power_of_two);
    return table;
}

Table<LayerDesign> layer_table(const arch::Device& device) {
    Table<LayerDesign> table;
    table
        .required(
            "width", Whole{1, kMaxWidth}, {"nodes", "of the layer: columns of its outputs"},
            [](auto& layer) -> auto& { return layer.width; })
        .optional(
            "bias", Flag{}, {"", "added to the sums, of int32; left out: false"},
            [](auto& layer) -> auto& { return layer.bias; })
        .optional(
            "relu", Flag{}, {"", "negative outputs become 0; left out: false"},
            [](auto& layer) -> auto& { return layer.relu; })
        .optional(
            "shift", Whole{0, kernels::kMaxShift},
            {"bits", "of the sums to the right, to int8; left out: so that few saturate"},
            [](auto& layer) -> auto& { return layer.shift; })
        .optional(
            "aggregate", OneOf<Aggregation>{{Aggregation::Sum, Aggregation::Mean}},
            {"", "over the rows of its outputs, of which one is left; of one layer at most"},
            [](auto& layer) -> auto& { return layer.aggregate; })
        .optional_group("split", "into how many parts, a x b x c cores", split_table())
        .optional(
            "link", OneOf<Link>{{kLinks.begin(), kLinks.end()}},
            {"", "to it from the layer before; left out: the cascade where it can be, else dma"},
            [](auto& layer) -> auto& { return layer.link; })
        .optional(
            "column", arch::column_numbers(device),
            {"", "of its south-west core; left out: the first that is free"},
            [](auto& layer) -> auto& { return layer.column; })
        .optional(
            "row", arch::core_row_numbers(device),
            {"", "of its south-west core; left out: the first that is free"},
            [](auto& layer) -> auto& { return layer.row; });
    return table;
}

void require_layers(const Node& list) {
    const std::size_t count = list.as_sequence().size();
    if (count == 0 || count > kMaxLayers)
        list.fail(fmt::format("{} layers; allowed: 1 to {}", count, kMaxLayers));
}

void check_layers(const Node& list, const NetworkDesign& design) {
    const auto& items = list.as_sequence();
    if (design.layers.front().link.asked())
        items.front().fail("link: there is no layer before the first one");
    const auto first = design.aggregated();
    for (std::size_t i = 0; i < design.layers.size(); ++i)
        if (design.layers[i].aggregate && i != *first)
            items[i].fail(fmt::format("aggregate: layer {} aggregates the rows already", *first));
    if (!first || design.layers[*first].aggregate != Aggregation::Mean) return;
    if ((design.rows & (design.rows - 1)) != 0)
        items[*first].fail(fmt::format(
            "aggregate: the mean of {} rows; it is a shift, and takes a power of two: {} or {}",
            design.rows, padded(design.rows, 1) / 2, padded(design.rows, 1)));
}

}  // namespace

Table<NetworkDesign> parameter_table(const arch::Device& device) {
    using kernels::RowSum;
    Table<NetworkDesign> input;
    input
        .required(
            "m", Whole{1, kMaxWidth}, {"rows", "of a sample"},
            [](auto& design) -> auto& { return design.rows; })
        .required(
            "k", Whole{1, kMaxWidth}, {"columns", "of a sample"},
            [](auto& design) -> auto& { return design.columns; });
    Table<NetworkDesign> table;
    table.required_group("input", "a sample, of int8", input)
        .list(
            "layers", "one after the other", layer_table(device), require_layers,
            [](auto& design) -> auto& { return design.layers; })
        .check(check_layers)
        .optional(
            "link", OneOf<Link>{{kLinks.begin(), kLinks.end()}},
            {"", "to all layers that do not say; cascade: where it can be"},
            [](auto& design) -> auto& { return design.link; })
        .optional(
            "aggregate_by", OneOf<RowSum>{{RowSum::Product, RowSum::Extract}},
            {"", "a product with a row of ones, or row by row; left out: product"},
            [](auto& design) -> auto& { return design.aggregate_by; })
        .optional(
            "rounding",
            OneOf<kernels::Rounding>{{kernels::kRoundings.begin(), kernels::kRoundings.end()}},
            {"", "of outputs, which saturate; left out: conv_even"},
            [](auto& design) -> auto& { return design.rounding; })
        .optional(
            "samples", Whole{1, kMaxSamples}, {"samples", "one behind the other; left out: 1"},
            [](auto& design) -> auto& { return design.samples; })
        .optional(
            "pl_clock_ghz", arch::kPlClocks,
            {"GHz", "of the programmable logic; left out: the device's"},
            [](auto& design) -> auto& { return design.pl_clock_ghz; })
        .optional(
            "seed", Whole{0, parameters::kMaxExtent}, {"", "of weights and biases; left out: 1"},
            [](auto& design) -> auto& { return design.seed; });
    return table;
}

}  // namespace xdnasim::network
