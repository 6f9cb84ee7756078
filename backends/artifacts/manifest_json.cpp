#include <limits>

#include <nlohmann/json.hpp>

#include "backends/artifacts/json_node.hpp"
#include "backends/artifacts/manifest.hpp"
#include "traces/names/event_names.hpp"

namespace xdnasim::artifacts {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::int64_t kSchemaVersion = 1;
constexpr int kIndent = 2;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

Json file_json(const FileEntry& file) {
    Json json{{"path", file.path}};
    if (file.size) json["bytes"] = file.size->count();
    if (file.hash) json["fnv1a"] = hash_text(*file.hash);
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

/// Nothing is left open in a manifest.
struct ValueToJson {
    Json operator()(std::monostate) const { return nullptr; }
    template <class T>
    Json operator()(const T& value) const {
        return value;
    }
};

Json problem_json(const parameters::Values& values) {
    Json json = Json::object();
    for (const auto& [path, value] : values)
        json[path] = std::visit(ValueToJson{}, value);
    return json;
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

FileEntry read_file_entry(const JsonNode& node) {
    node.require_keys({"path", "bytes", "fnv1a"});
    FileEntry file{.path = node.at("path").path(), .size = {}, .hash = {}};
    if (const auto size = node.find("bytes")) file.size = arch::Bytes{size->integer(0, kMost)};
    if (const auto hash = node.find("fnv1a")) file.hash = hash->hash();
    return file;
}

Files read_files(const JsonNode& node) {
    node.require_keys({"mlir", "insts", "xclbin", "elf"});
    const auto entry = [&](const char* key) -> std::optional<FileEntry> {
        if (const auto file = node.find(key)) return read_file_entry(*file);
        return std::nullopt;
    };
    return {entry("mlir"), entry("insts"), entry("xclbin"), entry("elf")};
}

parameters::Value read_value(const JsonNode& node) {
    if (node.is_text()) return node.text();
    if (node.is_boolean()) return node.boolean();
    if (node.is_fraction()) return node.number(std::numeric_limits<double>::lowest());
    return node.integer(std::numeric_limits<std::int64_t>::min(), kMost);
}

parameters::Values read_problem(const JsonNode& node) {
    parameters::Values values;
    for (const auto& [path, value] : node.members())
        values.push_back({path, read_value(value)});
    return values;
}

BufferEntry read_buffer(const JsonNode& node) {
    node.require_keys({"name", "role", "bytes", "type", "shape", "layout"});
    BufferEntry buffer;
    buffer.name = node.at("name").text();
    buffer.role = static_cast<BufferRole>(
        node.at("role").one_of({to_string(BufferRole::Input), to_string(BufferRole::Output),
                                to_string(BufferRole::Trace)}));
    buffer.size = arch::Bytes{node.at("bytes").integer(1, kMost)};
    buffer.type = node.at("type").text();
    for (const JsonNode& extent : node.at("shape").items())
        buffer.shape.push_back(extent.integer(1, kMost));
    if (const auto layout = node.find("layout")) buffer.layout = layout->text();
    return buffer;
}

schedule::SelectedChannels read_selection(const JsonNode& node) {
    constexpr int kMaxChannel = 15;
    const auto items = node.items();
    if (items.size() != 2) node.fail("allowed: two channels");
    return {static_cast<int>(items[0].integer(0, kMaxChannel)),
            static_cast<int>(items[1].integer(0, kMaxChannel))};
}

/// The keys that a design of others does not have.
void read_watched(const JsonNode& node, TracedUnit& unit) {
    if (const auto ports = node.find("ports")) {
        unit.ports.emplace();
        for (const JsonNode& port : ports->items())
            unit.ports->push_back(port.text());
    }
    if (const auto channels = node.find("s2mm")) unit.s2mm = read_selection(*channels);
    if (const auto channels = node.find("mm2s")) unit.mm2s = read_selection(*channels);
}

TracedUnit read_unit(const JsonNode& node, const names::EventNames& names) {
    constexpr int kMaxRow = 7;
    constexpr int kMaxColumn = 127;
    constexpr int kMaxEvent = 255;
    node.require_keys({"module", "row", "col", "slots", "ports", "s2mm", "mm2s"});
    TracedUnit unit;
    unit.unit.module =
        static_cast<words::Module>(node.at("module").one_of({"core", "memory", "shim", "memtile"}));
    unit.unit.tile = {.column = static_cast<int>(node.at("col").integer(0, kMaxColumn)),
                      .row = static_cast<int>(node.at("row").integer(0, kMaxRow))};
    const auto slots = node.at("slots").items();
    if (slots.size() > unit.events.size())
        node.at("slots").fail(std::to_string(slots.size()) + " events; allowed: up to " +
                              std::to_string(words::kSlots));
    for (std::size_t i = 0; i < slots.size(); ++i)
        unit.events[i] = slots[i].is_text() ? names.id(unit.unit.module, slots[i].text())
                                            : static_cast<int>(slots[i].integer(0, kMaxEvent));
    read_watched(node, unit);
    return unit;
}

std::optional<TraceEntry> read_trace(const JsonNode& root, const Manifest& manifest) {
    const auto buffer = root.find("trace_buffer");
    if (!buffer) return std::nullopt;
    const auto last = static_cast<std::int64_t>(manifest.buffers.size()) - 1;
    TraceEntry trace{
        .buffer = static_cast<int>(buffer->integer(0, last)), .route = {}, .units = {}};
    if (const auto route = root.find("trace_route")) trace.route = route->text();
    const names::EventNames names{manifest.generation};
    for (const JsonNode& unit : root.at("streams").items())
        trace.units.push_back(read_unit(unit, names));
    return trace;
}

}  // namespace

std::string manifest_json(const Manifest& manifest) {
    Json json{{"schema_version", kSchemaVersion},
              {"device", manifest.device},
              {"generation", manifest.generation},
              {"clock_ghz", manifest.clock_ghz ? Json(*manifest.clock_ghz) : Json(nullptr)},
              {"problem", problem_json(manifest.problem)},
              {"kernel", manifest.kernel},
              {"files", files_json(manifest.files)},
              {"buffers", buffers_json(manifest.buffers)}};
    if (manifest.trace) {
        json["trace_buffer"] = manifest.trace->buffer;
        if (manifest.trace->route) json["trace_route"] = *manifest.trace->route;
        json["streams"] = streams_json(*manifest.trace, manifest.generation);
    }
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n';
}

Manifest load_manifest(const std::filesystem::path& file) {
    const JsonNode root = JsonNode::load(file);
    root.require_keys({"schema_version", "device", "generation", "clock_ghz", "problem", "kernel",
                       "files", "buffers", "trace_buffer", "trace_route", "streams"});
    static_cast<void>(root.at("schema_version").integer(kSchemaVersion, kSchemaVersion));
    Manifest manifest;
    manifest.device = root.at("device").text();
    manifest.generation = root.at("generation").text();
    if (const auto clock = root.find("clock_ghz")) manifest.clock_ghz = clock->number(0);
    manifest.problem = read_problem(root.at("problem"));
    manifest.kernel = root.at("kernel").text();
    if (manifest.kernel.empty()) root.at("kernel").fail("is empty");
    manifest.files = read_files(root.at("files"));
    for (const JsonNode& buffer : root.at("buffers").items())
        manifest.buffers.push_back(read_buffer(buffer));
    manifest.trace = read_trace(root, manifest);
    return manifest;
}

}  // namespace xdnasim::artifacts
