#include "backends/analytic/analytic_backend.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arch/device.hpp"
#include "backends/bottleneck.hpp"
#include "backends/performance.hpp"
#include "backends/steady.hpp"
#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/wall_time.hpp"
#include "workloads/kernels/kernel.hpp"
#include "workloads/schedule/relaxation.hpp"

namespace xdnasim::backends {
namespace {

using schedule::Estimate;
using schedule::Limit;
using schedule::Term;

/// Rounds to whole cycles. Throws InputError above arch::kMostCycles.
arch::Cycles whole_cycles(double cycles) {
    if (cycles <= schedule::as_double(arch::kMostCycles)) return arch::Cycles{std::llround(cycles)};
    throw base::InputError{
        fmt::format("the closed forms give more than {} cycles; allowed: fewer or shorter calls, "
                    "objects, samples or frames",
                    base::grouped(arch::kMostCycles.count()))};
}

/// Cache of the cycles per call that scheduling a kernel into a core's slots gives. Devices from
/// one file whose quantities under "core." are equal have the same core.
class KernelTimes {
 public:
    /// Returns the cycles of one call: the kernel's own if given, else kernels::cycles_per_call.
    [[nodiscard]] arch::Cycles of(const kernels::Kernel& kernel, const arch::Device& device);

 private:
    using Known = std::vector<std::pair<kernels::Work, arch::Cycles>>;
    std::map<std::string, Known> known_;  ///< key: core_of() the device
};

/// Returns a key that is equal for devices with the same core.
std::string core_of(const arch::Device& device) {
    std::string core = fmt::format("{} {}", device.name, device.file.string());
    for (const arch::Quantity& quantity : device.quantities)
        if (quantity.path.starts_with("core."))
            fmt::format_to(std::back_inserter(core), "\n{} {}", quantity.path, quantity.value);
    return core;
}

arch::Cycles KernelTimes::of(const kernels::Kernel& kernel, const arch::Device& device) {
    if (kernel.cycles) return *kernel.cycles;
    Known& known = known_[core_of(device)];
    const auto found = std::ranges::find(known, kernel.work, &Known::value_type::first);
    if (found != known.end()) return found->second;
    return known.emplace_back(kernel.work, cycles_per_call(kernel, device)).second;
}

/// Returns the shares of the longest term, the second-longest one, and prologue and epilogue; the
/// latter come first if they exceed the longest term.
std::vector<Figure> term_figures(const Estimate& estimate) {
    const auto share = [&](double cycles) { return cycles / estimate.cycles(); };
    const Term& binding = estimate.binding();
    const Term* next = nullptr;
    for (const Term& term : estimate.terms)
        if (&term != &binding && (next == nullptr || term.cycles > next->cycles)) next = &term;
    std::vector<Figure> figures{{Finding::TermTakes, share(binding.cycles), binding.name()}};
    if (next != nullptr) figures.push_back({Finding::NextTerm, share(next->cycles), next->name()});
    const double ends = estimate.prologue + estimate.epilogue;
    figures.insert(ends > binding.cycles ? figures.begin() : figures.end(),
                   Figure{Finding::StartAndEnd, share(ends)});
    return figures;
}

/// Returns the estimate with terms of Limit::Buffers halved, since a relaxed schedule does not say
/// which of its waits more buffers would shorten.
Estimate with_more_buffers(Estimate estimate) {
    for (Term& term : estimate.terms)
        if (term.limit == Limit::Buffers) term.cycles /= schedule::kRelaxation;
    return estimate;
}

class AnalyticBackend final : public Backend {
 public:
    [[nodiscard]] std::string name() const override { return kAnalytic; }
    [[nodiscard]] bool models_device() const override { return true; }

