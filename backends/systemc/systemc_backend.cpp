#include "backends/systemc/systemc_backend.hpp"

#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "backends/performance.hpp"
#include "backends/systemc/run_figures.hpp"
#include "backends/systemc/run_statistics.hpp"
#include "backends/verification/verified_run.hpp"
#include "base/error.hpp"
#include "base/wall_time.hpp"
#include "sim/environment.hpp"
#include "sim/npu_array.hpp"
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

/// Returns the names that the numbers in the model's events stand for.
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

/// Reports the progress of a run, measured in bytes of the result that have reached the host.
class ProgressListener final : public sim::AddingListener {
 public:
    /// `total`: bytes of the whole result, which the run writes to host memory.
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
        // An exception that passes through SystemC keeps only its text, so it is handed on here.
        environment_.fault.raise(std::current_exception());
    }
}

/// Guard of the only run in this process: while one exists, a second one cannot be constructed and
/// throws InputError.
class OnlyRun {
 public:
    OnlyRun() {
        if (running_.exchange(true))
            throw base::InputError{
                "a simulation is already running in this process, and SystemC can run only one at "
                "a time; allowed: runs one after the other, or in separate processes"};
    }
    OnlyRun(const OnlyRun&) = delete;
    OnlyRun& operator=(const OnlyRun&) = delete;
    ~OnlyRun() { running_ = false; }

 private:
    static inline std::atomic<bool> running_ = false;
};

/// Host memory and call listener of a run that moves data; both null for a run that does not.
struct Data {
    HostMemory* host = nullptr;
    schedule::CallListener* calls = nullptr;
};

/// One run of a schedule, with a SystemC kernel of its own. The arguments must outlive it.
class Simulation {
 public:
    Simulation(const schedule::Schedule& schedule, const arch::Device& device,
               const RunOptions& options, const Data& data)
        : schedule_{schedule},
          device_{device},
          options_{options},
          environment_{device},
          array_{schedule, environment_, dram_, data.host},
          statistics_{schedule, device, environment_.clock} {
        environment_.calls = data.calls;
        add_listeners();
        if (options.in_full) array_.simulate_in_full();
        if (options.approximate) array_.approximate(*options.approximate);
    }

    [[nodiscard]] RunResult run() {
        const arch::Cycles cycles = array_.run();
        array_.tell_unended(statistics_);
        const arch::Bytes of_trace = trace_bytes(schedule_, array_);
        statistics_.finish(cycles - array_.skipped(), array_.skipped(), of_trace);
        RunResult result = times_of(cycles);
        describe_run(result, schedule_, device_,
                     statistics_.dram_read() + statistics_.dram_written() - of_trace);
        add_figures(result, {schedule_, device_, array_, statistics_});
        return result;
    }

 private:
    void add_listeners() {
        array_.add_listener(statistics_);
        const arch::Bytes results =
            schedule_.workload ? schedule_.workload->work().results : arch::Bytes{};
        if (options_.on_progress && results > arch::Bytes{})
            array_.add_listener(
                progress_.emplace(schedule_, environment_, results, options_.on_progress));
        if (options_.listeners.empty()) return;
        const events::Legend legend = make_legend(schedule_, device_);
        for (events::Listener* listener : options_.listeners) {
            listener->on(legend);
            array_.add_listener(*listener);
        }
    }

    [[nodiscard]] RunResult times_of(arch::Cycles cycles) const {
        RunResult result;
        result.cycles = cycles;
        result.skipped = array_.skipped();
        if (options_.approximate)
            result.off_by = array_.off_by() / static_cast<double>(cycles.count());
        result.npu_time = device_.time_of(cycles);
        result.dispatch = device_.dispatch;
        if (options_.reconfigure) result.reconfiguration = device_.reconfiguration;
        return result;
    }

    const schedule::Schedule& schedule_;
    const arch::Device& device_;
    const RunOptions& options_;
    const sim::SimulationContext context_{};
    sim::Environment environment_;
    sim::Dram dram_{"dram", environment_};
    sim::NpuArray array_;
    RunStatistics statistics_;
    std::optional<ProgressListener> progress_{};
};

class SystemCBackend final : public Backend {
 public:
    [[nodiscard]] std::string name() const override { return kSystemC; }
    [[nodiscard]] bool tells_events() const override { return true; }
    [[nodiscard]] bool models_device() const override { return true; }

    [[nodiscard]] RunResult run(const schedule::Schedule& schedule, const arch::Device& device,
                                const RunOptions& options) override {
        const auto begin = std::chrono::steady_clock::now();
        const OnlyRun only;
        RunResult result = options.verify ? verified(schedule, device, options)
                                          : Simulation{schedule, device, options, {}}.run();
        result.backend = name();
        result.wall_seconds = base::seconds_since(begin);
        return result;
    }

 private:
    [[nodiscard]] static RunResult verified(const schedule::Schedule& schedule,
                                            const arch::Device& device, const RunOptions& options) {
        RunResult result;
        VerifiedRun verified = verified_run(
            schedule, options.seed, [&](HostMemory& host, schedule::CallListener* calls) {
                result = Simulation{schedule, device, options, {&host, calls}}.run();
            });
        result.verification = std::move(verified.verification);
        result.output_hash = verified.output_hash;
        return result;
    }
};

}  // namespace

std::unique_ptr<Backend> make_systemc_backend() {
    return std::make_unique<SystemCBackend>();
}

}  // namespace xdnasim::backends
