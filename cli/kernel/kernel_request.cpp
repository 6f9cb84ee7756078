#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/node.hpp"
#include "base/number_format.hpp"
#include "base/spelling.hpp"
#include "cli/kernel/kernel_report.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::cli {
namespace {

using base::InputError;
using kernels::CallKind;
using kernels::DataType;

constexpr int kMaxExtent = 1 << 16;
constexpr std::int64_t kMaxBytes = std::int64_t{1} << 20;

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

/// Throws InputError: `option` wants `count` whole numbers from 1 with an x between them.
std::vector<int> extents(const char* option, const std::string& text, std::size_t count,
                         const char* example) {
    std::vector<int> numbers;
    for (const std::string& part : split(text, 'x'))
        numbers.push_back(static_cast<int>(base::option_value(option, part).as_int(1, kMaxExtent)));
    if (numbers.size() == count) return numbers;
    throw InputError{fmt::format("{}: {} has {}; allowed: {} with x between them, such as {}",
                                 option, base::in_quotes(text),
                                 base::counted(std::ssize(numbers), "number"), count, example)};
}

[[noreturn]] void refuse_name(const std::string& option, const std::string& name,
                              const std::vector<std::string>& allowed) {
    const std::string hint = base::suggestion(name, allowed);
    throw InputError{fmt::format("--{0}: '{1}' is not known here{2} allowed: {3}", option, name,
                                 hint.empty() ? ";" : hint, fmt::join(allowed, ", "))};
}

DataType data_type(const std::string& name) {
    if (const auto type = arch::data_type_named(name)) return *type;
    std::vector<std::string> names;
    for (const DataType type : arch::kDataTypes)
        names.push_back(to_string(type));
    refuse_name("types", name, names);
}

kernels::Layout layout(const std::string& name) {
    for (const kernels::Layout layout : kernels::kLayouts)
        if (to_string(layout) == name) return layout;
    refuse_name("b-layout", name, layout_names());
}

kernels::Matmul matmul_of(const KernelRequest& request, const arch::Device& device) {
    const std::vector<std::string> names = split(request.types, ',');
    if (names.size() != 3)
        throw InputError{fmt::format(
            "--types: '{}' does not name three types, of A, B and C, such as int8,int8,int16",
            request.types)};
    const std::vector<int> sizes = extents("--tile", request.tile, 3, "64x216x64");
    kernels::Matmul matmul{};
    matmul.a = data_type(names[0]);
    matmul.b = data_type(names[1]);
    matmul.c = data_type(names[2]);
    matmul.m = sizes[0];
    matmul.k = sizes[1];
    matmul.n = sizes[2];
    matmul.b_layout = layout(request.b_layout);
    const arch::MatrixRate& rate = kernels::matrix_rate(matmul, device);
    matmul.r = rate.r;
    matmul.s = rate.s;
    matmul.t = rate.t;
    return matmul;
}

CallKind kind_of(const KernelRequest& request) {
    if (request.bias_relu) return CallKind::BiasRelu;
    return request.first ? CallKind::First : CallKind::Accumulate;
}

const char* described(CallKind kind) {
    switch (kind) {
        case CallKind::Accumulate:
            return "adds to C";
        case CallKind::First:
            return "first call";
        case CallKind::BiasRelu:
            break;
    }
    return "bias and ReLU";
}

RequestedKernel matmul(const KernelRequest& request, const arch::Device& device) {
    if (request.tile.empty())
        throw InputError{"kernel: matmul needs --tile, such as --tile 64x216x64"};
    const kernels::Matmul work = matmul_of(request, device);
    std::optional<kernels::Blocking> blocking;
    if (!request.blocking.empty()) {
        const std::vector<int> tiles = extents("--blocking", request.blocking, 2, "4x2");
        blocking = {tiles[0], tiles[1]};
    }
    const kernels::Kernel kernel{"matmul", work, std::nullopt};
    const CallKind kind = kind_of(request);
    RequestedKernel requested;
    requested.nest = kernels::program_of(kernel, device, kind, blocking);
    const std::string loops =
        requested.nest.by_hand.empty()
            ? fmt::format("{} of {}", base::counted(requested.nest.blocks, "block"),
                          base::counted(requested.nest.steps, "step"))
            : base::counted(requested.nest.blocks, "round") + " laid out by hand";
    requested.name = fmt::format("{}, {}x{}x{}, {}, {}", arch::product_name(work.a, work.b, work.c),
                                 work.m, work.k, work.n, described(kind), loops);
    requested.macs = kernels::macs_per_call(kernel);
    requested.peak_macs_per_cycle = kernels::matrix_rate(work, device).peak_macs_per_cycle;
    return requested;
}

RequestedKernel vector_kernel(const KernelRequest& request, const arch::Device& device) {
    const auto programs = kernels::vector_programs();
    const auto found = std::ranges::find(programs, request.kernel, &kernels::VectorProgram::name);
    if (found == programs.end()) refuse_name("kernel", request.kernel, kernel_names());
    if (!request.bytes)
        throw InputError{
            fmt::format("kernel: {0} needs --bytes, the size of each of its arrays, "
                        "such as --kernel {0} --bytes 4096",
                        request.kernel)};
    if (*request.bytes < 1 || *request.bytes > kMaxBytes)
        throw InputError{fmt::format("--bytes: {} is out of range; allowed: 1 to {}",
                                     *request.bytes, kMaxBytes)};
    RequestedKernel requested;
    requested.nest = found->nest(arch::Bytes{*request.bytes}, device.core.slots);
    requested.name =
        fmt::format("{}, {}, {}", request.kernel, base::counted(*request.bytes, "byte"),
                    base::counted(requested.nest.steps, "step"));
    return requested;
}

}  // namespace

std::vector<std::string> kernels_of_arrays() {
    std::vector<std::string> names;
    for (const kernels::VectorProgram& program : kernels::vector_programs())
        names.emplace_back(program.name);
    return names;
}

std::vector<std::string> kernel_names() {
    std::vector<std::string> names = kernels_of_arrays();
    names.insert(names.begin(), "matmul");
    return names;
}

std::vector<std::string> layout_names() {
    std::vector<std::string> names;
    for (const kernels::Layout layout : kernels::kLayouts)
        names.push_back(to_string(layout));
    return names;
}

RequestedKernel requested_kernel(const KernelRequest& request, const arch::Device& device) {
    if (request.program) {
        RequestedKernel requested;
        requested.nest = kernels::load_kernel_program(*request.program, device.core.slots);
        requested.name = requested.nest.name;
        return requested;
    }
    return request.kernel == "matmul" ? matmul(request, device) : vector_kernel(request, device);
}

}  // namespace xdnasim::cli
