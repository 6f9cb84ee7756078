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
events::TraceWords trace_of(const std::vector<std::byte>& buffer) {
    events::TraceWords trace;
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

void write_all(Npu& npu, const HostMemory& host) {
    for (int buffer = 0; buffer < static_cast<int>(host.size()); ++buffer)
        write(npu, {buffer}, host);
}

/// Nobody waits for the task that writes a trace: it ends when its buffer is full, and until then
/// takes the words of later runs, too, behind those of the first. A new context has none.
events::TraceWords traced_run(Npu& npu, const schedule::Schedule& schedule, HostMemory& host,
                              std::chrono::milliseconds timeout) {
    write_all(npu, host);
    static_cast<void>(npu.run(timeout));
    read(npu, schedule.trace->buffer, host);
    return trace_of(at(host, schedule.trace->buffer));
}

}  // namespace

Measurement measure(std::unique_ptr<Npu> npu, const OpenNpu& open_again,
                    const schedule::Schedule& schedule, HostMemory& host,
                    const XrtOptions& options) {
    Measurement measurement;
    if (schedule.trace) {
        measurement.trace = traced_run(*npu, schedule, host, options.timeout);
        npu.reset();  // an NPU may have no room for two contexts
        npu = open_again();
    }
    write_all(*npu, host);
    std::vector<Nanoseconds> times;
    for (int run = -options.warmup; run < options.runs; ++run) {
        const Nanoseconds time = npu->run(options.timeout);
        if (run >= 0) times.push_back(time);
    }
    // No more than that: a reference may be computed from the inputs in `host` meanwhile.
    for (const schedule::HostBufferRef output : outputs_of(schedule))
        read(*npu, output, host);
    measurement.times = summed_up(times);
    return measurement;
}

}  // namespace xdnasim::backends
