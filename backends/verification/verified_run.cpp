#include "backends/verification/verified_run.hpp"

#include "backends/fingerprint.hpp"
#include "backends/verification/memory_check.hpp"
#include "base/error.hpp"

namespace xdnasim::backends {
namespace {

void require_memory(const schedule::Schedule& schedule) {
    if (!schedule.workload)
        throw base::InputError{
            "nothing can be verified: the schedule does not say what it should give"};
    arch::Bytes need = schedule.workload->memory_to_check();
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        need += buffer.size;
    require_memory_to_verify(need, schedule.workload->size_key());
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
    if (schedule.workload) schedule.workload->fill(host, seed);
    return host;
}

std::vector<schedule::HostBufferRef> outputs_of(const schedule::Schedule& schedule) {
    std::vector<schedule::HostBufferRef> outputs;
    if (!schedule.workload) return outputs;
    for (const schedule::BufferContent& content : schedule.workload->buffers())
        if (content.role == schedule::BufferRole::Output) outputs.push_back(content.buffer);
    return outputs;
}

VerifiedRun verified_run(const schedule::Schedule& schedule, std::uint64_t seed,
                         const std::function<void(HostMemory&)>& run) {
    require_memory(schedule);
    HostMemory host = random_inputs(schedule, seed);
    schedule::Verification verification = schedule.workload->check(host, run);
    return {std::move(verification), output_hash(schedule, host)};
}

}  // namespace xdnasim::backends
