#include "workloads/design/estimate.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "workloads/memory/pattern_factors.hpp"
#include "workloads/schedule/operations.hpp"

namespace xdnasim::design {
namespace {

using schedule::as_double;
using schedule::Estimate;
using schedule::Limit;

/// Adds the bytes of the sequence's tasks in each direction, and of the busiest channel.
void add_traffic(Estimate& estimate, const schedule::Schedule& schedule, const Rounds& rounds,
                 const arch::Device& device) {
    schedule::Traffic traffic;
    for (const schedule::Flow& flow : schedule.flows) {
        const auto count = [&](const arch::Port& port, arch::Bytes& sum) {
            if (port.bundle != arch::Bundle::Dma || !device.reaches_host(port.tile)) return;
            const arch::Bytes bytes{static_cast<std::int64_t>(rounds.bytes_at(port))};
            sum += bytes;
            traffic.busiest_channel = std::max(traffic.busiest_channel, bytes);
        };
        count(flow.source, traffic.read);
        for (const arch::Port& sink : flow.sinks)
            count(sink, traffic.written);
    }
    estimate.read = traffic.read;
    estimate.written = traffic.written;
    traffic.pattern = memory::pattern_factors(schedule, device);
    estimate.terms = schedule::memory_terms(traffic, device);
}

double core_cycles(const schedule::CoreRound& round, const schedule::Schedule& schedule,
                   const arch::Device& device, const schedule::KernelCycles& cycles) {
    double sum = as_double(round.lock_operations()) * as_double(device.timing.core_lock_op);
    for (const auto& [reference, calls] : round.calls) {
        const kernels::Kernel& kernel = *schedule.kernel(reference);
        const double overhead = kernel.inlined ? 0 : as_double(device.timing.call_overhead());
        sum += as_double(calls) * (as_double(cycles(kernel)) + overhead);
    }
    return sum;
}

/// Cycles before the first data arrive and after the last have left. Cores, streams within the
/// array and the command processor can work during them.
double around(const Estimate& estimate) {
    return estimate.prologue + estimate.epilogue;
}

void add_cores(Estimate& estimate, const schedule::Schedule& schedule, const Rounds& rounds,
               const arch::Device& device, const schedule::KernelCycles& cycles,
               const std::optional<schedule::KernelRef>& reported) {
    schedule::Term longest{Limit::Compute, 0, {}};
    for (const schedule::TileProgram& program : schedule.tiles) {
        const auto round = round_of(program);
        if (!round) continue;
        const double count = rounds.of_core(program.tile);
        const auto calls = reported ? round->calls.find(*reported) : round->calls.end();
        if (calls != round->calls.end())
            estimate.calls += std::llround(count * as_double(calls->second));
        const double taken = count * core_cycles(*round, schedule, device, cycles);
        if (taken > longest.cycles)
            longest = {Limit::Compute, taken, fmt::format("core {}", to_string(program.tile))};
    }
    longest.cycles -= around(estimate);
    if (longest.cycles > 0) estimate.terms.push_back(longest);
}

/// Cycles in which the port moves its frames, including the waits for its interval between frames.
double cycles_of(const schedule::PlPort& port, const std::optional<double>& clock_ghz,
                 const arch::Device& device) {
    const arch::BytesPerCycle rate = schedule::port_rate(device, port.width, clock_ghz);
    const double interval =
        as_double(port.interval) * device.clock_ghz / clock_ghz.value_or(device.pl->clock_ghz);
    const double frame = schedule::cycles_to_move(port.frame, rate);
    return as_double(port.frames - 1) * std::max(frame, interval) + frame;
}

/// Cycles in which the flow moves `bytes`, at the rate of the slowest of its ports to the
/// programmable logic.
double cycles_of(const schedule::Flow& flow, double bytes, const schedule::ProgrammableLogic& logic,
                 const arch::Device& device) {
    double cycles = bytes / as_double(device.stream_width);
    for (const schedule::PlPort& port : logic.ports)
        if (port.port == flow.source ||
            std::ranges::find(flow.sinks, port.port) != flow.sinks.end())
            cycles = std::max(cycles, cycles_of(port, logic.clock_ghz, device));
    return cycles;
}

bool reaches_host(const schedule::Flow& flow, const arch::Device& device) {
    const auto reaches = [&](const arch::Port& port) { return device.reaches_host(port.tile); };
    return reaches(flow.source) || std::ranges::any_of(flow.sinks, reaches);
}

void add_streams(Estimate& estimate, const schedule::Schedule& schedule, const Rounds& rounds,
                 const arch::Device& device) {
    schedule::Term longest{Limit::Stream, 0, {}};
    for (const schedule::Flow& flow : schedule.flows) {
        double cycles = cycles_of(flow, rounds.bytes_at(flow.source), schedule.pl, device);
        // Streams within the array need not wait for the host's data, either.
        if (!reaches_host(flow, device)) cycles -= around(estimate);
        if (cycles > longest.cycles)
            longest = {Limit::Stream, cycles, fmt::format("stream {}", flow.name)};
    }
    if (longest.cycles > 0) estimate.terms.push_back(longest);
}

arch::Nanoseconds time_of(schedule::OperationCost cost,
                          const arch::CommandProcessorModel& commands) {
    switch (cost) {
        case schedule::OperationCost::Push:
            return commands.push;
        case schedule::OperationCost::BdWrite:
            return commands.bd_write;
        case schedule::OperationCost::None:
            break;
    }
    return {};
}

/// Cycles of all operations of the command processor, one after the other.
double commands(const schedule::Schedule& schedule, const arch::Device& device) {
    double cycles = 0;
    schedule::for_each_operation<schedule::SequenceOp>(
        schedule.sequence, [&](const schedule::SequenceOp& op) {
            cycles +=
                as_double(device.cycles(time_of(schedule::cost_of(op), device.command_processor)));
        });
    return cycles;
}

}  // namespace

Estimate estimate(const schedule::Schedule& schedule, const arch::Device& device,
                  const schedule::KernelCycles& cycles,
                  const std::optional<schedule::KernelRef>& reported) {
    const Rounds rounds{schedule};
    Estimate estimate;
    add_traffic(estimate, schedule, rounds, device);
    if (!schedule.sequence.empty()) {
        // A channel begins while the command processor is still pushing its task.
        estimate.prologue = as_double(device.cycles(device.command_processor.bd_write));
        if (estimate.read > arch::Bytes{0})
            estimate.prologue += schedule::read_latency_cycles(device);
        estimate.epilogue = schedule::completion_cycles(device);
    }
    add_streams(estimate, schedule, rounds, device);
    add_cores(estimate, schedule, rounds, device, cycles, reported);
    estimate.terms.push_back(
        {Limit::Commands, std::max(commands(schedule, device) - around(estimate), 0.0)});
    return estimate;
}

}  // namespace xdnasim::design
