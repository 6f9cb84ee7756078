#include "workloads/transfer/transfer_terms.hpp"

#include <algorithm>

#include "workloads/closed_forms/as_double.hpp"
#include "workloads/closed_forms/memory_terms.hpp"
#include "workloads/transfer/transfer_parts.hpp"

namespace xdnasim::transfer {

using arch::Bytes;
using closed_forms::as_double;

schedule::Estimate estimate(const TransferDesign& design, const arch::Device& device) {
    schedule::Estimate estimate;
    Bytes channel{};
    Bytes tile{};
    for (const MatrixStream& matrix : design.streams) {
        estimate.read += matrix.size();
        channel = std::max(channel, matrix.size() / std::int64_t{design.columns});
        tile = std::max(tile, matrix.tile());
    }
    estimate.written = estimate.read;
    estimate.terms = closed_forms::memory_terms({estimate.read, estimate.written, channel}, device);
    const double rate = closed_forms::channel_rate(device);
    // With one tile in the mem tile, it comes in before it leaves.
    if (design.depth < kDirections)
        estimate.terms.push_back(
            {schedule::Limit::HandOver, kDirections * as_double(channel) / rate});
    const int tasks = kDirections * static_cast<int>(design.streams.size()) * design.columns;
    estimate.prologue =
        closed_forms::command_cycles(device, tasks) + closed_forms::read_latency_cycles(device);
    estimate.epilogue = as_double(tile) / rate + closed_forms::completion_cycles(device);
    return estimate;
}

}  // namespace xdnasim::transfer
