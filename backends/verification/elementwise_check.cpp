#include "xdnasim/backends/verification/elementwise_check.hpp"

#include <array>
#include <random>
#include <span>

#include <fmt/format.h>

#include "xdnasim/backends/verification/byte_comparison.hpp"
#include "xdnasim/workloads/kernels/execute.hpp"

namespace xdnasim::backends {
void fill_for_elementwise(const schedule::Schedule& schedule, std::uint64_t seed,
                          HostMemory& host) {
    const schedule::ElementwiseDescription& run = *schedule.elementwise;
    std::mt19937_64 random{seed};
    at(host, run.in) = random_bytes(run.size(), random);
}

Verification check_elementwise(const schedule::Schedule& schedule, HostMemory& host) {
    const schedule::ElementwiseDescription& run = *schedule.elementwise;
    const kernels::Kernel& kernel = schedule.kernels[static_cast<std::size_t>(run.kernel)];
    const std::span<std::byte> in{at(host, run.in)};
    const std::span<const std::byte> out{at(host, run.out)};
    const auto size = static_cast<std::size_t>(run.object.count());
    std::vector<std::byte> expected(size);
    for (std::size_t i = 0; i < static_cast<std::size_t>(run.objects); ++i) {
        const std::array<std::span<std::byte>, 2> arguments{in.subspan(i * size, size), expected};
        execute(kernel, arguments);
        const Difference found = difference(expected, out.subspan(i * size, size));
        if (found.count > 0)
            return {false,
                    fmt::format("{} of {} bytes of object {} differ, first at byte {}: expected "
                                "{}, got {}",
                                found.count, size, i, found.first, found.expected, found.got),
                    {}};
    }
    return {true,
            fmt::format("every byte of {} objects is what {} makes of its input", run.objects,
                        kernel.name),
            {}};
}

}  // namespace xdnasim::backends
