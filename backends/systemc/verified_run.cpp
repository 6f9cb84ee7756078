#include "xdnasim/backends/systemc/verified_run.hpp"

#include <future>

#include <fmt/format.h>
#include <unistd.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/workloads/gemm/reference/gemm_inputs.hpp"
#include "xdnasim/workloads/gemm/reference/gemm_reference.hpp"

namespace xdnasim::backends {
namespace {

// The reference keeps A, B, C and the expected C, and double copies of slices.
constexpr std::int64_t kCopiesOfAll = 4;

void require_memory(const schedule::Schedule& schedule) {
    std::int64_t need = 0;
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        need += buffer.size.count();
    need *= kCopiesOfAll;
    const std::int64_t have = std::int64_t{sysconf(_SC_PHYS_PAGES)} * sysconf(_SC_PAGESIZE);
    if (need <= have) return;
    throw arch::InputError{fmt::format(
        "--verify needs about {} MB for the matrices and this machine has {} MB; run without it, "
        "or a smaller gemm.size",
        need / 1'000'000, have / 1'000'000)};
}

}  // namespace

Verification verified_run(const schedule::Schedule& schedule, std::uint64_t seed,
                          const std::function<void(sim::HostMemory&)>& run) {
    require_memory(schedule);
    const schedule::GemmDescription& gemm = *schedule.gemm;
    sim::HostMemory host(schedule.host_buffers.size());
    const auto at = [&](schedule::HostBufferRef buffer) -> std::vector<std::byte>& {
        return host[static_cast<std::size_t>(buffer.index)];
    };
    at(gemm.a) = gemm::random_a(gemm, seed);
    at(gemm.b) = gemm::random_b(gemm, seed);
    at(gemm.c).resize(static_cast<std::size_t>(
        schedule.host_buffers[static_cast<std::size_t>(gemm.c.index)].size.count()));

    // The run reads A and B and writes C alone, so the reference may read them meanwhile.
    auto expected = std::async(std::launch::async,
                               [&] { return gemm::reference(gemm, at(gemm.a), at(gemm.b)); });
    run(host);
    const gemm::Comparison comparison = gemm::compare(gemm, expected.get(), at(gemm.c));
    return {comparison.equal, comparison.message, comparison.saturated_share};
}

}  // namespace xdnasim::backends
