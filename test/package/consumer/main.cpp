// Uses xdnasim as a library: loads a device by its name, maps the teaching example and runs it.

#include <cstdio>
#include <filesystem>

#include "xdnasim/arch/device_file.hpp"
#include "xdnasim/arch/device_loader.hpp"
#include "xdnasim/backends/systemc/systemc_backend.hpp"
#include "xdnasim/workloads/problem/problem.hpp"

int main(int, char** argv) {
    using namespace xdnasim;
    const std::filesystem::path share{argv[1]};
    const arch::Device device = arch::load_device(arch::find_device("only-here"));
    std::printf("%s\n", device.name.c_str());

    const problem::Problem problem =
        problem::load_problem(share / "examples" / "gemm_teaching.yaml");
    const auto schedule = problem::map_problem(problem);
    const auto result =
        backends::make_systemc_backend()->run(schedule, problem.device, {.verify = true});
    return result.verification && result.verification->passed ? 0 : 1;
}
