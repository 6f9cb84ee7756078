#include "xdnasim/validation/sweeps.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "xdnasim/validation/effect_suite.hpp"
#include "xdnasim/validation/simulated_run.hpp"

namespace xdnasim::validation {
namespace {

using schedule::BdReconfiguration;

/// Tops of a design at every depth of the mem tile's tile that divides K and fits.
std::vector<Point> simulated_depths(gemm::GemmProblem problem, const arch::Device& device) {
    const std::int64_t step = problem.tile->k;
    std::vector<Point> points;
    for (std::int64_t depth = step; depth <= problem.size.k; depth += step) {
        if (problem.size.k % depth != 0) continue;
        problem.k_mt = depth;
        try {
            points.emplace_back(static_cast<double>(depth), run(problem, device).tops);
        } catch (const gemm::MappingError&) {
            break;  // this and all deeper ones need more than a mem tile's memory
        }
    }
    return points;
}

/// No source gives these costs: how much hangs on them?
Sweep command_sweep(const MeasuredArray& array, BdReconfiguration protocol,
                    const std::string& name) {
    const arch::Device device = device_at(array.measured.device, array.clock_ghz);
    gemm::GemmProblem problem = array.problem;
    problem.bd_reconfiguration = protocol;
    Sweep sweep{.name = fmt::format("Command processor, {}: {}", name, array.measured.what),
                .device = device.name,
                .x_label = "costs of its steps, against the assumed ones",
                .y_label = "TOPS",
                .points = {},
                .measured = {}};
    for (const double factor : {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0}) {
        arch::Device scaled = device;
        scaled.command_processor.bd_write = device.command_processor.bd_write * factor;
        scaled.command_processor.push = device.command_processor.push * factor;
        scaled.command_processor.token = device.command_processor.token * factor;
        sweep.points.emplace_back(factor, run(problem, scaled).tops);
    }
    return sweep;
}

}  // namespace

std::vector<Sweep> depth_sweeps() {
    std::vector<Sweep> sweeps;
    for (const MeasuredEffect& effect : measured_effects()) {
        const MeasuredArray& base = effect.base;
        if (effect.changed.k_mt == base.problem.k_mt) continue;
        const double tops = base.measured.value;
        const arch::Device device = device_at(base.measured.device, base.clock_ghz);
        sweeps.push_back(
            {.name = fmt::format("Depth of the tile in a mem tile: {}", base.measured.what),
             .device = device.name,
             .x_label = "k_mt",
             .y_label = "TOPS",
             .points = simulated_depths(base.problem, device),
             .measured = {
                 {static_cast<double>(*effect.changed.k_mt), tops * (1 - effect.measured.value)},
                 {static_cast<double>(*base.problem.k_mt), tops}}});
    }
    return sweeps;
}

std::vector<Sweep> command_sweeps() {
    std::vector<Sweep> sweeps;
    for (const MeasuredEffect& effect : measured_effects()) {
        if (effect.changed.bd_reconfiguration != BdReconfiguration::Sequential) continue;
        sweeps.push_back(command_sweep(effect.base, BdReconfiguration::Overlapped, "overlapped"));
        sweeps.push_back(command_sweep(effect.base, BdReconfiguration::Sequential, "sequential"));
    }
    return sweeps;
}

std::vector<Sweep> all_sweeps() {
    std::vector<Sweep> sweeps = depth_sweeps();
    for (Sweep& sweep : command_sweeps())
        sweeps.push_back(std::move(sweep));
    return sweeps;
}

}  // namespace xdnasim::validation
