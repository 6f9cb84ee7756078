#include "backends/artifacts/manifest.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <iterator>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "backends/artifacts/file_values.hpp"
#include "backends/fingerprint.hpp"
#include "base/error.hpp"

namespace xdnasim::artifacts {
namespace {

using schedule::BufferContent;

std::vector<BufferContent> contents_of(const schedule::Schedule& schedule) {
    std::vector<BufferContent> contents;
    if (schedule.workload) contents = schedule.workload->buffers();
    if (schedule.trace) {
        const auto buffer = schedule.trace->buffer;
        const arch::Bytes bytes = schedule.host_buffer(buffer)->size;
        contents.push_back({buffer, BufferRole::Trace, "uint32", {bytes / arch::kWord}});
    }
    return contents;
}

/// What is left open is not there.
parameters::Values problem_of(const schedule::Schedule& schedule) {
    parameters::Values values;
    if (!schedule.workload) return values;
    const std::string name = schedule.workload->name();
    values.push_back({"workload", name});
    for (auto& [path, value] : schedule.workload->parameters())
        if (parameters::is_set(value))
            values.push_back({fmt::format("{}.{}", name, path), std::move(value)});
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

/// Says where two manifests part.
class Difference {
 public:
    explicit Difference(const std::filesystem::path& file) : file_{file} {}

    template <class Value>
    void require(const std::string& name, const Value& found, const Value& wanted) const {
        if (found == wanted) return;
        throw base::InputError{fmt::format("'{}' is of another problem: {} is {}; needed: {}",
                                           file_.string(), name, found, wanted)};
    }

    /// What is not known does not differ.
    template <class Value>
    void require(const std::string& name, const std::optional<Value>& found,
                 const std::optional<Value>& wanted) const {
        if (found && wanted) require(name, *found, *wanted);
    }

 private:
    const std::filesystem::path& file_;
};

std::string value_text(const parameters::Value& value) {
    struct Text {
        std::string operator()(std::monostate) const { return "not set"; }
        std::string operator()(const std::string& text) const { return text; }
        std::string operator()(bool flag) const { return flag ? "true" : "false"; }
        std::string operator()(std::int64_t number) const { return fmt::to_string(number); }
        std::string operator()(double number) const { return fmt::to_string(number); }
    };
    return std::visit(Text{}, value);
}

std::string text_of(const parameters::Values& values, const std::string& path) {
    const auto found = std::ranges::find(values, path, &parameters::NamedValue::path);
    return value_text(found == values.end() ? parameters::Value{} : found->value);
}

std::vector<BufferEntry> data_buffers(const Manifest& manifest) {
    std::vector<BufferEntry> buffers;
    std::ranges::copy_if(
        manifest.buffers, std::back_inserter(buffers),
        [](const BufferEntry& buffer) { return buffer.role != BufferRole::Trace; });
    return buffers;
}

FileEntry read_entry(const std::filesystem::path& folder, const std::string& path) {
    const std::filesystem::path file = folder / path;
    std::error_code ignored;
    std::ifstream stream{file, std::ios::binary};
    if (!stream || !std::filesystem::is_regular_file(file, ignored))
        throw base::InputError{fmt::format("cannot read '{}'", file.string())};
    backends::Fingerprint hash;
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
    manifest.generation = device.generation;
    manifest.clock_ghz = device.clock_ghz;
    manifest.problem = problem_of(schedule);
    manifest.buffers = buffers_of(schedule);
    if (schedule.trace) manifest.trace = trace_of(*schedule.trace);
    return manifest;
}

FileEntry describe_file(const std::filesystem::path& folder, const std::string& path) {
    return read_entry(folder, path);
}

void require_same_file(const std::filesystem::path& folder, const FileEntry& entry) {
    const FileEntry found = read_entry(folder, entry.path);
    const auto file = (folder / entry.path).string();
    if (entry.size && found.size != entry.size)
        throw base::InputError{fmt::format("'{}' has {} bytes; it was written with {}", file,
                                           found.size->count(), entry.size->count())};
    if (entry.hash && found.hash != entry.hash)
        throw base::InputError{fmt::format("'{}' has the hash {}; it was written with {}", file,
                                           hash_text(*found.hash), hash_text(*entry.hash))};
}

void require_same_problem(const Manifest& found, const Manifest& wanted,
                          const std::filesystem::path& file) {
    const Difference difference{file};
    difference.require("device", found.device, wanted.device);
    difference.require("generation", found.generation, wanted.generation);
    for (const auto& [path, value] : wanted.problem)
        difference.require(path, text_of(found.problem, path), value_text(value));
    for (const auto& [path, value] : found.problem)
        difference.require(path, value_text(value), text_of(wanted.problem, path));
    const auto buffers = data_buffers(found);
    const auto wanted_buffers = data_buffers(wanted);
    difference.require("the number of buffers", buffers.size(), wanted_buffers.size());
    for (std::size_t i = 0; i < wanted_buffers.size(); ++i) {
        const std::string buffer = fmt::format("buffers[{}].", i);
        const BufferEntry& is = buffers[i];
        const BufferEntry& right = wanted_buffers[i];
        difference.require(buffer + "name", is.name, right.name);
        difference.require(buffer + "role", to_string(is.role), to_string(right.role));
        difference.require(buffer + "bytes", is.size.count(), right.size.count());
        difference.require(buffer + "type", is.type, right.type);
        difference.require(buffer + "shape", is.shape, right.shape);
        difference.require(buffer + "layout", is.layout, right.layout);
    }
}

void require_same_clock(const Manifest& found, const Manifest& wanted,
                        const std::filesystem::path& file) {
    Difference{file}.require("clock_ghz", found.clock_ghz, wanted.clock_ghz);
}

void require_same_trace(const Manifest& found, const Manifest& wanted,
                        const std::filesystem::path& file) {
    const Difference difference{file};
    const auto presence = [](const Manifest& manifest) {
        return std::string{manifest.trace ? "there" : "not there"};
    };
    difference.require("a trace", presence(found), presence(wanted));
    if (!wanted.trace) return;
    const auto& units = found.trace->units;
    const auto& wanted_units = wanted.trace->units;
    difference.require("the number of traced units", units.size(), wanted_units.size());
    for (std::size_t i = 0; i < wanted_units.size(); ++i) {
        const std::string stream = fmt::format("streams[{}]", i);
        difference.require(stream, to_string(units[i].unit), to_string(wanted_units[i].unit));
        for (std::size_t slot = 0; slot < words::kSlots; ++slot)
            difference.require(fmt::format("{}.slots[{}]", stream, slot), units[i].events[slot],
                               wanted_units[i].events[slot]);
        difference.require(stream + ".ports", units[i].ports, wanted_units[i].ports);
        difference.require(stream + ".s2mm", units[i].s2mm, wanted_units[i].s2mm);
        difference.require(stream + ".mm2s", units[i].mm2s, wanted_units[i].mm2s);
    }
    difference.require("trace_route", found.trace->route, wanted.trace->route);
    const auto size_of = [](const Manifest& manifest) {
        return manifest.buffers[static_cast<std::size_t>(manifest.trace->buffer)].size.count();
    };
    difference.require("the size of the trace's buffer", size_of(found), size_of(wanted));
}

}  // namespace xdnasim::artifacts
