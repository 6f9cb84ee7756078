#include "validation/running_call.hpp"

#include <array>

#include "workloads/kernels/vliw/bank_conflicts.hpp"

namespace xdnasim::validation {
namespace {

arch::Bytes tile_of_a(const kernels::Matmul& matmul) {
    return kernels::storage(matmul.a, std::int64_t{matmul.m} * matmul.k);
}

/// Those of a core, one behind the other above the stack.
struct Buffers {
    Buffers(const kernels::Matmul& matmul, const arch::Device& device)
        : a_size{tile_of_a(matmul)},
          b_size{kernels::storage(matmul.b, std::int64_t{matmul.k} * matmul.n)},
          c_size{kernels::storage(matmul.c, std::int64_t{matmul.m} * matmul.n)},
          a{device.core_stack, device.core_stack + a_size},
          b{a[1] + a_size, a[1] + a_size + b_size},
          c{b[1] + b_size} {}

    arch::Bytes a_size, b_size, c_size;
    std::array<arch::Bytes, 2> a;  ///< addresses
    std::array<arch::Bytes, 2> b;
    arch::Bytes c;
};

}  // namespace

double bank_stalls(const vliw::CallSchedule& schedule, const kernels::Matmul& matmul,
                   const arch::Device& device) {
    const Buffers buffers{matmul, device};
    const auto cycles = static_cast<double>(schedule.kernel_cycles().count());
    const double a_rate = static_cast<double>(buffers.a_size.count()) / cycles;
    const double b_rate = static_cast<double>(buffers.b_size.count()) / cycles;
    double sum = 0;
    for (const std::size_t used : {0U, 1U}) {
        const std::size_t filled = 1 - used;
        const std::array<vliw::ArrayPlacement, 3> arrays{{{"A", buffers.a.at(used), buffers.a_size},
                                                          {"B", buffers.b.at(used), buffers.b_size},
                                                          {"C", buffers.c, buffers.c_size}}};
        const std::array<vliw::DmaTraffic, 2> traffic{
            {{buffers.a.at(filled), buffers.a_size, true, a_rate},
             {buffers.b.at(filled), buffers.b_size, true, b_rate}}};
        sum +=
            vliw::expected_stalls(schedule, device.core.slots, device.core.banks, arrays, traffic);
    }
    return sum / 2;
}

double stream_cycles(const kernels::Matmul& matmul, const arch::Device& device) {
    return static_cast<double>(tile_of_a(matmul).count()) /
           static_cast<double>(device.stream_width.count());
}

}  // namespace xdnasim::validation
