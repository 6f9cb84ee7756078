#pragma once
// The cycles of kernels, each found once.

#include <map>
#include <string>

#include "arch/device.hpp"
#include "workloads/kernels/kernel.hpp"

namespace xdnasim::backends::analytic {

/// Remembers what the slots of a core make of a kernel. Devices of one file whose quantities of
/// the core read the same have the same core.
class KernelTimes {
 public:
    /// Cycles of one call, as kernels::cycles_per_call.
    [[nodiscard]] arch::Cycles of(const kernels::Kernel& kernel, const arch::Device& device);

 private:
    std::map<std::string, arch::Cycles> known_;
};

}  // namespace xdnasim::backends::analytic
