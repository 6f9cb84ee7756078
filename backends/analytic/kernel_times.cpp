#include "backends/analytic/kernel_times.hpp"

#include <iterator>
#include <variant>

#include <fmt/format.h>

namespace xdnasim::backends::analytic {
namespace {

std::string key_of(const kernels::Matmul& work) {
    return fmt::format("matmul {} {} {} {} {} {} {} {} {} {} {} {}", to_string(work.a),
                       to_string(work.b), to_string(work.c), work.m, work.k, work.n, work.r, work.s,
                       work.t, work.shift, static_cast<int>(work.rounding),
                       static_cast<int>(work.b_layout));
}

std::string key_of(const kernels::Zero& work) {
    return fmt::format("zero {}", work.size.count());
}

std::string key_of(const kernels::Copy& work) {
    return fmt::format("copy {}", work.size.count());
}

std::string key_of(const kernels::AddOne& work) {
    return fmt::format("add one {} {}", work.size.count(), to_string(work.type));
}

std::string key_of(const kernels::Scale& work) {
    return fmt::format("scale {} {} {}", work.size.count(), to_string(work.type), work.factor);
}

std::string key_of(const arch::Device& device) {
    std::string key = fmt::format("{} {}", device.name, device.file.string());
    for (const arch::Quantity& quantity : device.quantities)
        if (quantity.path.starts_with("core."))
            fmt::format_to(std::back_inserter(key), "\n{} {}", quantity.path, quantity.value);
    return key;
}

}  // namespace

arch::Cycles KernelTimes::of(const kernels::Kernel& kernel, const arch::Device& device) {
    if (kernel.cycles) return *kernel.cycles;
    const std::string key = std::visit([](const auto& work) { return key_of(work); }, kernel.work) +
                            '\n' + key_of(device);
    const auto known = known_.find(key);
    if (known != known_.end()) return known->second;
    return known_.emplace(key, cycles_per_call(kernel, device)).first->second;
}

}  // namespace xdnasim::backends::analytic
