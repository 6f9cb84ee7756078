#include "validation/sweeps.hpp"

#include <array>
#include <iterator>

#include <fmt/format.h>

#include "validation/simulated_run.hpp"
#include "validation/suites.hpp"

namespace xdnasim::validation {
namespace {

using gemm::BdReconfiguration;

/// Simulates a design at every depth of the mem tile's tile that divides K and fits into the mem
/// tile.
Series simulated_depths(gemm::GemmDesign problem, const arch::Device& device) {
    const std::int64_t step = problem.tile->k;
    Series series{.name = "simulated", .points = {}};
    for (std::int64_t depth = step; depth <= problem.size.k; depth += step) {
        if (problem.size.k % depth != 0) continue;
        problem.k_mt = depth;
        try {
            series.points.push_back(point_at(static_cast<double>(depth), problem, device));
        } catch (const gemm::MappingError&) {
            break;  // this and all deeper ones need more than a mem tile's memory
        }
    }
    return series;
}

Series command_costs(gemm::GemmDesign problem, const arch::Device& device,
                     BdReconfiguration protocol, const char* name) {
    problem.bd_reconfiguration = protocol;
    Series series{.name = name, .points = {}};
    for (const double factor : {0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0}) {
        arch::Device scaled = device;
        scaled.command_processor.bd_write = device.command_processor.bd_write * factor;
        scaled.command_processor.push = device.command_processor.push * factor;
        scaled.command_processor.token = device.command_processor.token * factor;
        series.points.push_back(point_at(factor, problem, scaled));
    }
    return series;
}

}  // namespace

SweepPoint point_at(double x, const gemm::GemmDesign& problem, const arch::Device& device) {
    const backends::RunResult result = run(problem, device);
    return {x, result.tops.value(), bound_of(result)};
}

std::vector<Sweep> depth_sweeps() {
    std::vector<Sweep> sweeps;
    for (const MeasuredEffect& effect : measured_effects()) {
        const MeasuredArray& base = effect.base;
        if (effect.changed.k_mt == base.problem.k_mt) continue;
        const double tops = base.measured.value;
        const arch::Device device = Devices{}.at(base.measured.device, base.clock_ghz);
        sweeps.push_back(
            {.name = fmt::format("Depth of the tile in a mem tile: {}", base.measured.what),
             .device = device.name,
             .x_label = "k_mt",
             .y_label = "TOPS",
             .log_x = false,
             .series = {simulated_depths(base.problem, device)},
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
        const MeasuredArray& base = effect.base;
        const arch::Device device = Devices{}.at(base.measured.device, base.clock_ghz);
        sweeps.push_back({.name = fmt::format("Command processor: {}", base.measured.what),
                          .device = device.name,
                          .x_label = "costs of its steps, against the assumed ones",
                          .y_label = "TOPS",
                          .log_x = false,
                          .series = {command_costs(base.problem, device,
                                                   BdReconfiguration::Overlapped, "overlapped"),
                                     command_costs(base.problem, device,
                                                   BdReconfiguration::Sequential, "sequential")},
                          .measured = {}});
    }
    return sweeps;
}

std::vector<Sweep> all_sweeps() {
    std::vector<Sweep> sweeps;
    for (std::vector<Sweep>& some :
         std::array{depth_sweeps(), size_sweeps(), buffer_sweeps(), command_sweeps()})
        sweeps.insert(sweeps.end(), std::make_move_iterator(some.begin()),
                      std::make_move_iterator(some.end()));
    return sweeps;
}

}  // namespace xdnasim::validation
