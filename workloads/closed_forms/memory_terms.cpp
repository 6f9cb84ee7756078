#include "xdnasim/backends/analytic/memory_terms.hpp"

#include <algorithm>

#include "xdnasim/backends/analytic/as_double.hpp"

namespace xdnasim::backends::analytic {
namespace {

double in_cycles(const arch::Device& device, arch::Nanoseconds time) {
    return time.count() * device.clock_ghz;
}

}  // namespace

const Term& Estimate::binding() const {
    return *std::max_element(terms.begin(), terms.end(),
                             [](const Term& a, const Term& b) { return a.cycles < b.cycles; });
}

double channel_rate(const arch::Device& device) {
    return std::min(device.bytes_per_cycle(device.dram.channel), as_double(device.stream_width));
}

double read_rate(const arch::Device& device) {
    return std::min(device.bytes_per_cycle(device.dram.read), device.fabric.read.count());
}

double write_rate(const arch::Device& device) {
    return std::min(device.bytes_per_cycle(device.dram.write), device.fabric.write.count());
}

std::vector<Term> memory_terms(const Traffic& traffic, const arch::Device& device) {
    const double read = as_double(traffic.read);
    const double written = as_double(traffic.written);
    const arch::DramModel& dram = device.dram;
    return {{"DRAM read", read / device.bytes_per_cycle(dram.read)},
            {"DRAM write", written / device.bytes_per_cycle(dram.write)},
            {"DRAM", (read + written) / device.bytes_per_cycle(dram.total)},
            {"fabric read", read / device.fabric.read.count()},
            {"fabric write", written / device.fabric.write.count()},
            {"shim channel", as_double(traffic.busiest_channel) / channel_rate(device)}};
}

double command_cycles(const arch::Device& device, std::int64_t tasks) {
    const arch::CommandProcessorModel& commands = device.command_processor;
    return static_cast<double>(tasks) * in_cycles(device, commands.bd_write + commands.push);
}

double completion_cycles(const arch::Device& device) {
    return in_cycles(device, device.dram.write_latency + device.command_processor.token);
}

}  // namespace xdnasim::backends::analytic
