#include "backends/systemc/systemc_backend.hpp"

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "backends/performance.hpp"
#include "backends/systemc/run_statistics.hpp"
#include "backends/verification/verified_run.hpp"
#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/wall_time.hpp"
#include "sim/environment.hpp"
#include "sim/npu_array.hpp"
#include "sim/pl_port.hpp"
#include "sim/shared_streams.hpp"
#include "sim/simulation_context.hpp"
#include "traces/events/events.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::backends {
namespace {

events::StreamFlow flow_legend(const schedule::Flow& flow, const schedule::Route& route,
                               const arch::Timing& timing) {
    events::StreamFlow legend{flow.name, flow.source, {}};
    for (std::size_t i = 0; i < flow.sinks.size(); ++i)
        legend.sinks.push_back({flow.sinks[i], timing.latency_of(route.hops[i])});
    return legend;
}

/// What the numbers in the events of the model stand for.
events::Legend make_legend(const schedule::Schedule& schedule, const arch::Device& device) {
    events::Legend legend;
    for (const kernels::Kernel& kernel : schedule.kernels)
        legend.kernels.push_back(kernel.name);
    for (const schedule::TileProgram& program : schedule.tiles)
        for (const schedule::Lock& lock : program.locks)
            legend.locks[{program.tile, lock.id}] = lock.name;
    for (const std::vector<std::size_t>& flows : sim::flows_by_stream(schedule)) {
        auto& stream = legend.streams.emplace_back();
        for (const std::size_t flow : flows)
            stream.push_back(
                flow_legend(schedule.flows[flow], schedule.routes[flow], device.timing));
    }
    return legend;
}

/// Tells how far a run is: by the bytes of the result that have reached the host.
class ProgressListener final : public sim::AddingListener {
 public:
    /// `total`: bytes of the result, which the run writes to host memory.
    ProgressListener(const schedule::Schedule& schedule, sim::Environment& environment,
                     arch::Bytes total, std::function<void(const RunProgress&)> callback);

    void on(const events::BdInterval& interval) override;
    void visit_totals(sim::TotalsVisitor& visitor) override { visitor.visit(written_); }

