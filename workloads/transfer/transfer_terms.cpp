#include "xdnasim/backends/analytic/transfer_terms.hpp"

#include <algorithm>

#include "xdnasim/backends/analytic/as_double.hpp"
#include "xdnasim/backends/analytic/memory_terms.hpp"

namespace xdnasim::backends::analytic {
namespace {

using arch::Bytes;

constexpr int kWays = 2;             ///< to the array and back
constexpr int kLocksOfAnObject = 4;  ///< in and out acquired and released

double read_latency(const arch::Device& device) {
    return as_double(device.cycles(device.dram.read_latency));
}

}  // namespace

Estimate estimate_transfer(const schedule::TransferDescription& transfer,
                           const arch::Device& device) {
    Estimate estimate;
    Bytes channel{};
    Bytes tile{};
    for (const schedule::Copy& copy : transfer.copies) {
        estimate.read += copy.matrix.size();
        channel = std::max(channel, copy.matrix.size() / std::int64_t{transfer.columns});
        tile = std::max(tile, copy.matrix.tile());
    }
    estimate.written = estimate.read;
    estimate.terms = memory_terms({estimate.read, estimate.written, channel}, device);
    const double rate = channel_rate(device);
    if (transfer.depth < kWays)
        estimate.terms.push_back({"hand-over in the mem tile", kWays * as_double(channel) / rate});
    const int tasks = kWays * static_cast<int>(transfer.copies.size()) * transfer.columns;
    estimate.prologue = command_cycles(device, tasks) + read_latency(device);
    estimate.epilogue = as_double(tile) / rate + completion_cycles(device);
    return estimate;
}

Estimate estimate_elementwise(const schedule::ElementwiseDescription& elementwise,
                              const arch::Device& device, double kernel) {
    const auto objects = static_cast<double>(elementwise.objects);
    const double rate = channel_rate(device);
    const double moved = as_double(elementwise.object) / rate;
    const double computed = kernel + kLocksOfAnObject * as_double(device.timing.core_lock_op);
    Estimate estimate;
    estimate.read = estimate.written = elementwise.size();
    estimate.calls = elementwise.objects;
    estimate.terms = memory_terms({estimate.read, estimate.written, estimate.read}, device);
    // With one object of a FIFO in the core, the next comes when the kernel has ended.
    const bool alternates = elementwise.depth < kWays;
    estimate.terms.push_back({"compute", objects * (computed + (alternates ? moved : 0))});
    const double by_mem_tile =
        elementwise.mem_tile_object ? as_double(*elementwise.mem_tile_object) / rate : 0;
    estimate.prologue = command_cycles(device, kWays) + read_latency(device) + moved + by_mem_tile;
    estimate.epilogue = moved + by_mem_tile + completion_cycles(device);
    return estimate;
}

}  // namespace xdnasim::backends::analytic
