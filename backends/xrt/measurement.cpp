#include <algorithm>
#include <cstring>

#include "backends/verification/verified_run.hpp"
#include "backends/xrt/xrt_backend.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::backends {
namespace {

using arch::Nanoseconds;

RepeatedTimes summed_up(const std::vector<Nanoseconds>& times) {
    Nanoseconds sum{};
    for (const Nanoseconds time : times)
        sum += time;
    const auto [min, max] = std::ranges::minmax(times);
    return {static_cast<int>(times.size()), sum / static_cast<double>(times.size()), min, max};
}

/// How many words came is not told: packets follow each other from the begin, and behind the last
/// one are zeros.
TraceFigures trace_of(const std::vector<std::byte>& buffer) {
    TraceFigures trace;
    trace.words.resize(buffer.size() / sizeof(std::uint32_t));
    std::memcpy(trace.words.data(), buffer.data(), trace.words.size() * sizeof(std::uint32_t));
    trace.buffer_full = !trace.words.empty() && trace.words.back() != 0;
    const auto is_zero = [](std::uint32_t word) { return word == 0; };
    const auto last = std::find_if_not(trace.words.rbegin(), trace.words.rend(), is_zero);
    const auto written = static_cast<std::size_t>(trace.words.rend() - last);
    const std::size_t packets = (written + words::kPacketWords - 1) / words::kPacketWords;
    trace.words.resize(std::min(trace.words.size(), packets * words::kPacketWords));
    return trace;
}

void write(Npu& npu, schedule::HostBufferRef buffer, const HostMemory& host) {
    npu.write(static_cast<std::size_t>(buffer.index), at(host, buffer));
}

void read(Npu& npu, schedule::HostBufferRef buffer, HostMemory& host) {
    npu.read(static_cast<std::size_t>(buffer.index), at(host, buffer));
}

}  // namespace

Measurement measure(Npu& npu, const schedule::Schedule& schedule, HostMemory& host,
                    const XrtOptions& options) {
    for (int buffer = 0; buffer < static_cast<int>(host.size()); ++buffer)
        write(npu, {buffer}, host);
    std::vector<Nanoseconds> times;
    for (int run = -options.warmup; run < options.runs; ++run) {
        // A trace that is shorter than the last one must not end in its words.
        if (schedule.trace) write(npu, schedule.trace->buffer, host);
        const Nanoseconds time = npu.run(options.timeout);
        if (run >= 0) times.push_back(time);
    }
    // No more than that: a reference may be computed from the inputs in `host` meanwhile.
    for (const schedule::HostBufferRef output : outputs_of(schedule))
        read(npu, output, host);
    Measurement measurement{summed_up(times), std::nullopt};
    if (schedule.trace) {
        read(npu, schedule.trace->buffer, host);
        measurement.trace = trace_of(at(host, schedule.trace->buffer));
    }
    return measurement;
}

}  // namespace xdnasim::backends
