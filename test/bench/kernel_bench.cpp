// Host time of scheduling a kernel into the slots of a core: what every run pays for each kernel
// whose cycles the problem does not give.

#include <benchmark/benchmark.h>

#include "arch/device_file.hpp"
#include "arch/device_loader.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

void ScheduleMatmul(benchmark::State& state) {
    const arch::Device device = arch::load_device(arch::find_device("xdna-phoenix"));
    Matmul work{};
    work.a = work.b = DataType::Int8;
    work.c = DataType::Int32;
    work.m = work.k = work.n = 64;
    work.r = 4;
    work.s = work.t = 8;
    const Kernel kernel{"matmul", work, std::nullopt};
    for (auto _ : state) {
        const auto program = program_of(kernel, device, CallKind::Accumulate);
        benchmark::DoNotOptimize(vliw::schedule_call(program, device.core.slots));
    }
}
BENCHMARK(ScheduleMatmul)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace xdnasim::kernels
