// Host time of placing and routing netlists.

#include <benchmark/benchmark.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "workloads/netlist/suite/suite.hpp"
#include "workloads/placement/placer.hpp"

namespace {

using namespace xdnasim;

void place(benchmark::State& state, const netlist::Netlist& netlist, const arch::Device& device,
           std::int64_t moves) {
    const placement::Array array{device};
    for ([[maybe_unused]] const auto iteration : state) {
        const auto router = make_negotiating_router(array, placement::StreamMode::Mixed);
        placement::Search search{netlist, array, *router, {.seed = 1, .max_moves = moves}};
        make_placer(placement::Method::AnnealingPath)->place(search);
        if (!search.best()) state.SkipWithError("nothing legal was found");
        benchmark::DoNotOptimize(search.moves());
    }
    state.counters["moves/s"] = benchmark::Counter(static_cast<double>(moves),
                                                   benchmark::Counter::kIsIterationInvariantRate);
}

arch::Device strix() {
    return arch::load_device(arch::find_device("xdna2-strix"));
}

arch::Device versal() {
    return arch::load_device(arch::find_device("versal-ve2802"));
}

void PlaceLine(benchmark::State& state) {
    place(state, netlist::suite_netlist("line_pl_08"), strix(), 200'000);
}

void PlaceBroadcastMesh(benchmark::State& state) {
    place(state, netlist::suite_netlist("mesh_pl_14"), strix(), 600'000);
}

void PlaceMeshOf16x16(benchmark::State& state) {
    place(state, netlist::systolic_mesh(16, 16, "versal-ve2802"), versal(), 1'000'000);
}

BENCHMARK(PlaceLine)->Unit(benchmark::kMillisecond);
BENCHMARK(PlaceBroadcastMesh)->Unit(benchmark::kMillisecond);
BENCHMARK(PlaceMeshOf16x16)->Unit(benchmark::kMillisecond);

}  // namespace
