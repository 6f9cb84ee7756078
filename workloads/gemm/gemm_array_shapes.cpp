// Hint for a better shape of the array. Rows of cores whose A shares a shim channel wait for each
// other; if this limits a run, another shape may do as well or better with no more cores.

#include <optional>
#include <string>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "workloads/gemm/gemm_program.hpp"
#include "workloads/gemm/gemm_terms.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/memory/pattern_factors.hpp"

namespace xdnasim::gemm {
namespace {

using schedule::Estimate;
using schedule::KernelCycles;

/// Smaller gains are within the error of the closed forms.
constexpr double kMinGain = 0.05;

struct Shape {
    int rows = 0;
    int columns = 0;
    double cycles = 0;
};

bool binds_on_a(const Estimate& estimate, const GemmDesign& design, const GemmTerms& terms) {
    const arch::Bytes a = terms.a * std::int64_t{design.max_a_rows()} / std::int64_t{*design.rows};
    const schedule::Limit limit = estimate.binding().limit;
    return (limit == schedule::Limit::Dram || limit == schedule::Limit::Stream) &&
           a > terms.b / std::int64_t{*design.columns} &&
           a > terms.c / std::int64_t{*design.columns};
}

/// Estimate for the design on an array of `rows` x `columns`; nullopt if it does not fit.
std::optional<Shape> estimated(GemmDesign design, int rows, int columns, const arch::Device& device,
                               const KernelCycles& cycles) {
    design.rows = rows;
    design.columns = columns;
    try {
        const GemmDesign chosen = choose(design, device);
        const schedule::Schedule program = program_of(chosen, device);
        const GemmTerms terms = gemm_terms(chosen, device, costs_of(program, cycles));
        const Estimate estimate =
            gemm::estimate(chosen, device, terms, memory::pattern_factors(program, device));
        return Shape{rows, columns, estimate.cycles()};
    } catch (const base::InputError&) {
        return {};
    }
}

/// The best shape with no more cores, and fewer rows whose A shares a channel.
std::optional<Shape> best_shape(const GemmDesign& design, const arch::Device& device,
                                const KernelCycles& cycles) {
    const int cores = design.rows * design.columns;
    std::optional<Shape> best;
    for (int columns = 1; columns <= device.usable_columns(); ++columns) {
        for (int rows = 1; rows <= device.core_rows() && rows * columns <= cores; ++rows) {
            if (parts(rows, columns) >= design.max_a_rows()) continue;
            const auto shape = estimated(design, rows, columns, device, cycles);
            if (shape && (!best || shape->cycles < best->cycles)) best = shape;
        }
    }
    return best;
}

}  // namespace

std::optional<std::string> GemmWorkload::way_around_shim_channels(
    const schedule::Schedule& schedule, const arch::Device& device,
    const KernelCycles& cycles) const {
    if (design_.max_a_rows() < 2) return {};
    const GemmTerms terms = gemm_terms(design_, device, costs_of(schedule, cycles));
    const Estimate now =
        gemm::estimate(design_, device, terms, memory::pattern_factors(schedule, device));
    if (!binds_on_a(now, design_, terms)) return {};
    const std::optional<Shape> best = best_shape(design_, device, cycles);
    if (!best || best->cycles > (1 - kMinGain) * now.cycles()) return {};
    return fmt::format(
        "A of {} rows of cores comes through one shim channel; by the closed forms, {} x {} cores "
        "in place of {} take {} fewer cycles (gemm.array: {{rows: {}, columns: {}}})",
        design_.max_a_rows(), best->columns, best->rows, array_text(),
        base::percent(1 - best->cycles / now.cycles()), best->rows, best->columns);
}

}  // namespace xdnasim::gemm
