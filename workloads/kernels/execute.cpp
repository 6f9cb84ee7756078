#include "workloads/kernels/execute.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <functional>
#include <type_traits>

#include "base/error.hpp"
#include "workloads/kernels/execute_dense.hpp"
#include "workloads/kernels/matmul_program.hpp"
#include "workloads/kernels/numerics.hpp"

namespace xdnasim::kernels {
namespace {

using Arguments = std::span<const std::span<std::byte>>;

/// Number of outputs handled at a time: copied into an array of their type and back, so that the
/// compiler sees neither aliasing nor misalignment.
constexpr std::size_t kStage = 512;

/// C = next(C, product), one output at a time.
template <class Out, class Real, class Next>
[[gnu::always_inline]] inline void update(std::span<const Real> product, std::byte* c,
                                          const Next& next) {
    for (; !product.empty(); c += kStage * sizeof(Out)) {
        const auto part = product.first(std::min(kStage, product.size()));
        std::array<Out, kStage> out;
        std::memcpy(out.data(), c, part.size() * sizeof(Out));
        for (std::size_t i = 0; i < part.size(); ++i)
            out[i] = next(out[i], part[i]);
        std::memcpy(c, out.data(), part.size() * sizeof(Out));
        product = product.subspan(part.size());
    }
}

/// C = saturate(round(((C << shift) + product) >> shift)), in an accumulator of the width of Acc,
/// which wraps as the hardware's does.
template <Rounding kRounding, class Out, class Acc, class Real>
[[gnu::always_inline]] inline void accumulate(std::span<const Real> product, int shift,
                                              std::byte* c) {
    using Bits = std::make_unsigned_t<Acc>;
    update<Out>(product, c, [shift](Out loaded, Real added) {
        const auto up = static_cast<Bits>(static_cast<Acc>(loaded)) << shift;
        const auto sum = static_cast<Acc>(up + static_cast<Bits>(static_cast<Acc>(added)));
        return saturate<Out>(shift_round<kRounding>(sum, shift));
    });
}

#if defined(__x86_64__)
template <Rounding kRounding, class Out, class Acc, class Real>
[[gnu::target("avx2,fma")]] void accumulate_by_avx2(std::span<const Real> product, int shift,
                                                    std::byte* c) {
    accumulate<kRounding, Out, Acc>(product, shift, c);
}
#endif

template <Rounding kRounding, class Out, class Acc, class Real>
void accumulate_here(std::span<const Real> product, int shift, std::byte* c) {
#if defined(__x86_64__)
    if (vector_unit_here() == VectorUnit::Avx2)
        return accumulate_by_avx2<kRounding, Out, Acc>(product, shift, c);
#endif
    accumulate<kRounding, Out, Acc>(product, shift, c);
}

[[noreturn]] void refuse(const Matmul& matmul) {
    throw base::InputError{"products of " + arch::product_name(matmul.a, matmul.b, matmul.c) +
                           " are not modelled: run without verification"};
}

template <class Acc, class Real>
void accumulate_integers(const Matmul& matmul, std::span<const Real> product, std::byte* c) {
    const Rounding rounding = matmul.shift == 0 ? Rounding::Floor : matmul.rounding;
    with_rounding(rounding, [&]<Rounding kRounding>() {
        switch (matmul.c) {
            case DataType::Int8:
                return accumulate_here<kRounding, std::int8_t, Acc>(product, matmul.shift, c);
            case DataType::Int16:
                return accumulate_here<kRounding, std::int16_t, Acc>(product, matmul.shift, c);
            case DataType::Int32:
                return accumulate_here<kRounding, std::int32_t, Acc>(product, matmul.shift, c);
            case DataType::Bf16:
            case DataType::F32:
            case DataType::Bfp16ebs8:
                break;
        }
        refuse(matmul);
    });
}

void accumulate_bf16(Rounding rounding, std::span<const float> product, std::byte* c) {
    with_rounding(rounding, [&]<Rounding kRounding>() {
        update<Bfloat16>(product, c, [](Bfloat16 loaded, float added) {
            return to_bfloat16<kRounding>(static_cast<float>(loaded) + added);
        });
    });
}

void accumulate_floats(const Matmul& matmul, std::span<const float> product, std::byte* c) {
    switch (matmul.c) {
        case DataType::Bf16:
            return accumulate_bf16(matmul.rounding, product, c);
        case DataType::F32:
            return update<float>(product, c, std::plus{});
        case DataType::Int8:
        case DataType::Int16:
        case DataType::Int32:
        case DataType::Bfp16ebs8:
            break;
    }
    refuse(matmul);
}

void multiply(const Matmul& matmul, const std::byte* a, const std::byte* b, std::byte* c) {
    switch (matmul.a) {
        case DataType::Int8:
            return accumulate_integers<std::int32_t>(
                matmul, tiled_product<std::int32_t, std::int8_t>(matmul, a, b), c);
        case DataType::Int16:
            return accumulate_integers<std::int64_t>(
                matmul, tiled_product<double, std::int16_t>(matmul, a, b), c);
        case DataType::Bf16:
            return accumulate_floats(matmul, tiled_product<float, Bfloat16>(matmul, a, b), c);
        case DataType::Int32:
        case DataType::F32:
        case DataType::Bfp16ebs8:
            break;
    }
    refuse(matmul);
}

template <class Work>
[[maybe_unused]] bool fits(const Work& work, Arguments arguments) {
    const auto has_size = [](std::span<std::byte> argument, arch::Bytes size) {
        return argument.size() == static_cast<std::size_t>(size.count());
    };
    return std::ranges::equal(arguments, argument_sizes({{}, work, {}}), has_size);
}

/// Applies `next` to every element, as an unsigned integer of the element's width.
template <class Bits, class Next>
void transform(Arguments arguments, const Next& next) {
    const std::byte* from = arguments[0].data();
    std::byte* to = arguments[1].data();
    for (std::size_t at = 0; at < arguments[0].size(); at += sizeof(Bits)) {
        Bits value;
        std::memcpy(&value, from + at, sizeof(Bits));
        value = static_cast<Bits>(next(std::uint32_t{value}));
        std::memcpy(to + at, &value, sizeof(Bits));
    }
}

template <class Next>
void transform(DataType type, Arguments arguments, const Next& next) {
    switch (type) {
        case DataType::Int8:
            return transform<std::uint8_t>(arguments, next);
        case DataType::Int16:
            return transform<std::uint16_t>(arguments, next);
        case DataType::Int32:
            return transform<std::uint32_t>(arguments, next);
        case DataType::Bf16:
        case DataType::F32:
        case DataType::Bfp16ebs8:
            break;
    }
    throw base::InputError{"kernels that change integers do not take " + to_string(type)};
}

/// Returns the number of calls before this one and adds 1 to the counter.
std::uint32_t counted_call(std::span<std::byte> counter) {
    std::uint32_t calls = 0;
    std::memcpy(&calls, counter.data(), sizeof calls);
    const std::uint32_t next = calls + 1;
    std::memcpy(counter.data(), &next, sizeof next);
    return calls;
}

void fire(const Firing& firing, Arguments arguments) {
    const Arguments inputs = arguments.first(firing.inputs.size());
    const Arguments outputs = arguments.subspan(firing.inputs.size(), firing.outputs.size());
    const std::uint32_t base =
        static_cast<std::uint32_t>(firing.core) + counted_call(arguments.back());
    for (const std::span<std::byte> output : outputs) {
        std::ranges::fill(output, static_cast<std::byte>(base));
        for (const std::span<std::byte> input : inputs)
            for (std::size_t begin = 0; begin < output.size(); begin += input.size()) {
                const std::size_t count = std::min(input.size(), output.size() - begin);
                for (std::size_t i = 0; i < count; ++i)
                    output[begin + i] =
                        static_cast<std::byte>(std::to_integer<unsigned>(output[begin + i]) +
                                               std::to_integer<unsigned>(input[i]));
            }
    }
}

struct Run {
    Arguments arguments;

