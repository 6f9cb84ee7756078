#include <algorithm>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/spelling.hpp"
#include "cli/kernel/kernel_report.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::cli {
namespace {

using base::InputError;

constexpr std::int64_t kMaxBytes = std::int64_t{1} << 20;

/// The value of --bytes, the size of an array. `of_what`: the array's description for the message.
/// Throws InputError unless it is given, within the limits and a multiple of `unit`.
std::int64_t bytes_of(const KernelRequest& request, std::int64_t unit, const char* of_what) {
    if (!request.bytes)
        throw InputError{
            fmt::format("kernel: {0} needs --bytes, the size of {1}, such as --kernel {0} "
                        "--bytes 4096",
                        request.kernel, of_what)};
    const std::int64_t bytes = *request.bytes;
    if (bytes < unit || bytes > kMaxBytes)
        throw InputError{
            fmt::format("--bytes: {} is out of range; allowed: {} to {}", bytes, unit, kMaxBytes)};
    if (bytes % unit != 0)
        throw InputError{fmt::format("--bytes: {} is not a multiple of {}; nearest: {}", bytes,
                                     unit, bytes / unit * unit)};
    return bytes;
}

RequestedKernel vector_kernel(const KernelRequest& request, const arch::Device& device) {
    const auto programs = kernels::vector_programs();
    const auto found = std::ranges::find(programs, request.kernel, &kernels::VectorProgram::name);
    if (found == programs.end()) refuse_name("kernel", request.kernel, kernel_names());
    const std::int64_t bytes = bytes_of(request, 1, "each of its arrays");
    RequestedKernel requested;
    requested.nest = found->nest(arch::Bytes{bytes}, device.core.slots);
    requested.name = fmt::format("{}, {}, {}", request.kernel, base::counted(bytes, "byte"),
                                 base::counted(requested.nest.steps, "step"));
    return requested;
}

RequestedKernel encoding(const KernelRequest& request, const arch::Device& device) {
    kernels::Matmul before_it{};
    before_it.a = before_it.b = before_it.c = kernels::DataType::Bfp16ebs8;
    static_cast<void>(kernels::matrix_rate(before_it, device));
    constexpr int kSide = 8;  // rows and columns of a tile
    constexpr std::int64_t kTile = 2 * kSide * kSide;
    const std::int64_t bytes = bytes_of(request, kTile, "the bf16");
    const auto tiles = static_cast<int>(bytes / kTile);
    RequestedKernel requested;
    requested.nest = kernels::program_of(
        {request.kernel, kernels::Encode{kSide * tiles, kSide}, std::nullopt}, device);
    requested.name = fmt::format("{}, {} of bf16 to bfp16ebs8, {}", request.kernel,
                                 base::counted(bytes, "byte"), base::counted(tiles, "tile"));
    return requested;
}

}  // namespace

void refuse_name(const std::string& option, const std::string& name,
                 const std::vector<std::string>& allowed) {
    throw InputError{fmt::format("--{}: {}", option, base::unknown_name(name, allowed))};
}

std::vector<std::string> kernels_of_arrays() {
    std::vector<std::string> names;
    for (const kernels::VectorProgram& program : kernels::vector_programs())
        names.emplace_back(program.name);
    return names;
}

std::vector<std::string> kernel_names() {
    std::vector<std::string> names = kernels_of_arrays();
    names.insert(names.begin(), "matmul");
    names.emplace_back(kEncode);
    return names;
}

RequestedKernel requested_kernel(const KernelRequest& request, const arch::Device& device) {
    if (request.program) {
        RequestedKernel requested;
        requested.nest = kernels::load_kernel_program(*request.program, device.core.slots);
        requested.name = requested.nest.name;
        return requested;
    }
    if (request.kernel == "matmul") return matmul_kernel(request, device);
    return request.kernel == kEncode ? encoding(request, device) : vector_kernel(request, device);
}

}  // namespace xdnasim::cli