 private:
    const schedule::Schedule& schedule_;
    sim::Environment& environment_;
    arch::Bytes total_;
    arch::Bytes written_{};
    std::function<void(const RunProgress&)> callback_;
};

ProgressListener::ProgressListener(const schedule::Schedule& schedule,
                                   sim::Environment& environment, arch::Bytes total,
                                   std::function<void(const RunProgress&)> callback)
    : schedule_{schedule},
      environment_{environment},
      total_{total},
      callback_{std::move(callback)} {}

void ProgressListener::on(const events::BdInterval& interval) {
    const bool to_host = environment_.device.reaches_host(interval.tile) &&
                         interval.direction == arch::Direction::S2MM;
    if (!to_host || is_of_trace(interval, schedule_)) return;
    written_ += interval.bytes;
    if (environment_.fault.exception()) return;
    try {
        callback_({static_cast<double>(written_.count()) / static_cast<double>(total_.count()),
                   environment_.of_run(interval.end)});
    } catch (...) {
        // SystemC lets nothing through but a text.
        environment_.fault.raise(std::current_exception());
    }
}

/// Of a call of any kernel that multiplies; none: there was no call.
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

arch::Cycles multiplying(const schedule::Schedule& schedule, const RunStatistics& statistics) {
    arch::Cycles cycles{};
    for (std::size_t i = 0; i < schedule.kernels.size(); ++i)
        if (macs_per_call(schedule.kernels[i]) > 0)
            cycles += statistics.kernel_time(static_cast<int>(i));
    return cycles;
}

KernelFigures kernel_figures(int number, const schedule::Schedule& schedule,
                             const sim::NpuArray& array, const RunStatistics& statistics) {
    const auto index = static_cast<std::size_t>(number);
    const kernels::Kernel& kernel = schedule.kernels[index];
    const arch::Cycles cycles = array.kernel_cycles()[index];
    return {kernel.name,
            cycles,
            static_cast<double>(macs_per_call(kernel)) / static_cast<double>(cycles.count()),
            statistics.calls(number),
            mean_cycles(schedule, statistics),
            multiplying(schedule, statistics),
            kernel.assumed};
}

void add_listeners(sim::NpuArray& array, const schedule::Schedule& schedule,
                   const arch::Device& device, const std::vector<events::Listener*>& listeners) {
    if (listeners.empty()) return;
    const events::Legend legend = make_legend(schedule, device);
    for (events::Listener* listener : listeners) {
        listener->on(legend);
        array.add_listener(*listener);
    }
}

std::vector<PortFigures> port_figures(const sim::NpuArray& array, const arch::Device& device) {
    std::vector<PortFigures> all;
    for (const auto& port : array.pl_ports()) {
        const schedule::PlPort& program = port->program();
        PortFigures& figures = all.emplace_back();
        figures.name = program.name;
        figures.is_input = program.port.side == arch::PortSide::Slave;
        figures.words = program.total() / arch::kWord;
        figures.first = device.time_of(port->first_word().value_or(arch::Cycles{0}));
        for (const arch::Cycles end : port->frame_ends())
            figures.frame_ends.push_back(device.time_of(end));
        figures.last = figures.frame_ends.back();
    }
    return all;
}

/// What the trace units sent to host memory. An ideal trace takes no stream to there.
arch::Bytes trace_bytes(const schedule::Schedule& schedule, const sim::NpuArray& array) {
    const auto& trace = array.trace();
    if (!trace || schedule.trace->route == schedule::TraceRoute::Ideal) return {};
    return arch::kWord * static_cast<std::int64_t>(trace->words.size());
}

/// What the host is told has ended, but has not; empty: nothing.
std::string note_unended(const schedule::Schedule& schedule, const arch::Device& device,
                         const sim::NpuArray& array) {
    std::string channels;
    for (const auto& [shim, channel, left] : array.unended_writes()) {
        const events::BdInterval of_channel{
            .tile = shim, .direction = arch::Direction::S2MM, .channel = channel};
        if (is_of_trace(of_channel, schedule)) continue;
        channels += fmt::format("{}{} S2MM {} has {} left to write", channels.empty() ? "" : ", ",
                                device.name_of(shim), channel, base::counted(left.count(), "byte"));
    }
    if (channels.empty()) return {};
    return fmt::format("when the run ends, {}; this changes the result", channels);
}

/// Of what a design's text does, which says nothing of room: mlir-aie adds that.
std::string note_full_queues(const schedule::Schedule& schedule, const arch::Device& device,
                             const sim::NpuArray& array) {
    std::vector<std::string> channels;
    for (const arch::DmaChannelId& id : array.command_processor().found_full())
        channels.push_back(
            fmt::format("{} {} {}", device.name_of(id.tile), to_string(id.direction), id.number));
    if (channels.empty() || !schedule.instructions.empty()) return {};
    return fmt::format(
        "the runtime sequence has found the task {} of {} full, and waited for room, as mlir-aie "
        "has it since 1.4.4; of what older releases make, the NPU loses such tasks",
        channels.size() == 1 ? "queue" : "queues", fmt::join(channels, ", "));
}

/// As long as there is one, no other run may begin.
class OnlyRun {
 public:
    OnlyRun() {
        if (running_.exchange(true))
            throw base::InputError{
                "a simulation is running in this process, and SystemC knows one at a time; "
                "allowed: runs behind each other, or in processes of their own"};
    }
    OnlyRun(const OnlyRun&) = delete;
    OnlyRun& operator=(const OnlyRun&) = delete;
    ~OnlyRun() { running_ = false; }

