#include "xdnasim/workloads/kernels/kernel.hpp"

#include "xdnasim/workloads/kernels/kernel_program.hpp"

namespace xdnasim::kernels {

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
    return vliw::schedule_call(program_of(kernel, device), device.core.slots).kernel_cycles();
}

std::int64_t macs_per_call(const Kernel& kernel) {
    const auto* matmul = std::get_if<Matmul>(&kernel.work);
    return matmul ? std::int64_t{matmul->m} * matmul->k * matmul->n : 0;
}

}  // namespace xdnasim::kernels
