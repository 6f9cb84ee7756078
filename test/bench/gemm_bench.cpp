// Host time of simulating a GEMM: the whole way from the problem file to the result, each stage of
// it, and the quantities that the time grows with.

#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "backends/systemc/systemc_backend.hpp"
#include "workloads/problem/problem.hpp"

namespace {

using namespace xdnasim;

problem::Problem example(const char* name, const std::vector<problem::Setting>& settings = {}) {
    return problem::load_problem(std::string{XDNASIM_EXAMPLES "/"} + name, settings);
}

backends::RunResult simulate(const problem::Problem& problem) {
    const schedule::Schedule schedule = problem::map_problem(problem);
    return backends::make_systemc_backend()->run(schedule, problem.device, {});
}

problem::Setting extent(const char* key, std::int64_t m, std::int64_t k, std::int64_t n) {
    return {key, fmt::format("{{m: {}, k: {}, n: {}}}", m, k, n)};
}

void LoadProblem(benchmark::State& state) {
    for (auto _ : state)
        benchmark::DoNotOptimize(example("gemm_xdna2_int8.yaml"));
}
BENCHMARK(LoadProblem)->Unit(benchmark::kMillisecond);

void MapGemm(benchmark::State& state) {
    const problem::Problem problem = example("gemm_xdna2_int8.yaml");
    for (auto _ : state)
        benchmark::DoNotOptimize(problem::map_problem(problem));
}
BENCHMARK(MapGemm)->Unit(benchmark::kMillisecond);

/// A GEMM of 4032 x 4320 x 4608 on 32 cores, the first example of the README.
void LoadToResult(benchmark::State& state) {
    double cycles = 0;
    for (auto _ : state)
        cycles += static_cast<double>(simulate(example("gemm_xdna2_int8.yaml")).cycles->count());
    state.counters["simulated_cycles_per_second"] =
        benchmark::Counter{cycles, benchmark::Counter::kIsRate};
}
BENCHMARK(LoadToResult)->Unit(benchmark::kMillisecond);

/// A GEMM of 1024^3 on the 16 cores of XDNA, from the file to the result, with the largest tiles
/// that divide it. The goal is 20 ms.
void LoadToResult1024Cubed(benchmark::State& state) {
    const std::vector<problem::Setting> settings{extent("gemm.size", 1024, 1024, 1024),
                                                 extent("gemm.tile", 128, 64, 128),
                                                 {"gemm.k_mt", "256"}};
    for (auto _ : state)
        benchmark::DoNotOptimize(simulate(example("gemm_xdna_int8.yaml", settings)));
}
BENCHMARK(LoadToResult1024Cubed)->Unit(benchmark::kMillisecond);

/// Measures runs of `problem`, and reports kernel calls, DRAM traffic in MB and time per call, with
/// which the time can be compared.
void run(benchmark::State& state, const problem::Problem& problem) {
    const schedule::Schedule schedule = problem::map_problem(problem);
    backends::RunResult result;
    for (auto _ : state)
        result = backends::make_systemc_backend()->run(schedule, problem.device, {});
    constexpr double kMillion = 1e6;
    const auto calls = static_cast<double>(result.kernel->calls);
    state.counters["calls"] = calls;
    state.counters["DRAM_MB"] =
        static_cast<double>((result.dram->read + result.dram->written).count()) / kMillion;
    state.counters["time_per_call"] = benchmark::Counter{
        calls, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert};
}

/// GEMMs of (512 x range(0))^3 with the same tiles, so that calls grow with range(0)^3.
void BySize(benchmark::State& state) {
    const std::int64_t size = 512 * state.range(0);
    run(state, example("gemm_xdna_int8.yaml", {extent("gemm.size", size, size, size),
                                               extent("gemm.tile", 64, 64, 64),
                                               {"gemm.k_mt", "128"}}));
}
BENCHMARK(BySize)->DenseRange(1, 4)->Unit(benchmark::kMillisecond);

/// The same number of calls on tiles of range(0)^3: the number of words differs, the time does not.
void ByWordsAtEqualCalls(benchmark::State& state) {
    const std::int64_t tile = state.range(0);
    run(state, example("gemm_xdna_int8.yaml", {extent("gemm.size", 16 * tile, 16 * tile, 16 * tile),
                                               extent("gemm.tile", tile, tile, tile),
                                               {"gemm.k_mt", std::to_string(2 * tile)}}));
}
BENCHMARK(ByWordsAtEqualCalls)->Arg(32)->Arg(64)->Arg(96)->Unit(benchmark::kMillisecond);

/// GEMMs of one size with tiles of depth range(0): the words are the same, the number of calls
/// differs, and the time with it.
void ByCallsAtEqualWords(benchmark::State& state) {
    run(state, example("gemm_xdna_int8.yaml", {extent("gemm.size", 1024, 1024, 1024),
                                               extent("gemm.tile", 64, state.range(0), 64),
                                               {"gemm.k_mt", "256"}}));
}
BENCHMARK(ByCallsAtEqualWords)->Arg(128)->Arg(64)->Arg(32)->Arg(16)->Unit(benchmark::kMillisecond);

/// A GEMM with the same total number of calls on range(0) x range(0) cores.
void ByArrayAtEqualCalls(benchmark::State& state) {
    const std::string side = std::to_string(state.range(0));
    run(state, example("gemm_xdna_int8.yaml", {extent("gemm.size", 1024, 1024, 1024),
                                               extent("gemm.tile", 64, 64, 64),
                                               {"gemm.k_mt", "128"},
                                               {"gemm.array.rows", side},
                                               {"gemm.array.columns", side}}));
}
BENCHMARK(ByArrayAtEqualCalls)->Arg(1)->Arg(2)->Arg(4)->Unit(benchmark::kMillisecond);

/// GEMMs of range(0)^3: the larger, the more repeated work there is to skip. With range(1) = 1 the
/// run is simulated in full, nothing skipped.
void ByRepeats(benchmark::State& state, const char* file) {
    const std::int64_t size = state.range(0);
    const problem::Problem problem = example(file, {extent("gemm.size", size, size, size)});
    const schedule::Schedule schedule = problem::map_problem(problem);
    backends::RunResult result;
    for (auto _ : state)
        result = backends::make_systemc_backend()->run(schedule, problem.device,
                                                       {.in_full = state.range(1) != 0});
    state.counters["calls"] = static_cast<double>(result.kernel->calls);
    state.counters["skipped_share"] =
        static_cast<double>(result.skipped.count()) / static_cast<double>(result.cycles->count());
}
BENCHMARK_CAPTURE(ByRepeats, xdna, "gemm_xdna_int8.yaml")
    ->ArgsProduct({{1344, 4032, 8064, 16384}, {0, 1}})
    ->Args({131072, 0})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(ByRepeats, xdna2, "gemm_xdna2_int8.yaml")
    ->ArgsProduct({{4608, 9216}, {0, 1}})
    ->Args({131072, 0})
    ->Unit(benchmark::kMillisecond);

/// A network to which range(0) samples are streamed one behind the other.
void ByStreamedSamples(benchmark::State& state) {
    const problem::Problem problem =
        example("network_64x64x64_l8.yaml", {{"network.samples", std::to_string(state.range(0))}});
    const schedule::Schedule schedule = problem::map_problem(problem);
    for (auto _ : state)
        benchmark::DoNotOptimize(
            backends::make_systemc_backend()->run(schedule, problem.device, {}));
}
BENCHMARK(ByStreamedSamples)->Arg(1)->Arg(10)->Arg(1000)->Unit(benchmark::kMillisecond);

/// The 4K GEMM with its data and the reference result with which they are compared.
void Verified4K(benchmark::State& state) {
    const problem::Problem problem = example("gemm_xdna2_int8.yaml", {});
    const schedule::Schedule schedule = problem::map_problem(problem);
    for (auto _ : state)
        benchmark::DoNotOptimize(
            backends::make_systemc_backend()->run(schedule, problem.device, {.verify = true}));
}
BENCHMARK(Verified4K)->Iterations(1)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace
