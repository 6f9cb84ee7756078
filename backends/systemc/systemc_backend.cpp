#include "xdnasim/backends/systemc/systemc_backend.hpp"

#include <chrono>
#include <optional>

#include "xdnasim/backends/systemc/bottleneck.hpp"
#include "xdnasim/backends/systemc/legend.hpp"
#include "xdnasim/backends/systemc/progress_listener.hpp"
#include "xdnasim/backends/systemc/run_statistics.hpp"
#include "xdnasim/backends/systemc/verified_run.hpp"
#include "xdnasim/sim/npu_array.hpp"

namespace xdnasim::backends {

using arch::Nanoseconds;

namespace {

double operations(const schedule::GemmDescription& gemm) {
    return 2.0 * static_cast<double>(gemm.asked.m) * static_cast<double>(gemm.asked.k) *
           static_cast<double>(gemm.asked.n);
}

/// Multiply-accumulates per cycle that the matrix instruction could do on each core.
double peak_macs(const schedule::GemmDescription& gemm, const arch::Device& device) {
    for (const arch::MatrixRate& rate : device.core.matrix)
        if (rate.a_type == to_string(gemm.a_type) && rate.b_type == to_string(gemm.b_type) &&
            rate.c_type == to_string(gemm.c_type))
            return rate.peak_macs_per_cycle;
    return 0;
}

KernelFigures kernel_figures(int number, const schedule::Schedule& schedule,
                             const sim::NpuArray& array, const RunStatistics& statistics) {
    const auto index = static_cast<std::size_t>(number);
    const kernels::Kernel& kernel = schedule.kernels[index];
    const arch::Cycles cycles = array.kernel_cycles()[index];
    return {kernel.name, cycles,
            static_cast<double>(macs_per_call(kernel)) / static_cast<double>(cycles.count()),
            statistics.calls(number)};
}

void add_gemm_figures(RunResult& result, const schedule::Schedule& schedule,
                      const arch::Device& device, const sim::NpuArray& array,
                      const RunStatistics& statistics) {
    const schedule::GemmDescription& gemm = *schedule.gemm;
    const double seconds = result.time().count() * 1e-9;
    const double cores = gemm.rows * gemm.columns;
    result.tops = operations(gemm) / seconds * 1e-12;
    if (const double peak = peak_macs(gemm, device); peak > 0)
        result.peak_fraction = result.tops / (2 * peak * cores * device.clock_ghz * 1e-3);
    result.kernel = kernel_figures(gemm.multiply, schedule, array, statistics);
    result.bottleneck = find_bottleneck(schedule, device, array, statistics);
}

TransferRates rates_of(const RunResult& result) {
    const auto bytes = static_cast<double>((result.dram->read + result.dram->written).count());
    return {bytes / result.npu_time.count(), bytes / result.time().count()};
}

void add_transfer_figures(RunResult& result, const schedule::Schedule& schedule,
                          const arch::Device& device, const sim::NpuArray& array,
                          const RunStatistics& statistics) {
    result.rates = rates_of(result);
    result.bottleneck = find_transfer_bottleneck(schedule, device, array, statistics);
}

void add_elementwise_figures(RunResult& result, const schedule::Schedule& schedule,
                             const arch::Device& device, const sim::NpuArray& array,
                             const RunStatistics& statistics) {
    result.rates = rates_of(result);
    result.kernel = kernel_figures(schedule.elementwise->kernel, schedule, array, statistics);
    result.bottleneck = find_bottleneck(schedule, device, array, statistics);
}

/// What the run writes to host memory; none when the schedule does not say.
arch::Bytes result_bytes(const schedule::Schedule& schedule) {
    if (schedule.gemm)
        return schedule.host_buffers[static_cast<std::size_t>(schedule.gemm->c.index)].size;
    if (schedule.elementwise) return schedule.elementwise->size();
    arch::Bytes all{};
    if (!schedule.transfer) return all;
    for (const schedule::Copy& copy : schedule.transfer->copies)
        all += copy.matrix.size();
    return all;
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

class SystemCBackend final : public Backend {
 public:
    [[nodiscard]] std::string name() const override { return "systemc"; }

    [[nodiscard]] RunResult run(const schedule::Schedule& schedule, const arch::Device& device,
                                const RunOptions& options) override {
        const auto begin = std::chrono::steady_clock::now();
        RunResult result;
        if (options.verify) {
            result.verification = verified_run(schedule, options.seed, [&](sim::HostMemory& host) {
                simulate(schedule, device, options, &host, result);
            });
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
        sim::NpuArray array{schedule, device, host};
        RunStatistics statistics{schedule, device};
        array.add_listener(statistics);
        std::optional<ProgressListener> progress;
        const arch::Bytes total = result_bytes(schedule);
        if (options.on_progress && total > arch::Bytes{})
            array.add_listener(progress.emplace(device, total, options.on_progress));
        add_listeners(array, schedule, device, options.listeners);
        result.cycles = array.run();
        statistics.finish(result.cycles);

        result.device = device.name;
        result.backend = name();
        result.gemm = schedule.gemm;
        result.transfer = schedule.transfer;
        result.elementwise = schedule.elementwise;
        result.npu_time =
            Nanoseconds{static_cast<double>(result.cycles.count()) / device.clock_ghz};
        result.dispatch = device.dispatch;
        if (options.reconfigure) result.reconfiguration = device.reconfiguration;
        result.cores = statistics.core_times();
        const double ns = result.npu_time.count();
        result.dram = {statistics.dram_read(), statistics.dram_written(),
                       static_cast<double>(statistics.dram_read().count()) / ns,
                       static_cast<double>(statistics.dram_written().count()) / ns};
        if (schedule.gemm) add_gemm_figures(result, schedule, device, array, statistics);
        if (schedule.transfer) add_transfer_figures(result, schedule, device, array, statistics);
        if (schedule.elementwise)
            add_elementwise_figures(result, schedule, device, array, statistics);
    }
};

}  // namespace

std::unique_ptr<Backend> make_systemc_backend() {
    return std::make_unique<SystemCBackend>();
}

}  // namespace xdnasim::backends
