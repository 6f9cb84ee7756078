#include "xdnasim/backends/analytic/analytic_backend.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/backends/analytic/gemm_terms.hpp"
#include "xdnasim/backends/analytic/kernel_times.hpp"
#include "xdnasim/backends/analytic/transfer_terms.hpp"
#include "xdnasim/backends/performance.hpp"

namespace xdnasim::backends {

using analytic::Estimate;
using analytic::Term;

namespace {

constexpr char kName[] = "analytic";

const kernels::Kernel& kernel_of(const schedule::Schedule& schedule, int number) {
    return schedule.kernels[static_cast<std::size_t>(number)];
}

/// Of the run's time, in percent.
double share_of(double cycles, const Estimate& estimate) {
    return 100 * cycles / estimate.cycles();
}

/// How much the longest term takes, how far behind the next one is, and what comes on top.
std::string why_it_binds(const Estimate& estimate) {
    const Term& binding = estimate.binding();
    const Term* next = nullptr;
    for (const Term& term : estimate.terms)
        if (&term != &binding && (next == nullptr || term.cycles > next->cycles)) next = &term;
    std::string why = fmt::format("{:.1f} % of the time goes to {}",
                                  share_of(binding.cycles, estimate), binding.name);
    if (next != nullptr)
        why +=
            fmt::format("; next is {} with {:.1f} %", next->name, share_of(next->cycles, estimate));
    return why + fmt::format("; start and end take {:.1f} %",
                             share_of(estimate.prologue + estimate.epilogue, estimate));
}

Bottleneck bottleneck_of(const Estimate& estimate) {
    const Term& binding = estimate.binding();
    const double around = estimate.prologue + estimate.epilogue;
    return {around > binding.cycles ? "start-up" : binding.name, why_it_binds(estimate)};
}

class AnalyticBackend final : public Backend {
 public:
    [[nodiscard]] std::string name() const override { return kName; }

    [[nodiscard]] RunResult run(const schedule::Schedule& schedule, const arch::Device& device,
                                const RunOptions& options) override {
        const auto begin = std::chrono::steady_clock::now();
        refuse_what_only_a_run_knows(options);
        const Estimate estimate = estimate_of(schedule, device);
        RunResult result = result_of(estimate, schedule, device, options);
        if (!schedule.transfer) {
            const int kernel =
                schedule.gemm ? schedule.gemm->multiply : schedule.elementwise->kernel;
            result.kernel = figures_of(kernel_of(schedule, kernel), device, estimate.calls);
        }
        result.wall_seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        return result;
    }

 private:
    static void refuse_what_only_a_run_knows(const RunOptions& options) {
        const auto refuse = [](const char* option) {
            throw arch::InputError{fmt::format(
                "{}: the backend 'analytic' calculates and runs nothing; allowed: systemc",
                option)};
        };
        if (options.verify) refuse("--verify");
        if (!options.listeners.empty()) refuse("--timeline");
    }

    Estimate estimate_of(const schedule::Schedule& schedule, const arch::Device& device) {
        if (schedule.gemm)
            return analytic::estimate_gemm(*schedule.gemm, device, terms_of(schedule, device));
        if (schedule.transfer) return analytic::estimate_transfer(*schedule.transfer, device);
        if (!schedule.elementwise)
            throw arch::InputError{
                "the backend 'analytic' needs a schedule that says what it computes: a GEMM, "
                "transfers or elementwise"};
        const kernels::Kernel& kernel = kernel_of(schedule, schedule.elementwise->kernel);
        const arch::Cycles call = kernel.inlined ? arch::Cycles{} : device.timing.core_call;
        const arch::Cycles cycles = times_.of(kernel, device) + call;
        return analytic::estimate_elementwise(*schedule.elementwise, device,
                                              static_cast<double>(cycles.count()));
    }

    analytic::GemmTerms terms_of(const schedule::Schedule& schedule, const arch::Device& device) {
        analytic::GemmKernels cycles;
        for (const kernels::Kernel& kernel : schedule.kernels)
            if (std::holds_alternative<kernels::Zero>(kernel.work))
                cycles.zero = static_cast<double>(times_.of(kernel, device).count());
        const kernels::Kernel& multiply = kernel_of(schedule, schedule.gemm->multiply);
        cycles.multiply = static_cast<double>(times_.of(multiply, device).count());
        return analytic::gemm_terms(*schedule.gemm, device, cycles);
    }

    KernelFigures figures_of(const kernels::Kernel& kernel, const arch::Device& device,
                             std::int64_t calls) {
        const arch::Cycles cycles = times_.of(kernel, device);
        return {kernel.name, cycles,
                static_cast<double>(macs_per_call(kernel)) / static_cast<double>(cycles.count()),
                calls};
    }

    static RunResult result_of(const Estimate& estimate, const schedule::Schedule& schedule,
                               const arch::Device& device, const RunOptions& options) {
        RunResult result;
        result.backend = kName;
        result.cycles = arch::Cycles{std::llround(estimate.cycles())};
        const arch::Nanoseconds time{static_cast<double>(result.cycles->count()) /
                                     device.clock_ghz};
        result.npu_time = time;
        result.dispatch = device.dispatch;
        if (options.reconfigure) result.reconfiguration = device.reconfiguration;
        result.dram = {estimate.read, estimate.written,
                       static_cast<double>(estimate.read.count()) / time.count(),
                       static_cast<double>(estimate.written.count()) / time.count()};
        describe_run(result, schedule, device);
        if (!schedule.gemm) result.rates = transfer_rates(result, estimate.read + estimate.written);
        result.bottleneck = bottleneck_of(estimate);
        return result;
    }

    analytic::KernelTimes times_;
};

}  // namespace

std::unique_ptr<Backend> make_analytic_backend() {
    return std::make_unique<AnalyticBackend>();
}

}  // namespace xdnasim::backends
