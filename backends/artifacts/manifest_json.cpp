#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "arch/device_ranges.hpp"
#include "backends/artifacts/file_values.hpp"
#include "backends/artifacts/manifest.hpp"
#include "base/fingerprint.hpp"
#include "base/json.hpp"
#include "base/json_text.hpp"
#include "base/map_reader.hpp"
#include "base/parameters/value_json.hpp"
#include "traces/names/event_names.hpp"
#include "traces/names/event_reader.hpp"

namespace xdnasim::artifacts {
namespace {

using base::MapReader;
using base::Node;
using Json = nlohmann::ordered_json;

constexpr std::int64_t kSchemaVersion = 1;
constexpr int kIndent = 2;
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

Json file_json(const FileEntry& file) {
    Json json{{"path", file.path}};
    if (file.size) json["bytes"] = file.size->count();
    if (file.hash) json["fnv1a"] = base::fingerprint_text(*file.hash);
    return json;
}

Json files_json(const Files& files) {
    Json json = Json::object();
    if (files.mlir) json["mlir"] = file_json(*files.mlir);
    if (files.insts) json["insts"] = file_json(*files.insts);
    if (files.xclbin) json["xclbin"] = file_json(*files.xclbin);
    if (files.elf) json["elf"] = file_json(*files.elf);
    return json;
}

Json values_json(const parameters::Values& values) {
    Json json = Json::object();
    for (const auto& [path, value] : values)
        json[path] = parameters::value_json<Json>(value);
    return json;
}

Json kernels_json(const std::vector<KernelEntry>& kernels) {
    Json list = Json::array();
    for (const KernelEntry& kernel : kernels)
        list.push_back({{"name", kernel.name},
                        {"cycles", kernel.cycles ? Json(kernel.cycles->count()) : Json(nullptr)}});
    return list;
}

Json buffers_json(const std::vector<BufferEntry>& buffers) {
    Json list = Json::array();
    for (const BufferEntry& buffer : buffers) {
        Json json{{"name", buffer.name},
                  {"role", to_string(buffer.role)},
                  {"bytes", buffer.size.count()},
                  {"type", buffer.type},
                  {"shape", buffer.shape}};
        if (!buffer.layout.empty()) json["layout"] = buffer.layout;
        list.push_back(std::move(json));
    }
    return list;
}

Json slots_json(const TracedUnit& unit, const names::EventNames& names) {
    Json slots = Json::array();
    for (const int id : unit.events) {
        const auto name = names.name(unit.unit.module, id);
        slots.push_back(name ? Json(*name) : Json(id));
    }
    return slots;
}

Json streams_json(const TraceEntry& trace, const std::string& generation) {
    const names::EventNames names{generation};
    Json streams = Json::array();
    for (const TracedUnit& unit : trace.units) {
        Json json{{"module", to_string(unit.unit.module)},
                  {"row", unit.unit.tile.row},
                  {"col", unit.unit.tile.column},
                  {"slots", slots_json(unit, names)}};
        if (unit.ports) json["ports"] = *unit.ports;
        if (unit.s2mm) json["s2mm"] = *unit.s2mm;
        if (unit.mm2s) json["mm2s"] = *unit.mm2s;
        streams.push_back(std::move(json));
    }
    return streams;
}

FileEntry read_file_entry(const Node& node, const std::string& path) {
    MapReader reader{node, path};
    FileEntry file{.path = as_path_below(reader.require("path")), .size = {}, .hash = {}};
    if (const Node* size = reader.optional_or_null("bytes"))
        file.size = arch::Bytes{size->as_int(0, kMax)};
    if (const Node* hash = reader.optional_or_null("fnv1a")) file.hash = as_hash(*hash);
    reader.finish();
    return file;
}

Files read_files(const Node& node) {
    MapReader reader{node, "files"};
    const auto entry = [&](std::string_view key) -> std::optional<FileEntry> {
        if (const Node* file = reader.optional_or_null(key))
            return read_file_entry(*file, reader.path_of(key));
        return std::nullopt;
    };
    Files files{entry("mlir"), entry("insts"), entry("xclbin"), entry("elf")};
    reader.finish();
    return files;
}

parameters::Value read_value(const Node& node) {
    if (node.is_quoted()) return node.as_text();
    if (node.is_bool()) return node.as_bool();
    if (node.is_fraction()) {
        constexpr double kMaxDouble = std::numeric_limits<double>::max();
        return node.as_double(-kMaxDouble, kMaxDouble);
    }
    return node.as_int(std::numeric_limits<std::int64_t>::min(), kMax);
}

parameters::Values read_values(const Node& node) {
    parameters::Values values;
    for (const base::Entry& entry : node.as_map())
        values.push_back({entry.key, read_value(entry.value)});
    return values;
}

std::vector<KernelEntry> read_kernels(const Node& node) {
    std::vector<KernelEntry> kernels;
    for (const Node& item : node.as_sequence()) {
        MapReader reader{item, fmt::format("kernels[{}]", kernels.size())};
        KernelEntry& kernel = kernels.emplace_back();
        kernel.name = reader.require("name").as_string();
        if (const Node* cycles = reader.optional_or_null("cycles"))
            kernel.cycles = arch::Cycles{cycles->as_int(0, kMax)};
        reader.finish();
    }
    return kernels;
}

BufferEntry read_buffer(const Node& node, const std::string& path) {
    MapReader reader{node, path};
    BufferEntry buffer;
    buffer.name = reader.require("name").as_string();
    buffer.role = reader.require_one_of("role", schedule::kBufferRoles);
    buffer.size = arch::Bytes{reader.require("bytes").as_int(1, kMax)};
    buffer.type = reader.require("type").as_string();
    for (const Node& extent : reader.require("shape").as_sequence())
        buffer.shape.push_back(extent.as_int(1, kMax));
    if (const Node* layout = reader.optional_or_null("layout")) buffer.layout = layout->as_string();
    reader.finish();
    return buffer;
}

schedule::SelectedChannels read_selection(const Node& node) {
    constexpr int kMaxChannel = 15;
    const std::vector<Node>& items = node.as_sequence();
    if (items.size() != 2)
        node.fail(fmt::format("a list of {}; allowed: two channels", items.size()));
    return {static_cast<int>(items[0].as_int(0, kMaxChannel)),
            static_cast<int>(items[1].as_int(0, kMaxChannel))};
}

/// Reads the keys that are missing if another tool set up the trace.
void read_watched(MapReader& reader, TracedUnit& unit) {
    if (const Node* ports = reader.optional_or_null("ports")) {
        unit.ports.emplace();
        for (const Node& port : ports->as_sequence())
            unit.ports->push_back(port.as_string());
    }
    if (const Node* channels = reader.optional_or_null("s2mm"))
        unit.s2mm = read_selection(*channels);
    if (const Node* channels = reader.optional_or_null("mm2s"))
        unit.mm2s = read_selection(*channels);
}

TracedUnit read_unit(const Node& node, const std::string& path, const names::EventNames& names) {
    MapReader reader{node, path};
    TracedUnit unit;
    unit.unit.module = reader.require_one_of("module", words::kModules);
    unit.unit.tile = {
        .column = static_cast<int>(reader.require("col").as_int(0, words::kMaxHeaderColumn)),
        .row = static_cast<int>(reader.require("row").as_int(0, words::kMaxHeaderRow))};
    const Node& slots = reader.require("slots");
    const std::vector<Node>& events = slots.as_sequence();
    if (events.size() > unit.events.size())
        slots.fail(fmt::format("{} events; allowed: up to {}", events.size(), words::kSlots));
    for (std::size_t i = 0; i < events.size(); ++i)
        unit.events[i] = names::read_event_or_id(events[i], unit.unit.module, names);
    read_watched(reader, unit);
    reader.finish();
    return unit;
}

std::optional<TraceEntry> read_trace(MapReader& root, const Manifest& manifest) {
    const Node* const buffer = root.optional_or_null("trace_buffer");
    const Node* const route = root.optional_or_null("trace_route");
    static_cast<void>(root.optional_or_null("streams"));  // allowed without a trace_buffer, too
    if (buffer == nullptr) return std::nullopt;
    const auto last = static_cast<std::int64_t>(manifest.buffers.size()) - 1;
    TraceEntry trace{.buffer = static_cast<int>(buffer->as_int(0, last)), .route = {}, .units = {}};
    if (route != nullptr) trace.route = route->as_string();
    const names::EventNames names{manifest.generation};
    for (const Node& unit : root.require("streams").as_sequence()) {
        const std::string path = fmt::format("streams[{}]", trace.units.size());
        trace.units.push_back(read_unit(unit, path, names));
    }
    return trace;
}

}  // namespace

std::string manifest_json(const Manifest& manifest) {
    Json json{{"schema_version", kSchemaVersion},
              {"device", manifest.device},
              {"generation", manifest.generation},
              {"clock_ghz", manifest.clock_ghz ? Json(*manifest.clock_ghz) : Json(nullptr)},
              {"problem", values_json(manifest.problem)}};
    if (manifest.kernels) json["kernels"] = kernels_json(*manifest.kernels);
    json["kernel"] = manifest.kernel;
    json["files"] = files_json(manifest.files);
    json["buffers"] = buffers_json(manifest.buffers);
    if (manifest.trace) {
        json["trace_buffer"] = manifest.trace->buffer;
        if (manifest.trace->route) json["trace_route"] = *manifest.trace->route;
        json["streams"] = streams_json(*manifest.trace, manifest.generation);
    }
    if (!manifest.numbers.empty()) json["device_numbers"] = values_json(manifest.numbers);
    return base::json_text(json, kIndent) + '\n';
}

Manifest load_manifest(const std::filesystem::path& file) {
    const Node document = base::load_json(file);
    MapReader root{document};
    static_cast<void>(root.require("schema_version").as_int(kSchemaVersion, kSchemaVersion));
    Manifest manifest;
    manifest.device = root.require("device").as_string();
    manifest.generation = root.require("generation").as_string();
    if (const Node* clock = root.optional_or_null("clock_ghz"))
        manifest.clock_ghz = arch::kClocks.read<double>(*clock);
    manifest.problem = read_values(root.require("problem"));
    if (const Node* numbers = root.optional_or_null("device_numbers"))
        manifest.numbers = read_values(*numbers);
    if (const Node* kernels = root.optional_or_null("kernels"))
        manifest.kernels = read_kernels(*kernels);
    manifest.kernel = root.require("kernel").as_string();
    manifest.files = read_files(root.require("files"));
    for (const Node& buffer : root.require("buffers").as_sequence()) {
        const std::string path = fmt::format("buffers[{}]", manifest.buffers.size());
        manifest.buffers.push_back(read_buffer(buffer, path));
    }
    manifest.trace = read_trace(root, manifest);
    root.finish();
    return manifest;
}

}  // namespace xdnasim::artifacts
