// The key `work` of a kernel's description, which names one of xdnasim's own kernels.

#include <algorithm>
#include <array>
#include <string_view>

#include "base/map_reader.hpp"
#include "workloads/design/kernels/kernel_table.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::design {
namespace {

using arch::Bytes;
using base::MapReader;
using base::Node;
using kernels::DataType;

constexpr int kMaxSide = 1 << 20;

/// The kernels of xdnasim.
constexpr std::array<std::string_view, 11> kWorks{"matmul",  "encode", "zero",      "copy",
                                                  "add_one", "scale",  "chain_sum", "chain_product",
                                                  "firing",  "dense",  "reduce"};
enum class Work : std::uint8_t {
    Matmul,
    Encode,
    Zero,
    Copy,
    AddOne,
    Scale,
    ChainSum,
    ChainProduct,
    Firing,
    Dense,
    Reduce
};

DataType type_of(const Node& node) {
    return node.as_one_of(arch::kDataTypes);
}

int side(MapReader& reader, std::string_view key) {
    return static_cast<int>(reader.require(key).as_int(1, kMaxSide));
}

int side_or(MapReader& reader, std::string_view key, int otherwise) {
    const Node* node = reader.optional(key);
    return node == nullptr ? otherwise : static_cast<int>(node->as_int(1, kMaxSide));
}

kernels::Rounding rounding_of(MapReader& reader) {
    const Node* const rounding = reader.optional("rounding");
    return rounding == nullptr ? kernels::Rounding::ConvEven
                               : rounding->as_one_of(kernels::kRoundings);
}

bool flag_of(MapReader& reader, std::string_view key) {
    const Node* flag = reader.optional(key);
    return flag != nullptr && flag->as_bool();
}

/// Reads all but the blocking.
kernels::Matmul operands_of(MapReader& reader, const arch::Device& device) {
    kernels::Matmul work{};
    work.a = type_of(reader.require("a"));
    work.b = type_of(reader.require("b"));
    work.c = type_of(reader.require("c"));
    work.m = side(reader, "m");
    work.k = side(reader, "k");
    work.n = side(reader, "n");
    work.native = flag_of(reader, "native");
    if (const Node* source = reader.optional("source"))
        work.compiler = source->as_one_of(arch::kCompilers);
    const arch::MatrixRate* rate =
        work.native ? device.core.find_native_rate(work.a, work.b, work.c) : nullptr;
    if (rate == nullptr) rate = device.core.find_rate(work.a, work.b, work.c);
    work.r = side_or(reader, "r", rate != nullptr ? rate->r : 1);
    work.s = side_or(reader, "s", rate != nullptr ? rate->s : 1);
    work.t = side_or(reader, "t", rate != nullptr ? rate->t : 1);
    if (const Node* shift = reader.optional("shift"))
        work.shift = static_cast<int>(shift->as_int(0, kernels::kMaxShift));
    work.rounding = rounding_of(reader);
    work.b_layout = kernels::Layout::RowMajor;
    if (const Node* layout = reader.optional("b_layout"))
        work.b_layout = layout->as_one_of(kernels::kLayouts);
    work.staged = flag_of(reader, "staged");
    return work;
}

kernels::Blocking blocking_of(MapReader& reader, kernels::Blocking otherwise) {
    return {side_or(reader, "block_rows", otherwise.rows),
            side_or(reader, "block_columns", otherwise.columns)};
}

kernels::Matmul matmul_of(MapReader& reader, const arch::Device& device) {
    kernels::Matmul work = operands_of(reader, device);
    // A missing key leaves a size of 0, which no blocking has.
    const kernels::Blocking asked = blocking_of(reader, {0, 0});
    if (asked != kernels::Blocking{0, 0})
        work.blocking = {std::max(asked.rows, 1), std::max(asked.columns, 1)};
    return work;
}

kernels::Encode encode_of(MapReader& reader) {
    kernels::Encode work{};
    work.m = side(reader, "m");
    work.n = side(reader, "n");
    return work;
}

/// The size given in the description, or else that of the last buffer that the call passes.
Bytes bytes_of(MapReader& reader, const CallSite& call) {
    if (const Node* bytes = reader.optional("bytes")) return Bytes{bytes->as_int(1, kMaxCount)};
    return call.sizes.empty() ? Bytes{} : call.sizes.back();
}

std::vector<Bytes> sizes_of(const Node& list) {
    std::vector<Bytes> sizes;
    for (const Node& size : list.as_sequence())
        sizes.emplace_back(size.as_int(1, kMaxCount));
    return sizes;
}

kernels::ChainProduct chain_product_of(MapReader& reader, const arch::Device& device) {
    kernels::ChainProduct work{operands_of(reader, device)};
    work.product.blocking = blocking_of(reader, {2, 2});
    work.gets = flag_of(reader, "gets");
    work.puts = flag_of(reader, "puts");
    return work;
}

int count_of(MapReader& reader, std::string_view key, int max) {
    const Node* const count = reader.optional(key);
    return count == nullptr ? 0 : static_cast<int>(count->as_int(0, max));
}

kernels::Dense dense_of(MapReader& reader) {
    kernels::Dense work{};
    work.m = side(reader, "m");
    work.k = side(reader, "k");
    work.n = side(reader, "n");
    work.a = {side_or(reader, "a_rows", work.m), side_or(reader, "a_columns", work.k),
              count_of(reader, "a_first_row", kMaxSide),
              count_of(reader, "a_first_column", kMaxSide)};
    if (const Node* const part = reader.optional("part"))
        work.part = part->as_one_of(kernels::kChainParts);
    work.receives = flag_of(reader, "receives");
    work.passes = flag_of(reader, "passes");
    work.gives = flag_of(reader, "gives");
    work.bias = flag_of(reader, "bias");
    work.relu = flag_of(reader, "relu");
    work.shift = count_of(reader, "shift", kernels::kMaxShift);
    work.rounding = rounding_of(reader);
    return work;
}

kernels::Reduce reduce_of(MapReader& reader) {
    kernels::Reduce work{};
    work.m = side(reader, "m");
    work.n = side(reader, "n");
    work.rows = side_or(reader, "rows", work.m);
    work.gets = flag_of(reader, "gets");
    work.puts = flag_of(reader, "puts");
    work.gives = flag_of(reader, "gives");
    work.shift = count_of(reader, "shift", kernels::kMaxShift);
    work.rounding = rounding_of(reader);
    if (const Node* const method = reader.optional("method"))
        work.method = method->as_one_of(kernels::kRowSums);
    return work;
}

}  // namespace

