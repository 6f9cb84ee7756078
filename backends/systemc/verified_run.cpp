#include "xdnasim/backends/systemc/verified_run.hpp"

#include <future>

#include "xdnasim/backends/systemc/memory_check.hpp"
#include "xdnasim/workloads/gemm/reference/gemm_inputs.hpp"
#include "xdnasim/workloads/gemm/reference/gemm_reference.hpp"

namespace xdnasim::backends {
namespace {

/// What is allocated beside the model of the array.
arch::Bytes memory_of_data(const schedule::Schedule& schedule) {
    arch::Bytes all = gemm::memory_of_reference(*schedule.gemm);
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        all += buffer.size;
    return all;
}

}  // namespace

Verification verified_run(const schedule::Schedule& schedule, std::uint64_t seed,
                          const std::function<void(sim::HostMemory&)>& run) {
    require_memory_to_verify(memory_of_data(schedule));
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
    return {comparison.passed, comparison.message, comparison.saturated_share};
}

}  // namespace xdnasim::backends
