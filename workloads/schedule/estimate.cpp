#include "workloads/schedule/estimate.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace xdnasim::schedule {
namespace {

std::string_view bare_name(Limit limit) {
    switch (limit) {
        case Limit::Compute:
            return "compute";
        case Limit::OutputDrain:
            return "drain";
        case Limit::Stream:
            return "stream";
        case Limit::ShimChannel:
            return "shim channel";
        case Limit::Dram:
            return "DRAM";
        case Limit::DramRead:
            return "DRAM read";
        case Limit::DramWrite:
            return "DRAM write";
        case Limit::FabricRead:
            return "fabric read";
        case Limit::FabricWrite:
            return "fabric write";
        case Limit::Commands:
            return "commands";
        case Limit::Locks:
            return "locks";
        case Limit::HandOver:
            return "hand-over in the mem tile";
        case Limit::Latency:
            return "latency";
        case Limit::StartUp:
            break;
    }
    return "start-up";
}

}  // namespace

std::string name_of(Limit limit, std::string_view part) {
    const std::string_view name = bare_name(limit);
    if (part.empty()) return std::string{name};
    return limit == Limit::OutputDrain ? fmt::format("{} {}", part, name)
                                       : fmt::format("{} {}", name, part);
}

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

double read_rate(const arch::Device& device) {
    return std::min(device.bytes_per_cycle(device.dram.read), device.fabric.read.count());
}

double write_rate(const arch::Device& device) {
    return std::min(device.bytes_per_cycle(device.dram.write), device.fabric.write.count());
}

std::vector<schedule::Term> memory_terms(const Traffic& traffic, const arch::Device& device) {
    const double read = as_double(traffic.read);
    const double written = as_double(traffic.written);
    const arch::DramModel& dram = device.dram;
    using enum schedule::Limit;
    return {{DramRead, read / device.bytes_per_cycle(dram.read)},
            {DramWrite, written / device.bytes_per_cycle(dram.write)},
            {Dram, (read + written) / device.bytes_per_cycle(dram.total)},
            {FabricRead, read / device.fabric.read.count()},
            {FabricWrite, written / device.fabric.write.count()},
            {ShimChannel, as_double(traffic.busiest_channel) / channel_rate(device)}};
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
