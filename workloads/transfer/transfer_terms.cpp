#include "workloads/transfer/transfer_terms.hpp"

#include <algorithm>

#include "workloads/transfer/transfer_parts.hpp"

namespace xdnasim::transfer {

using arch::Bytes;
using schedule::as_double;

schedule::Estimate estimate(const TransferDesign& design, const arch::Device& device,
                            const schedule::PatternFactors& pattern) {
    schedule::Estimate estimate;
    Bytes channel{};
    Bytes tile{};
    // Bytes of a stream in a column, in and out, times the factors of their patterns.
    double both_ways = 0;
    int number = 0;
    for (const MatrixStream& matrix : design.streams) {
        estimate.read += matrix.size();
        const Bytes of_column = matrix.size() / std::int64_t{design.columns};
        channel = std::max(channel, of_column);
        tile = std::max(tile, matrix.tile());
        both_ways = std::max(both_ways,
                             as_double(of_column) * (pattern.of_buffer(source(number).index) +
                                                     pattern.of_buffer(destination(number).index)));
        ++number;
    }
    estimate.written = estimate.read;
    estimate.terms =
        schedule::memory_terms({estimate.read, estimate.written, channel, pattern}, device);
    const arch::BytesPerCycle rate = schedule::channel_rate(device) / pattern.channel;
    // With room for one tile in the mem tile, the tile must arrive before it leaves.
    if (design.depth < kDirections)
        estimate.terms.push_back(
            {schedule::Limit::Buffers,
             schedule::cycles_to_move(both_ways, schedule::channel_rate(device)),
             "hand-over in the mem tile", true});
    const int tasks = kDirections * static_cast<int>(design.streams.size()) * design.columns;
    estimate.prologue =
        schedule::command_cycles(device, tasks) + schedule::read_latency_cycles(device);
    const double last_tile = schedule::cycles_to_move(tile, rate);
    estimate.epilogue = last_tile + schedule::completion_cycles(device);
    estimate.take_out_of_both_ways(last_tile);
    return estimate;
}

}  // namespace xdnasim::transfer
