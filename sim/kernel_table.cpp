#include "sim/kernel_table.hpp"

#include "workloads/kernels/kernel_program.hpp"

namespace xdnasim::sim {

KernelTable make_kernel_table(const std::vector<kernels::Kernel>& kernels,
                              const arch::Device& device) {
    KernelTable table{.kernels = kernels};
    for (const kernels::Kernel& kernel : kernels) {
        if (kernel.cycles) {
            table.cycles.push_back(*kernel.cycles);
            table.schedules.emplace_back();
        } else {
            table.schedules.emplace_back(
                vliw::schedule_call(kernels::program_of(kernel, device), device.core.slots));
            table.cycles.push_back(table.schedules.back()->kernel_cycles());
        }
    }
    return table;
}

}  // namespace xdnasim::sim
