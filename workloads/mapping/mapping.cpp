#include "workloads/mapping/mapping.hpp"

#include <utility>
#include <vector>

#include <fmt/format.h>

#include "arch/routing_graph.hpp"
#include "base/error.hpp"
#include "workloads/routing/router.hpp"
#include "workloads/tracing/add_trace.hpp"

namespace xdnasim::mapping {

using schedule::Schedule;

namespace {

/// Routes the flows. Throws InputError, with the file from which the flows were read, if there is
/// no room for them.
std::vector<schedule::Route> routes_of(const Schedule& schedule, const arch::RoutingGraph& graph) {
    try {
        return routing::route(schedule.flows, graph, routing::HopCost{}, schedule.routes);
    } catch (const base::InputError& error) {
        if (schedule.source.empty()) throw;
        throw base::InputError{fmt::format("{}: {}", schedule.source, error.what())};
    }
}

/// Routes the design's flows and those of its trace together. If there is no room for them, routing
/// the design alone shows which of the two is the cause.
void route_with_trace(Schedule& schedule, const tracing::TraceRequest& trace, std::size_t own_flows,
                      const arch::RoutingGraph& graph) {
    try {
        schedule.routes = routes_of(schedule, graph);
    } catch (const base::InputError& error) {
        schedule.flows.resize(own_flows);
        static_cast<void>(routes_of(schedule, graph));
        tracing::refuse_without_route(trace, *schedule.trace, error);
    }
}

}  // namespace

void complete(Schedule& schedule, const arch::Device& device, const tracing::TraceRequest* trace) {
    const arch::RoutingGraph graph{device};
    const std::size_t own_flows = schedule.flows.size();
    if (trace == nullptr) {
        schedule.routes = routes_of(schedule, graph);
    } else {
        if (schedule.trace)
            throw schedule::MappingError{"trace",
                                         "the design has its own trace. Leave out `trace`"};
        tracing::add_trace(schedule, *trace, device);
        route_with_trace(schedule, *trace, own_flows, graph);
    }
    schedule::require_valid(schedule, device);
}

Schedule map_workload(std::shared_ptr<const schedule::Workload> workload,
                      const arch::Device& device, const tracing::TraceRequest* trace) {
    Schedule schedule = workload->map(device);
    schedule.device = device.name;
    schedule.workload = std::move(workload);
    complete(schedule, device, trace);
    return schedule;
}

}  // namespace xdnasim::mapping
