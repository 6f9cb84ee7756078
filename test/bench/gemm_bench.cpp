// How long it takes to simulate a GEMM: the whole way from the problem file to the result,
// and its stages.

#include <string>

#include <benchmark/benchmark.h>

#include "xdnasim/backends/systemc/systemc_backend.hpp"
#include "xdnasim/workloads/gemm/gemm_mapping.hpp"
#include "xdnasim/workloads/problem/problem.hpp"

namespace {

using namespace xdnasim;

problem::Problem example(const char* name) {
    return problem::load_problem(std::string{XDNASIM_EXAMPLES "/"} + name);
}

void LoadProblem(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(example("gemm_xdna2_int8.yaml"));
}
BENCHMARK(LoadProblem)->Unit(benchmark::kMillisecond);

void MapGemm(benchmark::State& state) {
    const problem::Problem problem = example("gemm_xdna2_int8.yaml");
    for (auto _ : state)
        benchmark::DoNotOptimize(gemm::map_gemm(problem.gemm, problem.device));
}
BENCHMARK(MapGemm)->Unit(benchmark::kMillisecond);

void LoadToResult(benchmark::State& state) {
    double cycles = 0;
    for (auto _ : state) {
        const problem::Problem problem = example("gemm_xdna2_int8.yaml");
        const schedule::Schedule schedule = gemm::map_gemm(problem.gemm, problem.device);
        const auto result = backends::make_systemc_backend()->run(schedule, problem.device, {});
        cycles += static_cast<double>(result.cycles.count());
    }
    state.counters["simulated_cycles_per_second"] =
        benchmark::Counter{cycles, benchmark::Counter::kIsRate};
}
BENCHMARK(LoadToResult)->Unit(benchmark::kMillisecond);

/// Time grows with the number of kernel calls, not with the bytes they move.
void SquareGemm(benchmark::State& state) {
    problem::Problem problem = example("gemm_xdna_int8.yaml");
    const std::int64_t blocks = state.range(0);
    const std::int64_t tile = state.range(1);
    problem.gemm.tile = {tile, tile, tile};
    problem.gemm.k_mt = 2 * tile;
    problem.gemm.size = {4 * tile * blocks, 2 * tile * blocks, 4 * tile * blocks};
    const schedule::Schedule schedule = gemm::map_gemm(problem.gemm, problem.device);
    double calls = 0;
    for (auto _ : state) {
        const auto result = backends::make_systemc_backend()->run(schedule, problem.device, {});
        calls += static_cast<double>(result.kernel->calls);
    }
    state.counters["kernel_calls_per_second"] =
        benchmark::Counter{calls, benchmark::Counter::kIsRate};
}
BENCHMARK(SquareGemm)->ArgsProduct({{1, 2, 4, 8}, {32, 64, 96}})->Unit(benchmark::kMillisecond);

}  // namespace
