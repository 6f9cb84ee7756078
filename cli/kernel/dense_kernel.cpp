// A core's part in a layer of a network, as `xdnasim kernel --dense` asks for it.

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/node.hpp"
#include "base/number_format.hpp"
#include "cli/kernel/kernel_report.hpp"
#include "workloads/kernels/dense_program.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::cli {
namespace {

using Part = kernels::ChainPart;

constexpr std::array kDenseParts{Part::Single, Part::First, Part::Middle, Part::Last};

/// m, k and n.
std::array<int, 3> sizes_of(const std::string& tile) {
    constexpr int kMaxSize = 4096;
    std::array<int, 3> sizes{};
    std::size_t from = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const bool is_last = i + 1 == sizes.size();
        const std::size_t end = is_last ? tile.size() : tile.find('x', from);
        if (end == std::string::npos)
            throw base::InputError{fmt::format(
                "--tile: '{}' is not three numbers with x between them, such as 8x32x64", tile)};
        sizes.at(i) = static_cast<int>(
            base::option_value("--tile", tile.substr(from, end - from)).as_int(1, kMaxSize));
        from = end + 1;
    }
    return sizes;
}

}  // namespace

std::vector<std::string> dense_parts() {
    std::vector<std::string> names;
    std::ranges::transform(kDenseParts, std::back_inserter(names),
                           [](Part part) { return to_string(part); });
    return names;
}

RequestedKernel dense_kernel(const KernelRequest& request, const arch::Device& device) {
    const auto [m, k, n] = sizes_of(request.tile);
    kernels::Dense dense;
    dense.m = m;
    dense.k = k;
    dense.n = n;
    dense.a = {m, k, 0, 0};
    dense.part = base::option_value("--dense", *request.dense).as_one_of(kDenseParts);
    dense.receives = request.receives;
    dense.passes = request.receives && dense.puts_sums();
    dense.gives = request.gives;
    dense.bias = dense.relu = request.bias_relu;
    if (dense.gives && dense.puts_sums())
        throw base::InputError{fmt::format(
            "--gives: the part '{}' puts partial sums; outputs are those of single and last",
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
    // Of int8; what comes or leaves over the cascade lies in no memory.
    const std::int64_t a = dense.receives ? 0 : std::int64_t{m} * k;
    const std::int64_t c = dense.gives || dense.puts_sums() ? 0 : std::int64_t{m} * n;
    requested.operands = arch::Bytes{a + std::int64_t{k} * n + c};
    requested.peak_macs_per_cycle = kernels::kDensePeakMacs;
    return requested;
}

}  // namespace xdnasim::cli
