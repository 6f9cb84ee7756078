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
            "a", parts, {"parts", "number of parts of M, a power of two (default: the fastest)"},
            [](auto& layer) -> auto& { return layer.split.a; })
        .check(require_power_of_two)
        .optional(
            "b", parts,
            {"parts",
             "number of parts of K, whose sums go east over the cascade (default: the fastest)"},
            [](auto& layer) -> auto& { return layer.split.b; })
        .check(require_power_of_two)
        .optional(
            "c", parts, {"parts", "number of parts of N (default: the fastest)"},
            [](auto& layer) -> auto& { return layer.split.c; })
        .check(require_power_of_two);
    return table;
}

Table<LayerDesign> layer_table(const arch::Device& device) {
    Table<LayerDesign> table;
    table
        .required(
            "width", Whole{1, kMaxWidth},
            {"nodes", "number of nodes of the layer, the columns of its outputs"},
            [](auto& layer) -> auto& { return layer.width; })
        .optional(
            "bias", Flag{}, {"", "add int32 biases to the sums (default: false)"},
            [](auto& layer) -> auto& { return layer.bias; })
        .optional(
            "relu", Flag{}, {"", "set negative outputs to 0 (default: false)"},
            [](auto& layer) -> auto& { return layer.relu; })
        .optional(
            "shift", Whole{0, kernels::kMaxShift},
            {"bits", "right shift of the sums to int8 (default: one at which few saturate)"},
            [](auto& layer) -> auto& { return layer.shift; })
        .optional(
            "aggregate", OneOf{kAggregations},
            {"", "reduce the rows of the outputs to one; in at most one layer"},
            [](auto& layer) -> auto& { return layer.aggregate; })
        .optional_group("split", "number of parts of the layer, on a x b x c cores", split_table())
        .optional(
            "link", OneOf{kLinks},
            {"", "link from the layer before (default: cascade where possible, otherwise dma)"},
            [](auto& layer) -> auto& { return layer.link; })
        .optional(
            "column", arch::column_numbers(device),
            {"", "column of its south-west core (default: the first that is free)"},
            [](auto& layer) -> auto& { return layer.column; })
        .optional(
            "row", arch::core_row_numbers(device),
            {"", "row of its south-west core (default: the first that is free)"},
            [](auto& layer) -> auto& { return layer.row; });
    return table;
}

void require_layers(const Node& list) {
    const auto count = std::ssize(list.as_sequence());
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
    Table<NetworkDesign> input;
    input
        .required(
            "m", Whole{1, kMaxWidth}, {"rows", "rows of a sample"},
            [](auto& design) -> auto& { return design.rows; })
        .required(
            "k", Whole{1, kMaxWidth}, {"columns", "columns of a sample"},
            [](auto& design) -> auto& { return design.columns; });
    Table<NetworkDesign> table;
    table.required_group("input", "one sample, of int8", input)
        .list(
            "layers", "the layers, in order", layer_table(device), require_layers,
            [](auto& design) -> auto& { return design.layers; })
        .check(check_layers)
        .optional(
            "link", OneOf{kLinks},
            {"", "link to all layers without one of their own; cascade only where possible"},
            [](auto& design) -> auto& { return design.link; })
        .optional(
            "aggregate_by", OneOf{kernels::kRowSums},
            {"", fmt::format("how rows are aggregated: by a product with a row of ones, or one by "
                             "one (default: {})",
                             to_string(NetworkDesign{}.aggregate_by))},
            [](auto& design) -> auto& { return design.aggregate_by; })
        .optional(
            "rounding", OneOf{kernels::kRoundings},
            {"", fmt::format("rounding of the outputs, which saturate (default: {})",
                             to_string(NetworkDesign{}.rounding))},
            [](auto& design) -> auto& { return design.rounding; })
        .optional(
            "samples", Whole{1, kMaxSamples},
            {"samples",
             fmt::format("number of consecutive samples (default: {})", NetworkDesign{}.samples)},
            [](auto& design) -> auto& { return design.samples; })
        .optional(
            "pl_clock_ghz", arch::kPlClocks,
            {"GHz", "clock of the programmable logic (default: the device's)"},
            [](auto& design) -> auto& { return design.pl_clock_ghz; })
        .optional(
            "seed", Whole{0, parameters::kMaxExtent},
            {"", fmt::format("seed of the weights and biases (default: {})", NetworkDesign{}.seed)},
            [](auto& design) -> auto& { return design.seed; });
    return table;
}

}  // namespace xdnasim::network
