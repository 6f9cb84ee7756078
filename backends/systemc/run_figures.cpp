#include "backends/systemc/run_figures.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backends/performance.hpp"
#include "backends/steady.hpp"
#include "backends/systemc/find_bottleneck.hpp"
#include "base/number_format.hpp"
#include "sim/pl_port.hpp"

namespace xdnasim::backends {
namespace {

/// Returns KernelFigures::mean_cycles; nullopt if no kernel with MACs was called.
std::optional<double> mean_cycles(const schedule::Schedule& schedule,
                                  const RunStatistics& statistics) {
    arch::Cycles cycles{};
    std::int64_t calls = 0;
    for (std::size_t i = 0; i < schedule.kernels.size(); ++i) {
        if (macs_per_call(schedule.kernels[i]) == 0) continue;
        const auto number = static_cast<int>(i);
        cycles += statistics.kernel_time_with_stalls(number);
        calls += statistics.calls(number);
    }
    if (calls == 0) return std::nullopt;
    return static_cast<double>(cycles.count()) / static_cast<double>(calls);
}

/// Returns KernelFigures::multiplying.
arch::Cycles multiplying(const schedule::Schedule& schedule, const RunStatistics& statistics) {
    arch::Cycles cycles{};
    for (std::size_t i = 0; i < schedule.kernels.size(); ++i)
        if (macs_per_call(schedule.kernels[i]) > 0)
            cycles += statistics.kernel_time(static_cast<int>(i));
    return cycles;
}

KernelFigures kernel_figures(int number, const FinishedRun& run) {
    const auto index = static_cast<std::size_t>(number);
    const kernels::Kernel& kernel = run.schedule.kernels[index];
    const arch::Cycles cycles = run.array.kernel_cycles()[index];
    return {kernel.name,
            cycles,
            static_cast<double>(macs_per_call(kernel)) / static_cast<double>(cycles.count()),
            run.statistics.calls(number),
            mean_cycles(run.schedule, run.statistics),
            multiplying(run.schedule, run.statistics),
            kernel.assumed};
}

std::vector<PortFigures> port_figures(const FinishedRun& run) {
    std::vector<PortFigures> all;
    for (const auto& port : run.array.pl_ports()) {
        const schedule::PlPort& program = port->program();
        PortFigures& figures = all.emplace_back();
        figures.name = program.name;
        figures.is_input = program.port.side == arch::PortSide::Slave;
        figures.words = program.total() / arch::kWord;
        figures.first = run.device.time_of(port->first_word().value_or(arch::Cycles{0}));
        for (const arch::Cycles end : port->frame_ends())
            figures.frame_ends.push_back(run.device.time_of(end));
        figures.last = figures.frame_ends.back();
    }
    return all;
}

std::vector<CascadeFigures> cascade_figures(const sim::NpuArray& array) {
    std::vector<CascadeFigures> all;
    for (const auto& cascade : array.cascades())
        all.push_back({cascade->link().from, cascade->link().to, cascade->words_got()});
    return all;
}

/// Returns a note on channels that had bytes left to write to host memory when the host was told
/// that the run has ended, those of a trace excepted; empty if there are none.
std::string note_unended(const FinishedRun& run) {
    std::string channels;
    for (const auto& [shim, channel, left] : run.array.unended_writes()) {
        const events::BdInterval of_channel{
            .tile = shim, .direction = arch::Direction::S2MM, .channel = channel};
        if (is_of_trace(of_channel, run.schedule)) continue;
        channels +=
            fmt::format("{}{} S2MM {} has {} left to write", channels.empty() ? "" : ", ",
                        run.device.name_of(shim), channel, base::counted(left.count(), "byte"));
    }
    if (channels.empty()) return {};
    return fmt::format("when the run ends, {}; this changes the result", channels);
}

/// Returns a note on task queues that the runtime sequence found full; empty if there are none, or
/// if the sequence was read from an instruction stream. The text of a design does not say that the
/// sequence waits for room: mlir-aie adds these waits.
std::string note_full_queues(const FinishedRun& run) {
    std::vector<std::string> channels;
    for (const arch::DmaChannelId& id : run.array.command_processor().found_full())
        channels.push_back(fmt::format("{} {} {}", run.device.name_of(id.tile),
                                       to_string(id.direction), id.number));
    if (channels.empty() || !run.schedule.instructions.empty()) return {};
    return fmt::format(
        "the runtime sequence found the task {} of {} full and waited for room, as designs of "
        "mlir-aie 1.4.4 and later do; in designs of older releases, the NPU loses such tasks",
        channels.size() == 1 ? "queue" : "queues", fmt::join(channels, ", "));
}

/// Returns RunResult::note: all notes, separated by semicolons.
std::string note_of(const FinishedRun& run) {
    std::vector<std::string> notes{note_unended(run), note_full_queues(run)};
    std::erase(notes, "");
    return fmt::format("{}", fmt::join(notes, "; "));
}

}  // namespace

arch::Bytes trace_bytes(const schedule::Schedule& schedule, const sim::NpuArray& array) {
    const auto& trace = array.trace();
    if (!trace || schedule.trace->route == schedule::TraceRoute::Ideal) return {};
    return arch::kWord * static_cast<std::int64_t>(trace->words.size());
}

void add_figures(RunResult& result, const FinishedRun& run) {
    result.knows_cores = true;
    result.cores = run.statistics.core_times();
    result.ports = port_figures(run);
    result.latency = latency_of(result.ports);
    result.cascades = cascade_figures(run.array);
    set_steady(result, steady_of(result, run.schedule, run.device), run.schedule, run.device);
    result.dram = DramTraffic::over(run.statistics.dram_read(), run.statistics.dram_written(),
                                    result.npu_time.value());
    result.trace = run.array.trace();
    result.note = note_of(run);
    if (!run.schedule.workload) return;
    if (const auto kernel = run.schedule.workload->work().kernel)
        result.kernel = kernel_figures(kernel->index, run);
    if (result.took_time())
        result.bottleneck = find_bottleneck(run.schedule, run.device, run.array, run.statistics);
}

}  // namespace xdnasim::backends
