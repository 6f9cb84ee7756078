#include "xdnasim/workloads/kernels/kernel.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "xdnasim/arch/error.hpp"

namespace xdnasim::kernels {
namespace {

std::string describe(const arch::MatrixRate& rate) {
    return fmt::format("{} x {} -> {}", rate.a_type, rate.b_type, rate.c_type);
}

const arch::MatrixRate& rate_of(const Matmul& matmul, const arch::Device& device) {
    const auto& rates = device.core.matrix;
    const auto found = std::ranges::find_if(rates, [&](const arch::MatrixRate& rate) {
        return rate.a_type == to_string(matmul.a) && rate.b_type == to_string(matmul.b) &&
               rate.c_type == to_string(matmul.c);
    });
    if (found != rates.end()) return *found;

    std::vector<std::string> known;
    std::ranges::transform(rates, std::back_inserter(known), describe);
    throw arch::InputError{fmt::format(
        "{} has no rate for a product of {} x {} -> {}; it has: {}", device.name,
        to_string(matmul.a), to_string(matmul.b), to_string(matmul.c),
        known.empty() ? std::string{"none"} : fmt::format("{}", fmt::join(known, ", ")))};
}

arch::Cycles cycles_to_store(arch::Bytes size, const arch::Device& device) {
    const arch::Bytes width = device.core.store_per_cycle;
    return arch::Cycles{(size + width - arch::Bytes{1}) / width};
}

struct CyclesOf {
    const Kernel& kernel;
    const arch::Device& device;

    arch::Cycles operator()(const Matmul& matmul) const {
        const auto macs = static_cast<double>(macs_per_call(kernel));
        const double rate = rate_of(matmul, device).macs_per_cycle;
        return arch::Cycles{static_cast<std::int64_t>(std::ceil(macs / rate))};
    }
    arch::Cycles operator()(const Zero& zero) const { return cycles_to_store(zero.size, device); }
    arch::Cycles operator()(const Copy& copy) const { return cycles_to_store(copy.size, device); }
};

}  // namespace

arch::Bytes size_of(DataType type) {
    switch (type) {
        case DataType::Int8:
            return arch::Bytes{1};
        case DataType::Int16:
        case DataType::Bf16:
            return arch::Bytes{2};
        case DataType::Int32:
            break;
    }
    return arch::Bytes{4};
}

std::string to_string(DataType type) {
    switch (type) {
        case DataType::Int8:
            return "int8";
        case DataType::Int16:
            return "int16";
        case DataType::Int32:
            return "int32";
        case DataType::Bf16:
            break;
    }
    return "bf16";
}

arch::Cycles cycles_per_call(const Kernel& kernel, const arch::Device& device) {
    if (kernel.cycles) return *kernel.cycles;
    return std::visit(CyclesOf{kernel, device}, kernel.work);
}

std::int64_t macs_per_call(const Kernel& kernel) {
    const auto* matmul = std::get_if<Matmul>(&kernel.work);
    return matmul ? std::int64_t{matmul->m} * matmul->k * matmul->n : 0;
}

}  // namespace xdnasim::kernels
