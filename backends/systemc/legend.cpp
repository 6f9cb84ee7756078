#include "backends/systemc/legend.hpp"

#include "sim/shared_streams.hpp"

namespace xdnasim::backends {
namespace {

events::StreamFlow flow_legend(const schedule::Flow& flow, const schedule::Route& route,
                               arch::Cycles hop) {
    events::StreamFlow legend{flow.name, flow.source, {}};
    for (std::size_t i = 0; i < flow.sinks.size(); ++i)
        legend.sinks.push_back({flow.sinks[i], hop * std::int64_t{route.hops[i]}});
    return legend;
}

}  // namespace

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
                flow_legend(schedule.flows[flow], schedule.routes[flow], device.timing.switch_hop));
    }
    return legend;
}

}  // namespace xdnasim::backends
