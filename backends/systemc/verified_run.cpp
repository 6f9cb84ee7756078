#include "xdnasim/backends/systemc/verified_run.hpp"

#include <future>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/backends/systemc/copy_check.hpp"
#include "xdnasim/backends/systemc/elementwise_check.hpp"
#include "xdnasim/backends/systemc/memory_check.hpp"
#include "xdnasim/workloads/gemm/reference/gemm_inputs.hpp"
#include "xdnasim/workloads/gemm/reference/gemm_reference.hpp"

namespace xdnasim::backends {
namespace {

using Run = std::function<void(sim::HostMemory&)>;

arch::Bytes host_memory_of(const schedule::Schedule& schedule) {
    arch::Bytes all{};
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        all += buffer.size;
    return all;
}

Verification verified_gemm(const schedule::Schedule& schedule, std::uint64_t seed, const Run& run) {
    const schedule::GemmDescription& gemm = *schedule.gemm;
    require_memory_to_verify(host_memory_of(schedule) + gemm::memory_of_reference(gemm),
                             "gemm.size");
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
    return {comparison.passed, comparison.message, comparison.saturated_share};
}

Verification verified_transfer(const schedule::Schedule& schedule, std::uint64_t seed,
                               const Run& run) {
    require_memory_to_verify(host_memory_of(schedule), "transfer.streams");
    sim::HostMemory host(schedule.host_buffers.size());
    fill_for_copies(*schedule.transfer, seed, host);
    run(host);
    return check_copies(*schedule.transfer, host);
}

Verification verified_elementwise(const schedule::Schedule& schedule, std::uint64_t seed,
                                  const Run& run) {
    require_memory_to_verify(host_memory_of(schedule), "elementwise.objects");
    sim::HostMemory host(schedule.host_buffers.size());
    fill_for_elementwise(schedule, seed, host);
    run(host);
    return check_elementwise(schedule, host);
}

}  // namespace

Verification verified_run(const schedule::Schedule& schedule, std::uint64_t seed, const Run& run) {
    if (schedule.gemm) return verified_gemm(schedule, seed, run);
    if (schedule.transfer) return verified_transfer(schedule, seed, run);
    if (schedule.elementwise) return verified_elementwise(schedule, seed, run);
    throw arch::InputError{"--verify: the schedule does not say what it should give"};
}

}  // namespace xdnasim::backends
