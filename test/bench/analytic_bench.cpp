// Host time of the closed forms for one GEMM whose kernel cycles the backend has already
// calculated: what a sweep over sizes pays for each size.

#include <benchmark/benchmark.h>

#include "backends/analytic/analytic_backend.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::backends {
namespace {

void EstimateGemm(benchmark::State& state) {
    const problem::Problem problem =
        problem::load_problem(XDNASIM_EXAMPLES "/gemm_xdna2_int8.yaml");
    const schedule::Schedule schedule = problem::map_problem(problem);
    const auto backend = make_analytic_backend();
    for (auto _ : state)
        benchmark::DoNotOptimize(backend->run(schedule, problem.device, {}));
}
BENCHMARK(EstimateGemm)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace xdnasim::backends