 private:
    static inline std::atomic<bool> running_ = false;
};

class SystemCBackend final : public Backend {
 public:
    [[nodiscard]] std::string name() const override { return "systemc"; }
    [[nodiscard]] bool tells_events() const override { return true; }
    [[nodiscard]] bool models_device() const override { return true; }

    [[nodiscard]] RunResult run(const schedule::Schedule& schedule, const arch::Device& device,
                                const RunOptions& options) override {
        const auto begin = std::chrono::steady_clock::now();
        const OnlyRun only;
        RunResult result;
        if (options.verify) {
            VerifiedRun verified = verified_run(
                schedule, options.seed, [&](HostMemory& host, schedule::CallListener* calls) {
                    simulate(schedule, device, options, {&host, calls}, result);
                });
            result.verification = std::move(verified.verification);
            result.output_hash = verified.output_hash;
        } else {
            simulate(schedule, device, options, {}, result);
        }
        result.wall_seconds = base::seconds_since(begin);
        return result;
    }

 private:
    /// Of a run that moves data; else null.
    struct Data {
        HostMemory* host = nullptr;
        schedule::CallListener* calls = nullptr;
    };

    void simulate(const schedule::Schedule& schedule, const arch::Device& device,
                  const RunOptions& options, const Data& data, RunResult& result) const {
        const sim::SimulationContext context;
        sim::Environment environment{device};
        environment.calls = data.calls;
        sim::Dram dram{"dram", environment};
        sim::NpuArray array{schedule, environment, dram, data.host};
        RunStatistics statistics{schedule, device, environment.clock};
        array.add_listener(statistics);
        std::optional<ProgressListener> progress;
        const schedule::Work work =
            schedule.workload ? schedule.workload->work() : schedule::Work{};
        if (options.on_progress && work.results > arch::Bytes{})
            array.add_listener(
                progress.emplace(schedule, environment, work.results, options.on_progress));
        add_listeners(array, schedule, device, options.listeners);
        if (options.in_full) array.simulate_in_full();
        if (options.approximate) array.approximate(*options.approximate);
        const arch::Cycles cycles = array.run();
        array.tell_unended(statistics);
        const arch::Bytes of_trace = trace_bytes(schedule, array);
        statistics.finish(cycles - array.skipped(), array.skipped(), of_trace);
        result.skipped = array.skipped();
        result.backend = name();
        result.cycles = cycles;
        if (options.approximate)
            result.off_by = array.off_by() / static_cast<double>(cycles.count());
        result.npu_time = device.time_of(cycles);
        result.dispatch = device.dispatch;
        if (options.reconfigure) result.reconfiguration = device.reconfiguration;
        describe_run(result, schedule, device,
                     statistics.dram_read() + statistics.dram_written() - of_trace);
        result.knows_cores = true;
        result.cores = statistics.core_times();
        result.ports = port_figures(array, device);
        result.latency = latency_of(result.ports);
        for (const auto& cascade : array.cascades())
            result.cascades.push_back(
                {cascade->link().from, cascade->link().to, cascade->words_got()});
        set_steady(result, steady_of(result, schedule, device), schedule, device);
        const double ns = result.npu_time->count();
        result.dram = {statistics.dram_read(), statistics.dram_written(),
                       static_cast<double>(statistics.dram_read().count()) / ns,
                       static_cast<double>(statistics.dram_written().count()) / ns};
        result.trace = array.trace();
        result.note = note_unended(schedule, device, array);
        const std::string full = note_full_queues(schedule, device, array);
        if (!result.note.empty() && !full.empty()) result.note += "; ";
        result.note += full;
        if (work.kernel)
            result.kernel = kernel_figures(work.kernel->index, schedule, array, statistics);
        if (schedule.workload)
            result.bottleneck = find_bottleneck(schedule, device, array, statistics);
    }
};

}  // namespace

std::unique_ptr<Backend> make_systemc_backend() {
    return std::make_unique<SystemCBackend>();
}

}  // namespace xdnasim::backends
