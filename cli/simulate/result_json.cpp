#include "cli/simulate/result_json.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/json_text.hpp"
#include "base/parameters/value_json.hpp"
#include "workloads/problem/workload_list.hpp"

namespace xdnasim::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;
constexpr int kIndent = 2;

Json microseconds_or_null(const std::optional<arch::Nanoseconds>& time) {
    return time ? Json(arch::in_microseconds(*time)) : Json(nullptr);
}

Json or_null(const std::optional<arch::GigabytesPerSecond>& rate) {
    return rate ? Json(rate->count()) : Json(nullptr);
}

Json or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json skipped_share(const backends::RunResult& result) {
    return result.cycles > arch::Cycles{} ? Json(result.skipped_share()) : Json(nullptr);
}

/// Arithmetic intensity: operations of the requested work, without padding, per byte that was read
/// from or written to DRAM.
Json operations_per_byte(const backends::RunResult& result) {
    const auto bytes = static_cast<double>((result.dram->read + result.dram->written).count());
    const double operations = result.workload ? result.workload->work().operations : 0;
    return operations > 0 && bytes > 0 ? Json(operations / bytes) : Json(nullptr);
}

Json dram_json(const backends::RunResult& result) {
    const std::optional<backends::DramTraffic>& dram = result.dram;
    if (!dram) return nullptr;
    return {{"read_bytes", dram->read.count()},
            {"write_bytes", dram->written.count()},
            {"read_gbps", or_null(dram->read_rate)},
            {"write_gbps", or_null(dram->write_rate)},
            {"operations_per_byte", operations_per_byte(result)}};
}

Json tile_json(arch::TileId tile) {
    return Json::array({tile.column, tile.row});
}

Json cores_json(const backends::RunResult& result) {
    if (!result.knows_cores) return nullptr;
    Json list = Json::array();
    for (const backends::CoreTimes& core : result.cores) {
        Json times{{"tile", tile_json(core.tile)}};
        for (const events::CoreStateEntry& state : events::kCoreStates)
            times[std::string{state.key}] = core[state.state].count();
        list.push_back(std::move(times));
    }
    return list;
}

/// The meaning of the keys of `cores`.
Json core_states_json() {
    Json list = Json::array();
    for (const events::CoreStateEntry& state : events::kCoreStates)
        list.push_back({{"key", state.key}, {"label", label(state)}, {"colour", state.colour}});
    return list;
}

Json kernel_json(const std::optional<backends::KernelFigures>& kernel) {
    if (!kernel) return nullptr;
    Json figures{{"name", kernel->name},
                 {"cycles_per_call", kernel->cycles_per_call.count()},
                 {"macs_per_cycle", kernel->macs_per_cycle},
                 {"calls", kernel->calls},
                 {"multiplying_cycles",
                  kernel->multiplying ? Json(kernel->multiplying->count()) : Json(nullptr)}};
    if (kernel->assumed) figures["assumed"] = true;
    return figures;
}

/// Sets a value at its dotted path in `object`; a number in the path is an index of a list.
void set(Json& object, const parameters::NamedValue& named) {
    std::string pointer = "/" + named.path;
    std::ranges::replace(pointer, '.', '/');
    object[Json::json_pointer{pointer}] = parameters::value_json<Json>(named.value);
}

/// The workload with all parameters, including those that the problem left open.
Json workload_json(const backends::RunResult& result) {
    Json json = Json::object();
    for (const auto& value : result.workload->parameters())
        set(json, value);
    for (const auto& value : result.workload->derived())
        set(json, value);
    for (const auto& [column, row, tile] : result.workload->tiles()) {
        set(json, {column, std::int64_t{tile.column}});
        set(json, {row, std::int64_t{tile.row}});
    }
    if (!result.workload_in_bytes()) return json;
    const auto& rates = result.rates;
    json["array_gbps"] = rates ? or_null(rates->array) : Json(nullptr);
    json["wall_gbps"] = rates ? Json(rates->wall.count()) : Json(nullptr);
    return json;
}

Json buffers_json(const backends::RunResult& result) {
    Json list = Json::array();
    if (!result.workload) return list;
    for (const schedule::BufferContent& content : result.workload->buffers())
        list.push_back({{"role", to_string(content.role)},
                        {"type", content.type},
                        {"shape", content.shape},
                        {"layout", content.layout.empty() ? Json(nullptr) : Json(content.layout)}});
    return list;
}

/// Adds the workload under its name, and all other workloads' names as null.
void add_workload(Json& document, const backends::RunResult& result) {
    document["workload"] = result.workload ? Json(result.workload->name()) : Json(nullptr);
    for (const problem::WorkloadEntry& entry : problem::known_workloads())
        document[std::string{entry.name}] = nullptr;
    if (result.workload) {
        document[result.workload->name()] = workload_json(result);
        for (const auto& value : result.workload->placement())
            set(document["placement"], value);
    }
    document["buffers"] = buffers_json(result);
}

