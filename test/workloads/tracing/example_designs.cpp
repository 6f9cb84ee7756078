#include "test/workloads/tracing/example_designs.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "test/support/mapped_elementwise.hpp"
#include "test/support/mapping_error.hpp"
#include "workloads/elementwise/elementwise_workload.hpp"
#include "workloads/gemm/gemm_workload.hpp"
#include "workloads/mapping/mapping.hpp"
#include "workloads/schedule/mapping_error.hpp"
#include "workloads/transfer/transfer_workload.hpp"

namespace xdnasim::tracing::test {

using arch::Bytes;

schedule::Schedule gemm_on(const arch::Device& device) {
    gemm::GemmDesign problem;
    problem.tile = gemm::Extent{16, 16, 16};
    problem.k_mt = 32;
    problem.size = {256, 64, 256};
    return gemm::map_gemm(problem, device);
}

schedule::Schedule chain_on(const arch::Device& device) {
    elementwise::ElementwiseDesign problem;
    problem.core = {1, device.first_core_row()};
    problem.object = Bytes{256};
    problem.mem_tile_object = problem.object;
    problem.objects = 4;
    problem.depth = 2;
    problem.kernel.name = "copy";
    return xdnasim::test::map_elementwise(problem, device);
}

schedule::Schedule transfer_on(const arch::Device& device, int columns, int streams) {
    transfer::TransferDesign problem;
    problem.columns = columns;
    problem.depth = 2;
    for (int i = 0; i < streams; ++i)
        problem.streams.push_back({fmt::format("matrix {}", i), 64, arch::Bytes{256},
                                   arch::Bytes{16}, 32, transfer::Walk::Along});
    return transfer::map_transfer(problem, device);
}

UnitRequest unit_of(words::Module module, arch::TileId tile) {
    UnitRequest request;
    request.unit = {module, tile};
    return request;
}

std::vector<words::Unit> units_of(const schedule::Schedule& schedule) {
    std::vector<words::Unit> units;
    std::ranges::transform(schedule.trace->units, std::back_inserter(units),
                           [](const schedule::TraceUnit& unit) { return unit.unit; });
    return units;
}

std::vector<schedule::Flow> trace_flows(const schedule::Schedule& schedule) {
    std::vector<schedule::Flow> flows;
    for (const schedule::TraceUnit& unit : schedule.trace->units)
        std::ranges::copy_if(schedule.flows, std::back_inserter(flows), [&](const auto& flow) {
            return flow.source == schedule::trace_port(unit.unit);
        });
    return flows;
}

std::string refusal(schedule::Schedule schedule, const TraceRequest& request,
                    const arch::Device& device) {
    return mapping_error_if_any([&] {
        schedule.routes.clear();  // to be routed again, together with the trace
        mapping::complete(schedule, device, &request);
    });
}

}  // namespace xdnasim::tracing::test
