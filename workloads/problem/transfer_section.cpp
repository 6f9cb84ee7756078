#include "xdnasim/workloads/problem/transfer_section.hpp"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "xdnasim/arch/map_reader.hpp"
#include "xdnasim/workloads/problem/section_values.hpp"
#include "xdnasim/workloads/transfer/transfer_checks.hpp"

namespace xdnasim::problem {
namespace {

using arch::MapReader;
using arch::YamlNode;
using transfer::MatrixStream;
using transfer::Walk;

MatrixStream read_stream(const YamlNode& node, std::size_t number) {
    MapReader reader{node, fmt::format("transfer.streams.{}", number)};
    MatrixStream stream;
    stream.name = read_name(reader.require("name"));
    stream.rows = reader.require("rows").as_int(1, kMaxExtent);
    stream.row_bytes = reader.require("row_bytes").as_int(1, kMaxExtent);
    stream.run_bytes = reader.require("run_bytes").as_int(1, kMaxExtent);
    stream.runs = reader.require("runs").as_int(1, kMaxExtent);
    if (const YamlNode* walk = reader.optional("walk"))
        stream.walk = walk->as_choice<Walk>(
            {{"along", Walk::Along}, {"across", Walk::Across}, {"bands", Walk::Bands}});
    reader.finish();
    return stream;
}

std::vector<MatrixStream> read_streams(const YamlNode& node, const arch::Device& device) {
    const std::vector<YamlNode>& items = node.as_sequence();
    const auto most = static_cast<std::size_t>(std::max(transfer::most_streams(device), 1));
    if (items.empty() || items.size() > most)
        node.fail(fmt::format("{} streams; {} has shim channels for 1 to {}", items.size(),
                              device.name, most));
    std::vector<MatrixStream> streams;
    for (const YamlNode& item : items) {
        MatrixStream stream = read_stream(item, streams.size());
        if (std::ranges::find(streams, stream.name, &MatrixStream::name) != streams.end())
            item.fail(fmt::format("a second stream '{}'; names must differ", stream.name));
        streams.push_back(std::move(stream));
    }
    return streams;
}

}  // namespace

transfer::TransferProblem read_transfer(const YamlNode& section, const arch::Device& device) {
    MapReader reader{section, "transfer"};
    transfer::TransferProblem problem{
        .columns = device.usable_columns(), .depth = kDefaultDepth, .streams = {}};
    if (const YamlNode* columns = reader.optional("columns"))
        problem.columns = static_cast<int>(columns->as_int(1, device.columns));
    if (const YamlNode* depth = reader.optional("depth"))
        problem.depth = static_cast<int>(depth->as_int(1, kMaxExtent));
    problem.streams = read_streams(reader.require("streams"), device);
    reader.finish();
    return problem;
}

}  // namespace xdnasim::problem
