#include "workloads/schedule/estimate.hpp"

#include <algorithm>

namespace xdnasim::schedule {

using arch::BytesPerCycle;

const Term& Estimate::binding() const {
    return *std::ranges::max_element(terms, {}, &Term::cycles);
}

void Estimate::take_out_of_both_ways(double cycles) {
    for (Term& term : terms)
        if (term.both_ways) term.cycles = std::max(term.cycles - cycles, 0.0);
}

namespace {

BytesPerCycle stream_rate(const arch::Device& device) {
    return BytesPerCycle{as_double(device.stream_width)};
}

}  // namespace

BytesPerCycle channel_rate(const arch::Device& device) {
    return std::min(device.bytes_per_cycle(device.dram.channel), stream_rate(device));
}

BytesPerCycle port_rate(const arch::Device& device, arch::Bytes width,
                        const std::optional<double>& pl_clock_ghz) {
    const double clock = pl_clock_ghz.value_or(device.pl->clock_ghz) / device.clock_ghz;
    return std::min(BytesPerCycle{as_double(width) * clock}, stream_rate(device));
}

BytesPerCycle read_rate(const arch::Device& device) {
    return std::min(device.bytes_per_cycle(device.dram.read), device.fabric.read);
}

BytesPerCycle write_rate(const arch::Device& device) {
    return std::min(device.bytes_per_cycle(device.dram.write), device.fabric.write);
}

std::vector<schedule::Term> memory_terms(const Traffic& traffic, const arch::Device& device) {
    const double read = as_double(traffic.read) * traffic.pattern.read;
    const double written = as_double(traffic.written) * traffic.pattern.written;
    const double moved = as_double(traffic.read + traffic.written) * traffic.pattern.memory;
    const double channel = as_double(traffic.busiest_channel) * traffic.pattern.channel;
    const arch::DramModel& dram = device.dram;
    using enum schedule::Limit;
    const bool by_stream = stream_rate(device) < device.bytes_per_cycle(device.dram.channel);
    return {{Dram, cycles_to_move(read, device.bytes_per_cycle(dram.read)), "DRAM read"},
            {Dram, cycles_to_move(written, device.bytes_per_cycle(dram.write)), "DRAM write"},
            {Dram, cycles_to_move(moved, device.bytes_per_cycle(dram.total)), {}, true},
            {Dram, cycles_to_move(read, device.fabric.read), "fabric read"},
            {Dram, cycles_to_move(written, device.fabric.write), "fabric write"},
            {by_stream ? Stream : Dram, cycles_to_move(channel, channel_rate(device)),
             std::string{kShimChannel}}};
}

double read_latency_cycles(const arch::Device& device) {
    return as_double(device.cycles(device.dram.read_latency));
}

double command_cycles(const arch::Device& device, std::int64_t tasks) {
    const arch::CommandProcessorModel& commands = device.command_processor;
    return static_cast<double>(tasks) * device.exact_cycles(commands.bd_write + commands.push);
}

double completion_cycles(const arch::Device& device) {
    return device.exact_cycles(device.dram.write_latency + device.command_processor.token);
}

}  // namespace xdnasim::schedule
