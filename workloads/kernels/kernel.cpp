#include "xdnasim/workloads/kernels/kernel.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {
namespace {

struct ArgumentSizes {
    std::vector<arch::Bytes> operator()(const Matmul& work) const {
        return {matrix(work.a, work.m, work.k), matrix(work.b, work.k, work.n),
                matrix(work.c, work.m, work.n)};
    }
    std::vector<arch::Bytes> operator()(const Zero& work) const { return {work.size}; }
    template <class OneToOne>
    std::vector<arch::Bytes> operator()(const OneToOne& work) const {
        return {work.size, work.size};
    }

 private:
    static arch::Bytes matrix(DataType type, int rows, int columns) {
        // More than any memory holds; what it takes is still a number.
        constexpr std::int64_t kMostElements = std::int64_t{1} << 58;
        const StorageUnit unit = storage_unit(type);
        const std::int64_t elements = std::min(std::int64_t{rows} * columns, kMostElements);
        return unit.size * (std::max<std::int64_t>(elements, 0) / unit.elements);
    }
};

}  // namespace

std::string to_string(DataType type) {
    switch (type) {
        case DataType::Int8:
            return "int8";
        case DataType::Int16:
            return "int16";
        case DataType::Int32:
            return "int32";
        case DataType::Bf16:
            return "bf16";
        case DataType::Bfp16ebs8:
            break;
    }
    return "bfp16ebs8";
}

std::string to_string(Rounding rounding) {
    static constexpr std::array<const char*, kRoundings.size()> kNames{
        "floor",         "ceil",           "positive_inf", "negative_inf",
        "symmetric_inf", "symmetric_zero", "conv_even",    "conv_odd"};
    return kNames.at(static_cast<std::size_t>(rounding));
}

std::string to_string(Layout layout) {
    return layout == Layout::RowMajor ? "row-major" : "column-major";
}

std::optional<DataType> data_type_named(std::string_view name) {
    const auto* const found =
        std::ranges::find_if(kDataTypes, [&](DataType type) { return to_string(type) == name; });
    return found == kDataTypes.end() ? std::nullopt : std::optional{*found};
}

StorageUnit storage_unit(DataType type) {
    switch (type) {
        case DataType::Int8:
            return {1, arch::Bytes{1}};
        case DataType::Int16:
        case DataType::Bf16:
            return {1, arch::Bytes{2}};
        case DataType::Int32:
            return {1, arch::Bytes{4}};
        case DataType::Bfp16ebs8:
            break;
    }
    return {8, arch::Bytes{9}};
}

arch::Bytes storage(DataType type, std::int64_t elements) {
    const StorageUnit unit = storage_unit(type);
    if (elements % unit.elements != 0)
        throw arch::InputError{fmt::format("{} stores {} elements in {} bytes; {} are no multiple",
                                           to_string(type), unit.elements, unit.size.count(),
                                           elements)};
    return unit.size * (elements / unit.elements);
}

arch::Bytes size_of(DataType type) {
    return storage(type, 1);
}

arch::Cycles cycles_per_call(const Kernel& kernel, const arch::Device& device) {
    if (kernel.cycles) return *kernel.cycles;
    return vliw::schedule_call(program_of(kernel, device), device.core.slots).kernel_cycles();
}

std::vector<arch::Bytes> argument_sizes(const Kernel& kernel) {
    return std::visit(ArgumentSizes{}, kernel.work);
}

std::int64_t macs_per_call(const Kernel& kernel) {
    const auto* matmul = std::get_if<Matmul>(&kernel.work);
    return matmul ? std::int64_t{matmul->m} * matmul->k * matmul->n : 0;
}

}  // namespace xdnasim::kernels