Json repeated_json(const std::optional<backends::RepeatedTimes>& repeated) {
    if (!repeated) return nullptr;
    return {{"runs", repeated->runs},
            {"mean_us", arch::in_microseconds(repeated->mean)},
            {"min_us", arch::in_microseconds(repeated->min)},
            {"max_us", arch::in_microseconds(repeated->max)}};
}

Json what_if_json(const std::vector<backends::Relief>& reliefs) {
    if (reliefs.empty()) return nullptr;
    Json list = Json::array();
    for (const backends::Relief& relief : reliefs)
        list.push_back({{"limit", name_of(relief.limit)},
                        {"time_us", arch::in_microseconds(relief.time)},
                        {"gain", relief.gain}});
    return list;
}

Json ports_json(const std::vector<backends::PortFigures>& ports) {
    Json list = Json::array();
    for (const backends::PortFigures& port : ports) {
        Json frames = Json::array();
        for (const arch::Nanoseconds end : port.frame_ends)
            frames.push_back(arch::in_microseconds(end));
        Json& entry = list.emplace_back(Json{{"name", port.name},
                                             {"direction", port.is_input ? "in" : "out"},
                                             {"words", port.words},
                                             {"first_us", arch::in_microseconds(port.first)},
                                             {"last_us", arch::in_microseconds(port.last)},
                                             {"gbps", port.rate().count()}});
        // Moved, since an initializer list would copy the frames, of which there may be millions.
        entry["frame_ends_us"] = std::move(frames);
    }
    return list;
}

Json cascades_json(const std::vector<backends::CascadeFigures>& cascades) {
    Json list = Json::array();
    for (const backends::CascadeFigures& cascade : cascades)
        list.push_back({{"from", tile_json(cascade.from)},
                        {"to", tile_json(cascade.to)},
                        {"words", cascade.words}});
    return list;
}

Json trace_json(const std::optional<events::TraceWords>& trace) {
    if (!trace) return nullptr;
    Json overruns = Json::array();
    for (const auto& [unit, lost] : trace->overruns)
        overruns.push_back({{"module", words::to_string(unit.module)},
                            {"tile", tile_json(unit.tile)},
                            {"lost_cycles", lost.count()}});
    return {{"words", trace->words.size()},
            {"buffer_full", trace->buffer_full},
            {"overruns", overruns}};
}

}  // namespace

std::string result_json(const backends::RunResult& result) {
    const auto& verification = result.verification;
    const auto& bottleneck = result.bottleneck;
    Json document{
        {"schema_version", kSchemaVersion}, {"device", result.device}, {"backend", result.backend}};
    add_workload(document, result);
    document.update({
        {"time_us", result.timed() ? Json(arch::in_microseconds(result.time())) : Json(nullptr)},
        {"npu_time_us", microseconds_or_null(result.npu_time)},
        {"dispatch_us", microseconds_or_null(result.dispatch)},
        {"reconfiguration_us", arch::in_microseconds(result.reconfiguration)},
        {"repeated", repeated_json(result.repeated)},
        {"cycles", result.cycles ? Json(result.cycles->count()) : Json(nullptr)},
        {"tops", or_null(result.tops)},
        {"peak_fraction", or_null(result.peak_fraction)},
        {"verified",
         verification && verification->compared ? Json(verification->passed) : Json(nullptr)},
        {"saturated_share", verification ? or_null(verification->saturated_share) : Json(nullptr)},
        {"dram", dram_json(result)},
        {"cores", cores_json(result)},
        {"core_states", core_states_json()},
        {"kernel", kernel_json(result.kernel)},
        {"trace", trace_json(result.trace)},
        {"bottleneck", bottleneck ? Json(name_of(*bottleneck)) : Json(nullptr)},
        {"bottleneck_why", bottleneck ? Json(why(*bottleneck)) : Json(nullptr)},
        {"what_if", what_if_json(result.what_if)},
        {"skipped_share", skipped_share(result)},
        {"wall_s", result.wall_seconds},
    });
    if (result.steady) {
        if (result.kernel) document["kernel"]["mean_cycles"] = or_null(result.kernel->mean_cycles);
        document["steady"] = {{"iteration_us", arch::in_microseconds(result.steady->iteration)},
                              {"tops", result.steady->tops},
                              {"bound", name_of(result.steady->bound)}};
    }
    if (result.off_by)
        document["approximate"] = {{"off_by", *result.off_by},
                                   {"skipped_share", result.skipped_share()}};
    if (!result.note.empty()) document["note"] = result.note;
    if (!result.ports.empty()) document["ports"] = ports_json(result.ports);
    if (!result.cascades.empty()) document["cascades"] = cascades_json(result.cascades);
    if (result.latency) document["latency_ns"] = result.latency->count();
    return base::json_text(document, kIndent) + '\n';
}

}  // namespace xdnasim::cli
