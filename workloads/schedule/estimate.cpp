#include "workloads/schedule/estimate.hpp"

#include <algorithm>

namespace xdnasim::schedule {

const Term& Estimate::binding() const {
    return *std::ranges::max_element(terms, {}, &Term::cycles);
}

namespace {

double in_cycles(const arch::Device& device, arch::Nanoseconds time) {
    return time.count() * device.clock_ghz;
}

}  // namespace

double channel_rate(const arch::Device& device) {
    return std::min(device.bytes_per_cycle(device.dram.channel), as_double(device.stream_width));
}

double port_rate(const arch::Device& device, arch::Bytes width,
                 const std::optional<double>& pl_clock_ghz) {
    const double clock = pl_clock_ghz.value_or(device.pl->clock_ghz) / device.clock_ghz;
    return std::min(as_double(width) * clock, as_double(device.stream_width));
}

double read_rate(const arch::Device& device) {
    return std::min(device.bytes_per_cycle(device.dram.read), device.fabric.read.count());
}

double write_rate(const arch::Device& device) {
    return std::min(device.bytes_per_cycle(device.dram.write), device.fabric.write.count());
}

std::vector<schedule::Term> memory_terms(const Traffic& traffic, const arch::Device& device) {
    const double read = as_double(traffic.read) * traffic.pattern.read;
    const double written = as_double(traffic.written) * traffic.pattern.written;
    const double moved = as_double(traffic.read + traffic.written) * traffic.pattern.memory;
    const double channel = as_double(traffic.busiest_channel) * traffic.pattern.channel;
    const arch::DramModel& dram = device.dram;
    using enum schedule::Limit;
    const bool by_stream =
        as_double(device.stream_width) < device.bytes_per_cycle(device.dram.channel);
    return {{Dram, read / device.bytes_per_cycle(dram.read), "DRAM read"},
            {Dram, written / device.bytes_per_cycle(dram.write), "DRAM write"},
            {Dram, moved / device.bytes_per_cycle(dram.total)},
            {Dram, read / device.fabric.read.count(), "fabric read"},
            {Dram, written / device.fabric.write.count(), "fabric write"},
            {by_stream ? Stream : Dram, channel / channel_rate(device), std::string{kShimChannel}}};
}

double read_latency_cycles(const arch::Device& device) {
    return as_double(device.cycles(device.dram.read_latency));
}

double command_cycles(const arch::Device& device, std::int64_t tasks) {
    const arch::CommandProcessorModel& commands = device.command_processor;
    return static_cast<double>(tasks) * in_cycles(device, commands.bd_write + commands.push);
}

double completion_cycles(const arch::Device& device) {
    return in_cycles(device, device.dram.write_latency + device.command_processor.token);
}

}  // namespace xdnasim::schedule
