#include "backends/verification/verified_run.hpp"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <limits>
#include <string_view>
#include <thread>

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arch/units.hpp"
#include "base/error.hpp"
#include "base/fingerprint.hpp"
#include "base/free_memory.hpp"

namespace xdnasim::backends {
namespace {

constexpr std::int64_t kUnlimited = std::numeric_limits<std::int64_t>::max();

/// Returns the container's memory limit in bytes; kUnlimited outside a container, where the file is
/// missing or contains "max".
std::int64_t memory_of_container() {
    std::ifstream file{"/sys/fs/cgroup/memory.max"};
    std::int64_t limit = 0;
    return file >> limit ? limit : kUnlimited;
}

/// Returns the bytes of address space that the process may still map.
std::int64_t addresses_left() {
    rlimit limit{};
    ::getrlimit(RLIMIT_AS, &limit);
    if (limit.rlim_cur == RLIM_INFINITY) return kUnlimited;
    std::int64_t pages = 0;
    std::ifstream{"/proc/self/statm"} >> pages;
    return static_cast<std::int64_t>(limit.rlim_cur) - pages * ::sysconf(_SC_PAGESIZE);
}

/// Returns the bytes of address space that OpenBLAS maps: one buffer (BUFFER_SIZE in its
/// common_x86_64.h) for each of its own threads and for each thread that calls it. It hardly
/// touches them.
std::int64_t addresses_for_blas() {
    constexpr std::int64_t kBuffer = std::int64_t{128} << 20;
    return 2 * kBuffer * std::max(1U, std::thread::hardware_concurrency());
}

/// Throws InputError if the machine, the container or the limit of this process (`ulimit -v`)
/// leaves less than `need` for data. This is checked beforehand, since OpenBLAS waits for ever for
/// memory that it cannot get, and the system kills a process that uses more than there is. `key`:
/// path in the problem file of what sets the size of the data.
void require_memory_to_verify(arch::Bytes need, std::string_view key) {
    constexpr std::int64_t kMegabyte = 1'000'000;
    const auto refuse = [key](std::int64_t bytes, const char* of_what, std::int64_t left) {
        throw base::InputError{fmt::format(
            "verifying needs about {} MB of {}, but only {} MB are left; run without verification "
            "or with a smaller {}",
            bytes / kMegabyte, of_what, std::max<std::int64_t>(left, 0) / kMegabyte, key)};
    };
    const std::int64_t memory = std::min(base::free_memory(), memory_of_container());
    if (need.count() > memory) refuse(need.count(), "memory", memory);
    // The rest of the run takes some megabytes, whatever the problem.
    constexpr std::int64_t kReserve = std::int64_t{64} << 20;
    const std::int64_t addresses = need.count() + addresses_for_blas() + kReserve;
    if (const std::int64_t left = addresses_left(); addresses > left)
        refuse(addresses, "addresses (ulimit -v)", left);
}

void require_memory(const schedule::Schedule& schedule) {
    if (!schedule.workload)
        throw base::InputError{
            "nothing can be verified: the schedule does not say what it should compute"};
    arch::Bytes need = schedule.workload->memory_to_check();
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        need += buffer.size;
    require_memory_to_verify(need, schedule.workload->size_key());
}

std::uint64_t output_hash(const schedule::Schedule& schedule, const HostMemory& host) {
    base::Fingerprint hash;
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
                         const schedule::DataRun& run) {
    require_memory(schedule);
    HostMemory host = random_inputs(schedule, seed);
    schedule::Verification verification = schedule.workload->check(host, run);
    return {std::move(verification), output_hash(schedule, host)};
}

}  // namespace xdnasim::backends