    void operator()(const Matmul& matmul) const {
        assert(fits(matmul, arguments));
        if (!is_stored_singly(matmul.b)) return multiply_bfp16(matmul, arguments);
        if (matmul.a != matmul.b) refuse(matmul);
        assert(0 <= matmul.shift && matmul.shift <= max_shift(matmul.a, matmul.c));
        multiply(matmul, arguments[0].data(), arguments[1].data(), arguments[2].data());
    }
    void operator()(const Encode& encode) const { encode_staged(encode, arguments[0]); }
    void operator()(const Zero&) const { std::ranges::fill(arguments[0], std::byte{0}); }
    void operator()(const Copy&) const { std::ranges::copy(arguments[0], arguments[1].begin()); }
    void operator()(const AddOne& add) const {
        transform(add.type, arguments, [](std::uint32_t x) { return x + 1; });
    }
    void operator()(const Firing& firing) const {
        assert(fits(firing, arguments));
        fire(firing, arguments);
    }
    void operator()(const ChainSum&) const {
        assert(false && "its words come from the cascade: begin_call()");
    }
    void operator()(const ChainProduct& work) const {
        assert(!work.gets && !work.puts && "words come from the cascade: begin_call()");
        std::ranges::fill(arguments[2], std::byte{0});
        (*this)(work.product);
    }
    void operator()(const Dense& work) const { execute_dense(work, arguments); }
    void operator()(const Reduce& work) const { execute_reduce(work, arguments); }
    void operator()(const External&) const {
        throw base::InputError{
            "external function: its computation is unknown, so it cannot run with data"};
    }
    void operator()(const Scale& scale) const {
        const auto factor = static_cast<std::uint32_t>(scale.factor);
        transform(scale.type, arguments, [factor](std::uint32_t x) { return x * factor; });
    }
};

}  // namespace

void execute(const Kernel& kernel, std::span<const std::span<std::byte>> arguments) {
    std::visit(Run{arguments}, kernel.work);
}

}  // namespace xdnasim::kernels
