// The loop nest of a requested matrix multiplication, of a single core or of a core in a chain.

#include <algorithm>
#include <array>
#include <string_view>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/extents.hpp"
#include "base/node.hpp"
#include "base/number_format.hpp"
#include "cli/kernel/kernel_report.hpp"
#include "workloads/gemm/packs/tile_choice.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::cli {
namespace {

using base::InputError;
using kernels::CallKind;
using kernels::DataType;

constexpr std::int64_t kMaxMatmulExtent = 1 << 16;
constexpr base::ExtentsForm kMatmulTile{"MxKxN", kMaxMatmulExtent, "64x216x64"};
constexpr base::ExtentsForm kMmulShape{"RxSxT", kMaxMatmulExtent, "4x8x8"};
constexpr base::ExtentsForm kBlockingForm{"ROWSxCOLUMNS", kMaxMatmulExtent, "2x2"};

kernels::Blocking blocking_of(const KernelRequest& request) {
    const auto tiles =
        base::extents(base::option_value("--blocking", request.blocking), kBlockingForm);
    return {static_cast<int>(tiles[0]), static_cast<int>(tiles[1])};
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.emplace_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

DataType data_type(const std::string& option, const std::string& name) {
    if (const auto type = arch::data_type_named(name)) return *type;
    std::vector<std::string> names;
    for (const DataType type : arch::kDataTypes)
        names.push_back(to_string(type));
    refuse_name(option, name, names);
}

kernels::Layout layout(const std::string& name) {
    for (const kernels::Layout layout : kernels::kLayouts)
        if (to_string(layout) == name) return layout;
    refuse_name("b-layout", name, layout_names());
}

/// Applies --partial: if C has another type between calls, it is staged. Throws InputError unless
/// the type is that of C, or bf16 for a product whose types are all bfp16ebs8.
void set_partial(kernels::Matmul& matmul, const std::string& name) {
    const DataType partial = data_type("partial", name);
    if (partial == matmul.c) return;
    const auto tiled = DataType::Bfp16ebs8;
    const bool all_tiled = matmul.a == tiled && matmul.b == tiled && matmul.c == tiled;
    if (!all_tiled || partial != DataType::Bf16)
        throw InputError{
            fmt::format("--partial: {} between calls of {}; allowed: {}{}", to_string(partial),
                        arch::product_name(matmul.a, matmul.b, matmul.c), to_string(matmul.c),
                        all_tiled ? fmt::format(" or {}", to_string(DataType::Bf16)) : "")};
    matmul.c = partial;
    matmul.staged = true;
}

kernels::Matmul matmul_of(const KernelRequest& request, const arch::Device& device) {
    const std::vector<std::string> names = split(request.types, ',');
    if (names.size() != 3)
        throw InputError{fmt::format(
            "--types: '{}' does not name three types, of A, B and C, such as int8,int8,int16",
            request.types)};
    const auto sizes = base::extents(base::option_value("--tile", request.tile), kMatmulTile);
    kernels::Matmul matmul{};
    matmul.a = data_type("types", names[0]);
    matmul.b = data_type("types", names[1]);
    matmul.c = data_type("types", names[2]);
    matmul.m = static_cast<int>(sizes[0]);
    matmul.k = static_cast<int>(sizes[1]);
    matmul.n = static_cast<int>(sizes[2]);
    matmul.b_layout = layout(request.b_layout);
    if (request.partial) set_partial(matmul, *request.partial);
    const arch::MatrixRate& rate = kernels::matrix_rate(matmul, device);
    matmul.r = rate.r;
    matmul.s = rate.s;
    matmul.t = rate.t;
    if (!request.mmul) return matmul;
    const auto shape = base::extents(base::option_value("--mmul", *request.mmul), kMmulShape);
    if (const auto obstacle = gemm::packs::obstacle_to_mmul({shape[0], shape[1], shape[2]},
                                                            {matmul.a, matmul.b, matmul.c}))
        throw InputError{"--mmul: " + *obstacle};
    matmul.r = static_cast<int>(shape[0]);
    matmul.s = static_cast<int>(shape[1]);
    matmul.t = static_cast<int>(shape[2]);
    return matmul;
}

/// A part in a chain, and whether it gets sums from the cascade and puts sums into it.
struct ChainEnds {
    const char* name;
    bool gets;
    bool puts;
    const char* described;
};
constexpr std::array kChainEnds{ChainEnds{"alone", false, false, "alone"},
                                ChainEnds{"first", false, true, "first of a chain"},
                                ChainEnds{"middle", true, true, "in a chain"},
                                ChainEnds{"last", true, false, "last of a chain"}};

const ChainEnds& chain_part(const std::string& name) {
    const auto* const found = std::ranges::find(kChainEnds, name, &ChainEnds::name);
    if (found == kChainEnds.end()) refuse_name("chain", name, chain_parts());
    return *found;
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

arch::Bytes operands_of(const kernels::Matmul& work) {
    const std::int64_t m = work.m;
    const std::int64_t k = work.k;
    return arch::storage(work.a, m * k) + arch::storage(work.b, k * work.n) +
           arch::storage(work.c, m * work.n);
}

/// The kernel of a core in a chain. It starts from its own product, or from the sums that it gets
/// over the cascade. B is row-major.
RequestedKernel chain_product(const KernelRequest& request, const arch::Device& device) {
    const ChainEnds& part = chain_part(*request.chain);
    kernels::ChainProduct work{matmul_of(request, device), part.gets, part.puts};
    work.product.b_layout = kernels::Layout::RowMajor;
    if (!request.blocking.empty()) work.product.blocking = blocking_of(request);
    const kernels::Kernel kernel{"chain_product", work, std::nullopt};
    const kernels::Matmul& product = work.product;
    RequestedKernel requested;
    requested.nest = kernels::program_of(kernel, device);
    const auto [gets, puts] = kernels::cascade_words(kernel);
    requested.name = fmt::format("{}, {}x{}x{} by {}x{}x{}, {}, {} of {}",
                                 arch::product_name(product.a, product.b, product.c), product.m,
                                 product.k, product.n, product.r, product.s, product.t,
                                 part.described, base::counted(requested.nest.blocks, "block"),
                                 base::counted(requested.nest.steps, "step"));
    if (gets + puts > 0)
        requested.name += fmt::format("; cascade: {} got and {} put", base::counted(gets, "word"),
                                      base::counted(puts, "word"));
    requested.macs = kernels::macs_per_call(kernel);
    requested.operands = operands_of(product);
    requested.peak_macs_per_cycle = kernels::matrix_rate(product, device).peak_macs_per_cycle;
    return requested;
}

}  // namespace

std::vector<std::string> chain_parts() {
    std::vector<std::string> names;
    for (const ChainEnds& part : kChainEnds)
        names.emplace_back(part.name);
    return names;
}

std::vector<std::string> layout_names() {
    std::vector<std::string> names;
    for (const kernels::Layout layout : kernels::kLayouts)
        names.push_back(to_string(layout));
    return names;
}

RequestedKernel matmul_kernel(const KernelRequest& request, const arch::Device& device) {
    if (request.tile.empty())
        throw InputError{"kernel: matmul needs --tile, such as --tile 64x216x64"};
    if (request.dense) return dense_kernel(request, device);
    if (request.chain) return chain_product(request, device);
    if (request.mmul) throw InputError{"--mmul: only a matmul with --chain takes it"};
    const kernels::Matmul work = matmul_of(request, device);
    std::optional<kernels::Blocking> blocking;
    if (!request.blocking.empty()) blocking = blocking_of(request);
    const kernels::Kernel kernel{"matmul", work, std::nullopt};
    const CallKind kind = kind_of(request);
    RequestedKernel requested;
    requested.nest = kernels::program_of(kernel, device, kind, blocking);
    const std::string loops =
        requested.nest.by_hand.empty()
            ? fmt::format("{} of {}", base::counted(requested.nest.blocks, "block"),
                          base::counted(requested.nest.steps, "step"))
            : base::counted(requested.nest.blocks, "round") + " laid out by hand";
    const DataType c = work.staged ? work.a : work.c;
    requested.name = fmt::format(
        "{}, {}x{}x{}, {}{}, {}", arch::product_name(work.a, work.b, c), work.m, work.k, work.n,
        described(kind), work.staged ? fmt::format(" in {}", to_string(work.c)) : "", loops);
    requested.macs = kernels::macs_per_call(kernel);
    requested.operands = operands_of(work);
    requested.peak_macs_per_cycle = kernels::matrix_rate(work, device).peak_macs_per_cycle;
    return requested;
}

}  // namespace xdnasim::cli
