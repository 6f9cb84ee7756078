// The kernel of `xdnasim kernel --dense`: a core's part in a layer of a network.

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/extents.hpp"
#include "base/node.hpp"
#include "base/number_format.hpp"
#include "cli/kernel/kernel_report.hpp"
#include "workloads/kernels/dense_program.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::cli {

std::vector<std::string> dense_parts() {
    std::vector<std::string> names;
    std::ranges::transform(kernels::kChainParts, std::back_inserter(names),
                           [](kernels::ChainPart part) { return to_string(part); });
    return names;
}

RequestedKernel dense_kernel(const KernelRequest& request, const arch::Device& device) {
    constexpr base::ExtentsForm kForm{"MxKxN", 4096, "8x32x64"};
    const auto tile = base::extents(base::option_value("--tile", request.tile), kForm);
    const std::int64_t m = tile[0];
    const std::int64_t k = tile[1];
    const std::int64_t n = tile[2];
    kernels::Dense dense;
    dense.m = static_cast<int>(m);
    dense.k = static_cast<int>(k);
    dense.n = static_cast<int>(n);
    dense.a = {dense.m, dense.k, 0, 0};
    dense.part = base::option_value("--dense", *request.dense).as_one_of(kernels::kChainParts);
    dense.receives = request.receives;
    dense.passes = request.receives && dense.puts_sums();
    dense.gives = request.gives;
    dense.bias = dense.relu = request.bias_relu;
    if (dense.gives && dense.puts_sums())
        throw base::InputError{fmt::format(
            "--gives: the part '{}' puts partial sums; only single and last have outputs",
            *request.dense)};
    if (request.bias_relu && dense.puts_sums())
        throw base::InputError{
            fmt::format("--bias-relu: the part '{}' puts partial sums; only single and last have "
                        "the bias and ReLU",
                        *request.dense)};
    const kernels::Kernel kernel{"dense", dense, std::nullopt, false};
    RequestedKernel requested;
    requested.nest = kernels::program_of(kernel, device);
    requested.name = fmt::format("layer of a network, {}x{}x{}, {}{}", m, k, n, *request.dense,
                                 request.bias_relu ? ", bias and ReLU" : "");
    if (const auto [gets, puts] = kernels::cascade_words(kernel); gets + puts > 0)
        requested.name += fmt::format("; cascade: {} got and {} put", base::counted(gets, "word"),
                                      base::counted(puts, "word"));
    requested.macs = kernels::macs_per_call(kernel);
    // All are int8, one byte each. What arrives or leaves over the cascade takes no memory.
    const std::int64_t a = dense.receives ? 0 : m * k;
    const std::int64_t c = dense.gives || dense.puts_sums() ? 0 : m * n;
    requested.operands = arch::Bytes{a + k * n + c};
    requested.peak_macs_per_cycle = kernels::dense_rate(device).peak_macs_per_cycle;
    return requested;
}

}  // namespace xdnasim::cli
