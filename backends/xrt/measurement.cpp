#include <algorithm>
#include <cstring>
#include <map>
#include <span>

#include <fmt/format.h>

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

/// Returns the bytes of the sink's buffer to which its channel writes trace words.
std::span<std::byte> part_of(const schedule::TraceSink& sink, std::vector<std::byte>& buffer) {
    const std::size_t begin =
        std::min(buffer.size(), static_cast<std::size_t>(sink.offset.count()));
    const std::span<std::byte> part = std::span{buffer}.subspan(begin);
    if (!sink.size) return part;
    return part.first(std::min(part.size(), static_cast<std::size_t>(sink.size->count())));
}

/// Adds the trace words in `part` of a buffer, which was filled with zeros before the run. The
/// hardware does not report how many words it wrote: packets follow each other from the beginning
/// of the part, and zeros follow the last one.
void add_words(events::TraceWords& trace, std::span<const std::byte> part) {
    std::vector<std::uint32_t> words(part.size() / sizeof(std::uint32_t));
    std::memcpy(words.data(), part.data(), words.size() * sizeof(std::uint32_t));
    trace.buffer_full = trace.buffer_full || (!words.empty() && words.back() != 0);
    const auto is_zero = [](std::uint32_t word) { return word == 0; };
    const auto last = std::find_if_not(words.rbegin(), words.rend(), is_zero);
    const auto written = static_cast<std::size_t>(words.rend() - last);
    const std::size_t packets = (written + words::kPacketWords - 1) / words::kPacketWords;
    words.resize(std::min(words.size(), packets * words::kPacketWords));
    trace.words.insert(trace.words.end(), words.begin(), words.end());
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

/// Runs the design once and returns the trace words. The run needs a new context: the task that
/// writes a trace ends only when its buffer is full, and until then it appends the words of later
/// runs. The trace may share a buffer with a result, so nothing of this run is copied to `host`.
events::TraceWords traced_run(Npu& npu, const schedule::Schedule& schedule, const HostMemory& host,
                              std::chrono::milliseconds timeout) {
    const std::vector<schedule::TraceSink> sinks = schedule.trace->sinks();
    std::map<int, std::vector<std::byte>> traced;
    for (const schedule::TraceSink& sink : sinks)
        traced.try_emplace(sink.buffer.index, at(host, sink.buffer));
    for (const schedule::TraceSink& sink : sinks)
        std::ranges::fill(part_of(sink, traced.at(sink.buffer.index)), std::byte{0});
    for (int buffer = 0; buffer < static_cast<int>(host.size()); ++buffer) {
        const auto own = traced.find(buffer);
        npu.write(static_cast<std::size_t>(buffer),
                  own == traced.end() ? at(host, schedule::HostBufferRef{buffer}) : own->second);
    }
    static_cast<void>(npu.run(timeout));
    for (auto& [buffer, content] : traced)
        npu.read(static_cast<std::size_t>(buffer), content);
    events::TraceWords trace;
    for (const schedule::TraceSink& sink : sinks)
        add_words(trace, part_of(sink, traced.at(sink.buffer.index)));
    return trace;
}

}  // namespace

std::string timeout_text(Nanoseconds time, std::chrono::milliseconds timeout) {
    const std::chrono::duration<double, std::nano> taken{time.count()};
    if (taken >= timeout)
        return fmt::format("the NPU did not finish within {} ms, its timeout", timeout.count());
    return fmt::format(
        "the NPU did not finish the run: its driver gave up after {:.0f} ms, before the timeout of "
        "{} ms",
        std::chrono::duration<double, std::milli>{taken}.count(), timeout.count());
}

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
    const std::vector<schedule::HostBufferRef> outputs = outputs_of(schedule);
    std::vector<Nanoseconds> times;
    for (int run = -options.warmup; run < options.runs; ++run) {
        // An output that the design also reads would otherwise accumulate over all runs.
        if (run + 1 == options.runs)
            for (const schedule::HostBufferRef output : outputs)
                write(*npu, output, host);
        const Nanoseconds time = npu->run(options.timeout);
        if (run >= 0) times.push_back(time);
    }
    // Only the outputs: the reference may be computed from the inputs in `host` in parallel.
    for (const schedule::HostBufferRef output : outputs)
        read(*npu, output, host);
    measurement.times = summed_up(times);
    return measurement;
}

}  // namespace xdnasim::backends
