#include "backends/artifacts/manifest.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <span>

#include <fmt/format.h>

#include "base/error.hpp"
#include "base/fingerprint.hpp"
#include "base/node.hpp"
#include "base/regular_file.hpp"

namespace xdnasim::artifacts {
namespace {

using schedule::BufferContent;

std::vector<BufferContent> contents_of(const schedule::Schedule& schedule) {
    std::vector<BufferContent> contents;
    if (schedule.workload) contents = schedule.workload->buffers();
    if (schedule.trace) {
        const auto buffer = schedule.trace->buffer;
        const arch::Bytes bytes = schedule.host_buffer(buffer)->size;
        const bool holds_results = std::ranges::any_of(contents, [&](const auto& content) {
            return content.buffer == buffer && content.role == BufferRole::Output;
        });
        if (!holds_results)
            contents.push_back({buffer, BufferRole::Trace, "uint32", {bytes / arch::kWord}});
    }
    return contents;
}

/// Returns Manifest::problem. Parameters that are not set are left out, and a path of a file is
/// replaced by the hash of the file's content.
parameters::Values problem_of(const schedule::Schedule& schedule) {
    parameters::Values values;
    if (!schedule.workload) return values;
    const std::string name = schedule.workload->name();
    const std::vector<schedule::FileContent> contents = schedule.workload->contents();
    values.push_back({"workload", name});
    for (auto& [path, value] : schedule.workload->parameters())
        if (parameters::is_set(value) &&
            std::ranges::find(contents, path, &schedule::FileContent::path) == contents.end())
            values.push_back({fmt::format("{}.{}", name, path), std::move(value)});
    for (const auto& [path, fingerprint] : contents)
        values.push_back(
            {fmt::format("{}.{}.fnv1a", name, path), base::fingerprint_text(fingerprint)});
    for (auto& [path, value] : schedule.workload->placement())
        values.push_back({"placement." + path, std::move(value)});
    return values;
}

std::vector<BufferEntry> buffers_of(const schedule::Schedule& schedule) {
    std::vector<BufferEntry> buffers;
    for (const schedule::HostBuffer& buffer : schedule.host_buffers)
        buffers.push_back({.name = buffer.name,
                           .role = BufferRole::Input,
                           .size = buffer.size,
                           .type = "bytes",
                           .shape = {buffer.size.count()},
                           .layout = {}});
    for (BufferContent& content : contents_of(schedule)) {
        BufferEntry& buffer = buffers[static_cast<std::size_t>(content.buffer.index)];
        buffer.role = content.role;
        buffer.type = std::move(content.type);
        buffer.shape = std::move(content.shape);
        buffer.layout = std::move(content.layout);
    }
    return buffers;
}

TracedUnit traced_unit(const schedule::TraceUnit& unit) {
    TracedUnit traced{unit.unit, unit.events, std::vector<std::string>{}, {}, {}};
    for (const arch::Port& port : unit.ports)
        traced.ports->push_back(arch::name_in_tile(port));
    if (unit.unit.module == words::Module::MemTile) {
        traced.s2mm = unit.s2mm;
        traced.mm2s = unit.mm2s;
    }
    return traced;
}

std::string route_of(const schedule::Trace& trace) {
    if (trace.route == schedule::TraceRoute::Ideal) return "ideal";
    return fmt::format("S2MM {} of shim {}", trace.channel, to_string(trace.shim));
}

TraceEntry trace_of(const schedule::Trace& trace) {
    TraceEntry entry{.buffer = trace.buffer.index, .route = route_of(trace), .units = {}};
    for (const schedule::TraceUnit& unit : trace.units)
        entry.units.push_back(traced_unit(unit));
    return entry;
}

/// Returns the number in `text`, so that 1 and 1.0 compare equal; other texts are kept.
parameters::Value value_of(const std::string& text) {
    if (const auto number = base::number_in(text)) return *number;
    return text;
}

parameters::Values numbers_of(const arch::Device& device) {
    parameters::Values numbers;
    for (const arch::Quantity& quantity : device.quantities)
        numbers.push_back({quantity.path, value_of(quantity.value)});
    return numbers;
}

std::vector<KernelEntry> kernels_of(const schedule::Schedule& schedule) {
    std::vector<KernelEntry> kernels;
    for (const kernels::Kernel& kernel : schedule.kernels)
        kernels.push_back({kernel.name, kernel.cycles});
    return kernels;
}

FileEntry read_entry(const std::filesystem::path& folder, const std::string& path) {
    const std::filesystem::path file = folder / path;
    std::ifstream stream = base::open_regular_file(file);
    base::Fingerprint hash;
    std::int64_t size = 0;
    std::array<char, std::size_t{1} << 16> piece{};
    while (stream.read(piece.data(), piece.size()) || stream.gcount() > 0) {
        const auto count = static_cast<std::size_t>(stream.gcount());
        hash.add(std::as_bytes(std::span{piece}.first(count)));
        size += stream.gcount();
    }
    if (stream.bad()) throw base::InputError{fmt::format("cannot read '{}'", file.string())};
    return {path, arch::Bytes{size}, hash.value()};
}

}  // namespace

Manifest make_manifest(const schedule::Schedule& schedule, const arch::Device& device) {
    Manifest manifest;
    manifest.device = device.name;
    manifest.generation = to_string(device.generation);
    manifest.clock_ghz = device.clock_ghz;
    manifest.numbers = numbers_of(device);
    for (const arch::Quantity& quantity : device.quantities)
        if (quantity.is_of_time()) manifest.times.insert(quantity.path);
    manifest.problem = problem_of(schedule);
    manifest.kernels = kernels_of(schedule);
    manifest.buffers = buffers_of(schedule);
    if (schedule.trace) manifest.trace = trace_of(*schedule.trace);
    return manifest;
}

void require_same_file(const std::filesystem::path& folder, const FileEntry& entry) {
    const FileEntry found = read_entry(folder, entry.path);
    const auto file = (folder / entry.path).string();
    if (entry.size && found.size != entry.size)
        throw base::InputError{fmt::format("'{}' has {} bytes; it was written with {}", file,
                                           found.size->count(), entry.size->count())};
    if (entry.hash && found.hash != entry.hash)
        throw base::InputError{fmt::format("'{}' has the hash {}; it was written with {}", file,
                                           base::fingerprint_text(*found.hash),
                                           base::fingerprint_text(*entry.hash))};
}

}  // namespace xdnasim::artifacts
