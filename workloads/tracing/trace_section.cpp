#include <cstdint>
#include <vector>

#include <fmt/format.h>

#include "arch/device_ranges.hpp"
#include "base/parameters/table.hpp"
#include "traces/words/packet.hpp"
#include "workloads/tracing/add_trace.hpp"
#include "workloads/tracing/choices.hpp"
#include "workloads/tracing/trace_parts.hpp"

namespace xdnasim::tracing {
namespace {

using base::Node;
using parameters::Table;

constexpr std::int64_t kMaxBuffer = std::int64_t{1} << 30;
constexpr std::size_t kMaxUnits = 1024;

constexpr Choices<Route, 3> kRoutes{
    {{"streams", Route::Streams}, {"share", Route::Share}, {"ideal", Route::Ideal}}};

arch::Bytes read_buffer(const Node& node) {
    const std::int64_t bytes = node.as_int(words::kPacketBytes, kMaxBuffer);
    if (bytes % words::kPacketBytes != 0)
        node.fail(fmt::format("{} bytes is not a whole number of packets; allowed: multiples of {}",
                              bytes, words::kPacketBytes));
    return arch::Bytes{bytes};
}

int read_shim(const Node& node, const arch::Device& device) {
    const int column = arch::column_numbers(device).read<int>(node);
    if (!device.reaches_host(device.shim_at(column)))
        node.fail(fmt::format("the shim of column {} has no DMA", column));
    return column;
}

void require_some_units(const Node& list) {
    const std::size_t count = list.as_sequence().size();
    if (count == 0 || count > kMaxUnits)
        list.fail(fmt::format("{} units; allowed: 1 to {}", count, kMaxUnits));
}

/// Precondition: `device` outlives the table.
Table<TraceRequest> trace_table(const arch::Device& device) {
    Table<TraceRequest> table;
    table
        .optional_read("route", alternatives_of(kRoutes),
                       {"", "how the words leave the array (default: streams)"},
                       [](const Node& node, TraceRequest& request) {
                           request.route = choice_of(kRoutes, node);
                       })
        .optional_read(
            "buffer_bytes",
            fmt::format("multiples of {} from {} to {}", words::kPacketBytes, words::kPacketBytes,
                        kMaxBuffer),
            {"bytes", fmt::format("size of the buffer in host memory (default: {})",
                                  kDefaultBuffer.count())},
            [](const Node& node, TraceRequest& request) { request.buffer = read_buffer(node); })
        .optional_read(
            "shim", arch::column_numbers(device).text(),
            {"", "column of the shim that writes the words (default: the first with room)"},
            [&device](const Node& node, TraceRequest& request) {
                request.shim_column = read_shim(node, device);
            })
        .optional_list(
            "units", "trace units to use (default: the usual ones of the first column)",
            unit_table(device), require_some_units,
            [](auto& request) -> auto& { return request.units; });
    return table;
}

}  // namespace

TraceRequest read_trace(const Node& section, const arch::Device& device) {
    TraceRequest request;
    trace_table(device).read(section, "trace", request);
    return request;
}

std::vector<parameters::Description> describe_trace(const arch::Device& device) {
    return trace_table(device).descriptions();
}

}  // namespace xdnasim::tracing