    [[nodiscard]] RunResult run(const schedule::Schedule& schedule, const arch::Device& device,
                                const RunOptions& options) override {
        const auto begin = std::chrono::steady_clock::now();
        refuse_what_only_a_run_knows(options);
        if (!schedule.workload)
            throw base::InputError{
                "the backend 'analytic' needs a schedule that says what it computes"};
        const Estimate estimate = schedule.workload->estimate(
            schedule, device,
            [&](const kernels::Kernel& kernel) { return times_.of(kernel, device); });
        RunResult result = result_of(estimate, schedule, device, options);
        if (result.took_time()) result.bottleneck = bottleneck_of(estimate, schedule, device);
        if (const auto kernel = schedule.workload->work().kernel)
            result.kernel = figures_of(*schedule.kernel(*kernel), device, estimate.calls);
        result.wall_seconds = base::seconds_since(begin);
        return result;
    }

 private:
    Estimate relaxed_estimate(const schedule::Schedule& schedule, const arch::Device& device,
                              Limit limit) {
        const schedule::KernelCycles cycles = [&](const kernels::Kernel& kernel) {
            return schedule::relaxed_call(times_.of(kernel, device), limit);
        };
        // The schedule, not the device, sets the width of ports to the programmable logic.
        std::optional<schedule::Schedule> wider;
        if (limit == Limit::Stream && !schedule.pl.ports.empty())
            wider = schedule::relaxed(schedule, device, limit);
        Estimate estimate = schedule.workload->estimate(wider ? *wider : schedule,
                                                        schedule::relaxed(device, limit), cycles);
        return limit == Limit::Buffers ? with_more_buffers(std::move(estimate)) : estimate;
    }

    Bottleneck bottleneck_of(const Estimate& estimate, const schedule::Schedule& schedule,
                             const arch::Device& device) {
        // If relaxing saves nothing for any limit, the limit of the longest term is reported.
        Bottleneck bottleneck{.limit = estimate.binding().limit, .figures = term_figures(estimate)};
        for (const Limit limit : schedule::kLimits) {
            const double gain =
                1 - relaxed_estimate(schedule, device, limit).cycles() / estimate.cycles();
            if (gain > bottleneck.gain) {
                bottleneck.limit = limit;
                bottleneck.gain = gain;
            }
        }
        return bottleneck;
    }

    static void refuse_what_only_a_run_knows(const RunOptions& options) {
        const auto refuse = [](const char* what) {
            throw base::InputError{
                fmt::format("the backend 'analytic' calculates without running anything: it has no "
                            "{}; allowed: systemc",
                            what)};
        };
        if (options.verify) refuse("data to verify");
        if (!options.listeners.empty()) refuse("events for a timeline");
    }

    KernelFigures figures_of(const kernels::Kernel& kernel, const arch::Device& device,
                             std::int64_t calls) {
        const arch::Cycles cycles = times_.of(kernel, device);
        return {.name = kernel.name,
                .cycles_per_call = cycles,
                .macs_per_cycle = static_cast<double>(macs_per_call(kernel)) /
                                  static_cast<double>(cycles.count()),
                .calls = calls,
                .assumed = kernel.assumed};
    }

    static RunResult result_of(const Estimate& estimate, const schedule::Schedule& schedule,
                               const arch::Device& device, const RunOptions& options) {
        RunResult result;
        result.backend = kAnalytic;
        result.cycles = whole_cycles(estimate.cycles());
        const arch::Nanoseconds time = device.time_of(*result.cycles);
        result.npu_time = time;
        result.dispatch = device.dispatch;
        if (options.reconfigure) result.reconfiguration = device.reconfiguration;
        result.dram = DramTraffic::over(estimate.read, estimate.written, time);
        describe_run(result, schedule, device, estimate.read + estimate.written);
        set_steady(result, steady_of(estimate, schedule, device), schedule, device);
        return result;
    }

    KernelTimes times_;
};

}  // namespace

std::unique_ptr<Backend> make_analytic_backend() {
    return std::make_unique<AnalyticBackend>();
}

}  // namespace xdnasim::backends
