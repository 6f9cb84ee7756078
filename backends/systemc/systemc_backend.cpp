#include "backends/systemc/systemc_backend.hpp"

#include <chrono>
#include <optional>

#include "backends/performance.hpp"
#include "backends/systemc/find_bottleneck.hpp"
#include "backends/systemc/legend.hpp"
#include "backends/systemc/progress_listener.hpp"
#include "backends/systemc/run_statistics.hpp"
#include "backends/verification/verified_run.hpp"
#include "sim/npu_array.hpp"
#include "sim/simulation_context.hpp"

namespace xdnasim::backends {

using arch::Nanoseconds;

namespace {

KernelFigures kernel_figures(int number, const schedule::Schedule& schedule,
                             const sim::NpuArray& array, const RunStatistics& statistics) {
    const auto index = static_cast<std::size_t>(number);
    const kernels::Kernel& kernel = schedule.kernels[index];
    const arch::Cycles cycles = array.kernel_cycles()[index];
    return {kernel.name, cycles,
            static_cast<double>(macs_per_call(kernel)) / static_cast<double>(cycles.count()),
            statistics.calls(number)};
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

TraceFigures trace_figures(const sim::TraceWords& trace) {
    TraceFigures figures{trace.words, trace.buffer_full, {}};
    for (const auto& [unit, lost] : trace.overruns)
        figures.overruns.push_back({unit, lost});
    return figures;
}

class SystemCBackend final : public Backend {
 public:
    [[nodiscard]] std::string name() const override { return "systemc"; }
    [[nodiscard]] bool tells_events() const override { return true; }

    [[nodiscard]] RunResult run(const schedule::Schedule& schedule, const arch::Device& device,
                                const RunOptions& options) override {
        const auto begin = std::chrono::steady_clock::now();
        RunResult result;
        if (options.verify) {
            VerifiedRun verified = verified_run(schedule, options.seed, [&](HostMemory& host) {
                simulate(schedule, device, options, &host, result);
            });
            result.verification = std::move(verified.verification);
            result.output_hash = verified.output_hash;
        } else {
            simulate(schedule, device, options, nullptr, result);
        }
        result.wall_seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return result;
    }

 private:
    void simulate(const schedule::Schedule& schedule, const arch::Device& device,
                  const RunOptions& options, sim::HostMemory* host, RunResult& result) const {
        const sim::SimulationContext context;
        sim::Environment environment{device};
        sim::Dram dram{"dram", environment};
        sim::NpuArray array{schedule, environment, dram, host};
        RunStatistics statistics{schedule, device};
        array.add_listener(statistics);
        std::optional<ProgressListener> progress;
        const schedule::Work work =
            schedule.workload ? schedule.workload->work() : schedule::Work{};
        if (options.on_progress && work.results > arch::Bytes{})
            array.add_listener(progress.emplace(device, work.results, options.on_progress));
        add_listeners(array, schedule, device, options.listeners);
        const arch::Cycles cycles = array.run();
        statistics.finish(cycles);

        result.backend = name();
        result.cycles = cycles;
        result.npu_time = Nanoseconds{static_cast<double>(cycles.count()) / device.clock_ghz};
        result.dispatch = device.dispatch;
        if (options.reconfigure) result.reconfiguration = device.reconfiguration;
        describe_run(result, schedule, device, statistics.dram_read() + statistics.dram_written());
        result.cores = statistics.core_times();
        const double ns = result.npu_time->count();
        result.dram = {statistics.dram_read(), statistics.dram_written(),
                       static_cast<double>(statistics.dram_read().count()) / ns,
                       static_cast<double>(statistics.dram_written().count()) / ns};
        if (const auto& trace = array.trace()) result.trace = trace_figures(*trace);
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