void set_work(kernels::Kernel& kernel, MapReader& reader, const CallSite& call,
              const arch::Device& device) {
    const Node* work = reader.optional("work");
    if (work == nullptr) return;
    switch (static_cast<Work>(work->as_choice(kWorks))) {
        case Work::Matmul:
            kernel.work = matmul_of(reader, device);
            return;
        case Work::Encode:
            kernel.work = encode_of(reader);
            return;
        case Work::Zero:
            kernel.work = kernels::Zero{bytes_of(reader, call)};
            return;
        case Work::Copy:
            kernel.work = kernels::Copy{bytes_of(reader, call)};
            return;
        case Work::AddOne:
            kernel.work = kernels::AddOne{bytes_of(reader, call), type_of(reader.require("type"))};
            return;
        case Work::Scale:
            kernel.work = kernels::Scale{
                bytes_of(reader, call), type_of(reader.require("type")),
                static_cast<int>(reader.require("factor").as_int(-kMaxCount, kMaxCount))};
            return;
        case Work::ChainSum:
            kernel.work = kernels::ChainSum{bytes_of(reader, call), flag_of(reader, "gets"),
                                            flag_of(reader, "puts")};
            return;
        case Work::Firing:
            kernel.work = kernels::Firing{
                sizes_of(reader.require("inputs")), sizes_of(reader.require("outputs")),
                static_cast<int>(reader.require("core").as_int(0, kMaxCount))};
            return;
        case Work::ChainProduct:
            kernel.work = chain_product_of(reader, device);
            return;
        case Work::Dense:
            kernel.work = dense_of(reader);
            return;
        case Work::Reduce:
            kernel.work = reduce_of(reader);
            return;
    }
}

}  // namespace xdnasim::design
