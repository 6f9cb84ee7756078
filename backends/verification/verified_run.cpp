#include "xdnasim/backends/verification/verified_run.hpp"

#include <future>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/backends/fingerprint.hpp"
#include "xdnasim/backends/verification/copy_check.hpp"
#include "xdnasim/backends/verification/elementwise_check.hpp"
#include "xdnasim/backends/verification/memory_check.hpp"
#include "xdnasim/workloads/gemm/reference/gemm_inputs.hpp"
#include "xdnasim/workloads/gemm/reference/gemm_reference.hpp"

namespace xdnasim::backends {
namespace {

using Run = std::function<void(HostMemory&)>;

arch::Bytes host_memory_of(const schedule::Schedule& schedule) {
    arch::Bytes all{};
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        all += buffer.size;
    return all;
}

void require_memory(const schedule::Schedule& schedule) {
    const arch::Bytes host = host_memory_of(schedule);
    if (schedule.gemm)
        require_memory_to_verify(host + gemm::memory_of_reference(*schedule.gemm), "gemm.size");
    else if (schedule.transfer)
        require_memory_to_verify(host, "transfer.streams");
    else if (schedule.elementwise)
        require_memory_to_verify(host, "elementwise.objects");
    else
        throw arch::InputError{"--verify: the schedule does not say what it should give"};
}

Verification checked_gemm(const schedule::GemmDescription& gemm, HostMemory& host, const Run& run) {
    // The run reads A and B and writes C alone, so the reference may read them meanwhile.
    auto expected = std::async(std::launch::async, [&] {
        return gemm::reference(gemm, at(host, gemm.a), at(host, gemm.b));
    });
    run(host);
    const gemm::Comparison comparison = gemm::compare(gemm, expected.get(), at(host, gemm.c));
    return {comparison.passed, comparison.message, comparison.saturated_share};
}

Verification checked(const schedule::Schedule& schedule, HostMemory& host, const Run& run) {
    if (schedule.gemm) return checked_gemm(*schedule.gemm, host, run);
    run(host);
    return schedule.transfer ? check_copies(*schedule.transfer, host)
                             : check_elementwise(schedule, host);
}

std::uint64_t output_hash(const schedule::Schedule& schedule, const HostMemory& host) {
    Fingerprint hash;
    for (const schedule::HostBufferRef buffer : outputs_of(schedule))
        hash.add(at(host, buffer));
    return hash.value();
}

}  // namespace

HostMemory random_inputs(const schedule::Schedule& schedule, std::uint64_t seed) {
    HostMemory host;
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        host.emplace_back(static_cast<std::size_t>(buffer.size.count()));
    if (schedule.gemm) {
        at(host, schedule.gemm->a) = gemm::random_a(*schedule.gemm, seed);
        at(host, schedule.gemm->b) = gemm::random_b(*schedule.gemm, seed);
    }
    if (schedule.transfer) fill_for_copies(*schedule.transfer, seed, host);
    if (schedule.elementwise) fill_for_elementwise(schedule, seed, host);
    return host;
}

std::vector<schedule::HostBufferRef> outputs_of(const schedule::Schedule& schedule) {
    std::vector<schedule::HostBufferRef> outputs;
    if (schedule.gemm) outputs.push_back(schedule.gemm->c);
    if (schedule.elementwise) outputs.push_back(schedule.elementwise->out);
    if (schedule.transfer)
        for (const schedule::Copy& copy : schedule.transfer->copies)
            outputs.push_back(copy.to);
    return outputs;
}

VerifiedRun verified_run(const schedule::Schedule& schedule, std::uint64_t seed, const Run& run) {
    require_memory(schedule);
    HostMemory host = random_inputs(schedule, seed);
    Verification verification = checked(schedule, host, run);
    return {std::move(verification), output_hash(schedule, host)};
}

}  // namespace xdnasim::backends
