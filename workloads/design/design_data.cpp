// What a design's run moves: the contents of its host buffers before and after the run.

#include <algorithm>
#include <random>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.hpp"
#include "base/number_format.hpp"
#include "base/regular_file.hpp"
#include "workloads/design/design_workload.hpp"
#include "workloads/design/moved_data.hpp"

namespace xdnasim::design {

using schedule::BufferRole;

namespace {

std::vector<std::byte> content_of(const std::filesystem::path& file) {
    const std::string text = base::bytes_of_file(file);
    const auto bytes = std::as_bytes(std::span{text});
    return {bytes.begin(), bytes.end()};
}

/// Replaces the memory's content but keeps its size, in case the file has changed.
void replace(std::vector<std::byte>& memory, std::vector<std::byte> content) {
    content.resize(memory.size());
    memory = std::move(content);
}

/// "byte 12 is 3; 'out.bin' has 4" if the data differ from those of the file; nullopt if they are
/// equal.
std::optional<std::string> first_difference(const std::vector<std::byte>& got,
                                            const std::filesystem::path& file) {
    const std::vector<std::byte> wanted = content_of(file);
    const auto [ours, theirs] = std::ranges::mismatch(got, wanted);
    if (ours == got.end()) return std::nullopt;
    const std::string has =
        theirs == wanted.end() ? "no more" : fmt::to_string(std::to_integer<int>(*theirs));
    return fmt::format("byte {} is {}; '{}' has {}", ours - got.begin(),
                       std::to_integer<int>(*ours), file.string(), has);
}

/// Throws InputError that lists all kernels of which it is not known what they compute.
void require_computed(const std::vector<kernels::Kernel>& kernels) {
    std::vector<std::string> unknown;
    for (const kernels::Kernel& kernel : kernels) {
        const auto* somebody = std::get_if<kernels::External>(&kernel.work);
        if (somebody != nullptr && !kernel.inlined && !somebody->in_library)
            unknown.push_back(fmt::format("'{}'", kernel.name));
    }
    if (unknown.empty()) return;
    const bool one = unknown.size() == 1;
    throw base::InputError{fmt::format(
        "a run with data needs to know what {} {} {}. Give `work` or `library` in kernels.yaml",
        one ? "kernel" : "kernels", fmt::join(unknown, ", "), one ? "computes" : "compute")};
}

}  // namespace

std::vector<schedule::BufferContent> DesignWorkload::buffers() const {
    const std::vector<BufferRole> roles = roles_of(design_.schedule);
    std::vector<schedule::BufferContent> buffers;
    for (const auto& role : roles) {
        const std::size_t number = buffers.size();
        buffers.push_back({schedule::HostBufferRef{static_cast<int>(number)},
                           role,
                           "bytes",
                           {design_.schedule.host_buffers[number].size.count()}});
    }
    return buffers;
}

void DesignWorkload::fill(schedule::HostMemory& host, std::uint64_t seed) const {
    if (part_.number > 0 && !part_.memory->empty()) {
        host = *part_.memory;
        return;
    }
    std::mt19937_64 random{seed};
    for (std::vector<std::byte>& memory : host)
        memory =
            schedule::random_bytes(arch::Bytes{static_cast<std::int64_t>(memory.size())}, random);
    const std::vector<BufferRole> roles = roles_of(design_.schedule);
    for (const auto& [number, file] : design_.data)
        if (roles[static_cast<std::size_t>(number)] == BufferRole::Input)
            replace(host[static_cast<std::size_t>(number)], content_of(file));
    design_.arguments.fill(host);
}

schedule::Verification DesignWorkload::check(schedule::HostMemory& host,
                                             const schedule::DataRun& run) const {
    const std::vector<BufferRole> roles = roles_of(design_.schedule);
    std::map<int, std::filesystem::path> expected;
    for (const auto& [number, file] : design_.data)
        if (roles[static_cast<std::size_t>(number)] == BufferRole::Output) expected[number] = file;
    if (expected.empty() && design_.arguments.empty())
        throw base::InputError{
            "there is nothing to verify the design against. Run without --verify, name a file for "
            "an argument with design.expect, or give `data` for ports out of the array in "
            "ports.yaml"};
    require_computed(design_.schedule.kernels);
    run(host, nullptr);
    *part_.memory = host;
    if (!part_.is_last()) return {true, {}};
    // The words of a trace differ from run to run, since they hold times.
    const std::vector<BytesOfArgument> traced = traced_bytes(design_.schedule, roles);
    design_.arguments.write(host, traced);
    if (const auto other = design_.arguments.difference(host, traced)) return {false, *other};
    if (expected.empty())
        return {.passed = true,
                .message = design_.arguments.summary(),
                .compared = design_.arguments.expects()};
    std::int64_t bytes = 0;
    for (const auto& [number, file] : expected) {
        const auto index = static_cast<std::size_t>(number);
        const std::vector<std::byte>& got = host[index];
        if (const auto other = first_difference(got, file))
            return {false,
                    fmt::format("'{}': {}", design_.schedule.host_buffers[index].name, *other)};
        bytes += std::ssize(got);
    }
    return {true, fmt::format("{} of {} match those of the files", base::counted(bytes, "byte"),
                              base::counted(std::ssize(expected), "port"))};
}

}  // namespace xdnasim::design
