#include "workloads/kernels/kernel.hpp"

#include <algorithm>

#include "workloads/kernels/chain_product.hpp"
#include "workloads/kernels/dense_program.hpp"
#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

struct ArgumentSizes {
    std::vector<arch::Bytes> operator()(const Matmul& work) const {
        std::vector<arch::Bytes> sizes{matrix(work.a, work.m, work.k),
                                       matrix(work.b, work.k, work.n),
                                       matrix(work.c, work.m, work.n)};
        if (work.converts_a()) sizes.push_back(matrix(work.b, work.m, work.k));
        return sizes;
    }
    std::vector<arch::Bytes> operator()(const Encode& work) const {
        return {staged_size(std::int64_t{work.m} * work.n)};
    }
    std::vector<arch::Bytes> operator()(const Zero& work) const { return {work.size}; }
    std::vector<arch::Bytes> operator()(const ChainSum& work) const {
        if (work.puts) return {work.size};
        return {work.size, work.size};
    }
    std::vector<arch::Bytes> operator()(const Firing& work) const {
        std::vector<arch::Bytes> sizes = work.inputs;
        sizes.insert(sizes.end(), work.outputs.begin(), work.outputs.end());
        sizes.push_back(kFiringCounter);
        return sizes;
    }
    std::vector<arch::Bytes> operator()(const ChainProduct& work) const {
        std::vector<arch::Bytes> sizes = (*this)(work.product);
        if (work.puts) sizes.pop_back();
        return sizes;
    }
    std::vector<arch::Bytes> operator()(const Dense& work) const {
        return kernels::argument_sizes(work);
    }
    std::vector<arch::Bytes> operator()(const Reduce& work) const {
        return kernels::argument_sizes(work);
    }
    std::vector<arch::Bytes> operator()(const External& work) const { return work.arguments; }
    template <class OneToOne>
    std::vector<arch::Bytes> operator()(const OneToOne& work) const {
        return {work.size, work.size};
    }

 private:
    static arch::Bytes matrix(DataType type, int rows, int columns) {
        // More elements than any memory holds, and few enough that their bytes do not overflow.
        constexpr std::int64_t kMaxElements = std::int64_t{1} << 58;
        const arch::StorageUnit unit = arch::storage_unit(type);
        const std::int64_t elements = std::min(std::int64_t{rows} * columns, kMaxElements);
        return unit.size * (std::max<std::int64_t>(elements, 0) / unit.elements);
    }
};

}  // namespace

std::string to_string(Rounding rounding) {
    switch (rounding) {
        case Rounding::Floor:
            return "floor";
        case Rounding::Ceil:
            return "ceil";
        case Rounding::PositiveInf:
            return "positive_inf";
        case Rounding::NegativeInf:
            return "negative_inf";
        case Rounding::SymmetricInf:
            return "symmetric_inf";
        case Rounding::SymmetricZero:
            return "symmetric_zero";
        case Rounding::ConvEven:
            return "conv_even";
        case Rounding::ConvOdd:
            break;
    }
    return "conv_odd";
}

std::string to_string(Layout layout) {
    switch (layout) {
        case Layout::ColumnMajor:
            return "column-major";
        case Layout::RowMajor:
            break;
    }
    return "row-major";
}

arch::Bytes staged_size(std::int64_t elements) {
    // The space of the outgoing bfp16ebs8 also holds the first half of the bf16 until the
    // conversion; the other half lies behind it.
    return storage(DataType::Bfp16ebs8, elements) + size_of(DataType::Bf16) * elements / 2;
}

arch::Cycles cycles_per_call(const Kernel& kernel, const arch::Device& device) {
    if (kernel.cycles) return *kernel.cycles;
    return schedule_of(kernel, device).kernel_cycles();
}

std::vector<arch::Bytes> argument_sizes(const Kernel& kernel) {
    return std::visit(ArgumentSizes{}, kernel.work);
}

CascadeWords cascade_words(const Kernel& kernel) {
    if (const auto* sum = std::get_if<ChainSum>(&kernel.work)) {
        const std::int64_t words = sum->size / arch::kCascadeWord;
        return {sum->gets ? words : 0, sum->puts ? words : 0};
    }
    if (const auto* product = std::get_if<ChainProduct>(&kernel.work)) {
        const std::int64_t words = cascade_words_of_c(*product);
        return {product->gets ? words : 0, product->puts ? words : 0};
    }
    if (const auto* dense = std::get_if<Dense>(&kernel.work)) return cascade_words(*dense);
    if (const auto* reduce = std::get_if<Reduce>(&kernel.work)) return cascade_words(*reduce);
    const auto* external = std::get_if<External>(&kernel.work);
    return external != nullptr ? external->cascade : CascadeWords{};
}

std::int64_t macs_per_call(const Kernel& kernel) {
    if (const auto* dense = std::get_if<Dense>(&kernel.work))
        return std::int64_t{dense->m} * dense->k * dense->n;
    const auto* const chain = std::get_if<ChainProduct>(&kernel.work);
    const auto* const matmul = chain ? &chain->product : std::get_if<Matmul>(&kernel.work);
    return matmul ? std::int64_t{matmul->m} * matmul->k * matmul->n : 0;
}

}  // namespace xdnasim::kernels
