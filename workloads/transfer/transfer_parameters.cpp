#include <algorithm>

#include <fmt/format.h>

#include "arch/device.hpp"
#include "arch/device_ranges.hpp"
#include "workloads/transfer/transfer_design.hpp"
#include "workloads/transfer/transfer_parts.hpp"

namespace xdnasim::transfer {
namespace {

using base::Node;
using parameters::OneOf;
using parameters::Whole;

parameters::Table<MatrixStream> stream_table() {
    parameters::Table<MatrixStream> table;
    table
        .required(
            "name", parameters::Name{}, {"", "unique name of the stream"},
            [](auto& stream) -> auto& { return stream.name; })
        .required(
            "rows", Whole{}, {"rows", "rows of the matrix"},
            [](auto& stream) -> auto& { return stream.rows; })
        .required(
            "row_bytes", Whole{}, {"bytes", "size of a row of the matrix"},
            [](auto& stream) -> auto& { return stream.row; })
        .required(
            "run_bytes", Whole{}, {"bytes", "contiguous bytes of a tile"},
            [](auto& stream) -> auto& { return stream.run; })
        .required(
            "runs", Whole{}, {"runs", "number of contiguous runs of a tile"},
            [](auto& stream) -> auto& { return stream.runs; })
        .optional(
            "walk", OneOf<Walk>{{Walk::Along, Walk::Across, Walk::Bands}},
            {"", "where the next tile lies"}, [](auto& stream) -> auto& { return stream.walk; });
    return table;
}

auto require_channels(const arch::Device& device) {
    const auto max = static_cast<std::size_t>(std::max(max_streams(device), 1));
    return [max, name = device.name](const Node& list) {
        const std::size_t count = list.as_sequence().size();
        if (count == 0 || count > max)
            list.fail(
                fmt::format("{} streams; {} has shim channels for 1 to {}", count, name, max));
    };
}

void require_different_names(const Node& list, const TransferDesign& design) {
    for (std::size_t i = 0; i < design.streams.size(); ++i)
        for (std::size_t before = 0; before < i; ++before)
            if (design.streams[i].name == design.streams[before].name)
                list.as_sequence()[i].fail(
                    fmt::format("a second stream '{}'; names must differ", design.streams[i].name));
}

}  // namespace

std::string to_string(Walk walk) {
    switch (walk) {
        case Walk::Along:
            return "along";
        case Walk::Across:
            return "across";
        case Walk::Bands:
            break;
    }
    return "bands";
}

parameters::Table<TransferDesign> parameter_table(const arch::Device& device) {
    parameters::Table<TransferDesign> table;
    table
        .optional(
            "columns", arch::column_counts(device),
            {"columns", "columns of the array to use (default: all whose shims reach DRAM)"},
            [](auto& design) -> auto& { return design.columns; })
        .optional(
            "depth", Whole{}, {"tiles", "tiles of each stream that a mem tile holds"},
            [](auto& design) -> auto& { return design.depth; })
        .list(
            "streams", "the matrices that are sent and returned", stream_table(),
            require_channels(device), [](auto& design) -> auto& { return design.streams; })
        .check(require_different_names);
    return table;
}

}  // namespace xdnasim::transfer
