#include "xdnasim/workloads/kernels/execute.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <type_traits>

#include "xdnasim/workloads/kernels/numerics.hpp"
#include "xdnasim/workloads/kernels/product.hpp"

namespace xdnasim::kernels {
namespace {

using Arguments = std::span<const std::span<std::byte>>;

/// Outputs that are handled at a time: copied into an array of their type and back, so
/// that the compiler sees neither aliasing nor misalignment.
constexpr std::size_t kStage = 512;

/// C = saturate(round(((C << shift) + product) >> shift)), in an accumulator of the
/// width of Acc, which wraps as the hardware's does.
template <Rounding kRounding, class Out, class Acc, class Real>
void accumulate(std::span<const Real> product, int shift, std::byte* c) {
    using Bits = std::make_unsigned_t<Acc>;
    for (; !product.empty(); c += kStage * sizeof(Out)) {
        const auto part = product.first(std::min(kStage, product.size()));
        std::array<Out, kStage> out;
        std::memcpy(out.data(), c, part.size() * sizeof(Out));
        for (std::size_t i = 0; i < part.size(); ++i) {
            const auto loaded = static_cast<Bits>(static_cast<Acc>(out[i])) << shift;
            const auto sum =
                static_cast<Acc>(loaded + static_cast<Bits>(static_cast<Acc>(part[i])));
            out[i] = saturate<Out>(shift_round<kRounding>(sum, shift));
        }
        std::memcpy(c, out.data(), part.size() * sizeof(Out));
        product = product.subspan(part.size());
    }
}

template <class Acc, class Real>
void accumulate(const Matmul& matmul, std::span<const Real> product, std::byte* c) {
    const Rounding rounding = matmul.shift == 0 ? Rounding::Floor : matmul.rounding;
    with_rounding(rounding, [&]<Rounding kRounding>() {
        switch (matmul.c) {
            case DataType::Int8:
                return accumulate<kRounding, std::int8_t, Acc>(product, matmul.shift, c);
            case DataType::Int16:
                return accumulate<kRounding, std::int16_t, Acc>(product, matmul.shift, c);
            default:
                return accumulate<kRounding, std::int32_t, Acc>(product, matmul.shift, c);
        }
    });
}

void multiply(const Matmul& matmul, const std::byte* a, const std::byte* b, std::byte* c) {
    if (matmul.a == DataType::Int16) {
        accumulate<std::int64_t>(matmul, exact_product<double, std::int16_t>(matmul, a, b), c);
    } else if (exact_in_float(matmul.k)) {
        accumulate<std::int32_t>(matmul, exact_product<float, std::int8_t>(matmul, a, b), c);
    } else {
        accumulate<std::int32_t>(matmul, exact_product<double, std::int8_t>(matmul, a, b), c);
    }
}

arch::Bytes matrix_size(int rows, int columns, DataType type) {
    return size_of(type) * (std::int64_t{rows} * columns);
}

[[maybe_unused]] bool fits(const Matmul& matmul, Arguments arguments) {
    const auto is = [&](std::size_t i, arch::Bytes size) {
        return arguments[i].size() == static_cast<std::size_t>(size.count());
    };
    return arguments.size() == 3 && is(0, matrix_size(matmul.m, matmul.k, matmul.a)) &&
           is(1, matrix_size(matmul.k, matmul.n, matmul.b)) &&
           is(2, matrix_size(matmul.m, matmul.n, matmul.c));
}

struct Run {
    Arguments arguments;

    void operator()(const Matmul& matmul) const {
        assert(matmul.a == matmul.b && matmul.c != DataType::Bf16);
        assert(matmul.a == DataType::Int8 || matmul.a == DataType::Int16);
        assert(fits(matmul, arguments));
        multiply(matmul, arguments[0].data(), arguments[1].data(), arguments[2].data());
    }
    void operator()(const Zero&) const { std::ranges::fill(arguments[0], std::byte{0}); }
    void operator()(const Copy&) const { std::ranges::copy(arguments[0], arguments[1].begin()); }
};

}  // namespace

void execute(const Kernel& kernel, std::span<const std::span<std::byte>> arguments) {
    std::visit(Run{arguments}, kernel.work);
}

}  // namespace xdnasim::kernels
