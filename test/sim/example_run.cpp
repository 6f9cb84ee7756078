#include "test/sim/example_run.hpp"

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "sim/environment.hpp"
#include "sim/simulation_context.hpp"
#include "workloads/gemm/gemm_workload.hpp"

namespace xdnasim::sim::test {

arch::Device teaching_device() {
    return device_named("teaching-2x1");
}

arch::Device device_with_hops_of_a_cycle() {
    arch::Device device = teaching_device();
    device.timing.switch_hop = arch::Cycles{1};
    return device;
}

gemm::GemmDesign SmallGemm::problem() const {
    gemm::GemmDesign problem;
    problem.tile = tile;
    problem.k_mt = tile.k * calls_per_panel;
    problem.size = {tile.m * rows * m_blocks, *problem.k_mt * panels, tile.n * columns * n_blocks};
    problem.rows = rows;
    problem.columns = columns;
    problem.c_type = c_type;
    if (cycles_per_call) problem.kernel.cycles_per_call = arch::Cycles{*cycles_per_call};
    return problem;
}

schedule::Schedule SmallGemm::schedule(const arch::Device& device) const {
    return gemm::map_gemm(problem(), device);
}

std::vector<events::CoreInterval> Recorder::calls(arch::TileId tile,
                                                  schedule::KernelRef kernel) const {
    std::vector<events::CoreInterval> found;
    for (const events::CoreInterval& event : core)
        if (event.tile == tile && event.state == events::CoreState::Busy &&
            event.action == events::CoreAction::Kernel && event.object == kernel.index)
            found.push_back(event);
    return found;
}

std::vector<events::BdInterval> Recorder::of_channel(arch::TileId tile, arch::Direction direction,
                                                     int channel) const {
    std::vector<events::BdInterval> found;
    for (const events::BdInterval& event : bds)
        if (event.tile == tile && event.direction == direction && event.channel == channel)
            found.push_back(event);
    return found;
}

Timed run(const schedule::Schedule& schedule, const arch::Device& device) {
    Timed timed;
    const SimulationContext context;
    Environment environment{device};
    Dram dram{"dram", environment};
    NpuArray array{schedule, environment, dram, nullptr};
    array.add_listener(timed.recorder);
    timed.cycles = array.run();
    timed.trace = array.trace();
    return timed;
}

}  // namespace xdnasim::sim::test
