#include "xdnasim/cli/result_json.hpp"

#include <optional>

#include <nlohmann/json.hpp>

namespace xdnasim::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kSchemaVersion = 1;
constexpr int kIndent = 2;

Json microseconds_or_null(const std::optional<arch::Nanoseconds>& time) {
    return time ? Json(arch::in_microseconds(*time)) : Json(nullptr);
}

Json or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json(nullptr);
}

Json dram_json(const std::optional<backends::DramTraffic>& dram) {
    if (!dram) return nullptr;
    return {{"read_bytes", dram->read.count()},
            {"write_bytes", dram->written.count()},
            {"read_gbps", or_null(dram->read_gbps)},
            {"write_gbps", or_null(dram->write_gbps)}};
}

Json tile_json(arch::TileId tile) {
    return Json::array({tile.column, tile.row});
}

Json cores_json(const std::vector<backends::CoreTimes>& cores) {
    Json list = Json::array();
    for (const backends::CoreTimes& core : cores) {
        Json times{{"tile", tile_json(core.tile)}};
        for (const events::CoreStateEntry& state : events::kCoreStates)
            times[std::string{state.key}] = core[state.state].count();
        list.push_back(std::move(times));
    }
    return list;
}

/// What the keys of `cores` stand for.
Json core_states_json() {
    Json list = Json::array();
    for (const events::CoreStateEntry& state : events::kCoreStates)
        list.push_back({{"key", state.key}, {"label", label(state)}, {"colour", state.colour}});
    return list;
}

Json kernel_json(const std::optional<backends::KernelFigures>& kernel) {
    if (!kernel) return nullptr;
    return {{"name", kernel->name},
            {"cycles_per_call", kernel->cycles_per_call.count()},
            {"macs_per_cycle", kernel->macs_per_cycle},
            {"calls", kernel->calls}};
}

Json extent_json(const schedule::Extent& extent) {
    return {{"m", extent.m}, {"k", extent.k}, {"n", extent.n}};
}

/// What ran, with everything that the problem left open.
Json gemm_json(const std::optional<schedule::GemmDescription>& gemm) {
    if (!gemm) return nullptr;
    return {{"size", extent_json(gemm->asked)},
            {"padded", extent_json(gemm->padded)},
            {"useful_share", gemm->useful_share()},
            {"tile", extent_json(gemm->tile)},
            {"k_mt", gemm->k_mt},
            {"rows", gemm->rows},
            {"columns", gemm->columns},
            {"shift", gemm->shift}};
}

Json stream_json(const schedule::MatrixStream& matrix) {
    return {{"name", matrix.name},           {"rows", matrix.rows},
            {"row_bytes", matrix.row_bytes}, {"run_bytes", matrix.run_bytes},
            {"runs", matrix.runs},           {"walk", to_string(matrix.walk)}};
}

Json transfer_json(const backends::RunResult& result) {
    if (!result.transfer) return nullptr;
    Json streams = Json::array();
    for (const schedule::Copy& copy : result.transfer->copies)
        streams.push_back(stream_json(copy.matrix));
    const auto& rates = result.rates;
    return {{"columns", result.transfer->columns},
            {"depth", result.transfer->depth},
            {"streams", streams},
            {"array_gbps", rates ? or_null(rates->array_gbps) : Json(nullptr)},
            {"wall_gbps", rates ? Json(rates->wall_gbps) : Json(nullptr)}};
}

Json elementwise_json(const backends::RunResult& result) {
    if (!result.elementwise) return nullptr;
    const schedule::ElementwiseDescription& run = *result.elementwise;
    const auto& rates = result.rates;
    return {{"core", tile_json(run.core)},
            {"object_bytes", run.object.count()},
            {"objects", run.objects},
            {"depth", run.depth},
            {"mem_tile_object_bytes",
             run.mem_tile_object ? Json(run.mem_tile_object->count()) : Json(nullptr)},
            {"array_gbps", rates ? or_null(rates->array_gbps) : Json(nullptr)},
            {"wall_gbps", rates ? Json(rates->wall_gbps) : Json(nullptr)}};
}

Json repeated_json(const std::optional<backends::RepeatedTimes>& repeated) {
    if (!repeated) return nullptr;
    return {{"runs", repeated->runs},
            {"mean_us", arch::in_microseconds(repeated->mean)},
            {"min_us", arch::in_microseconds(repeated->least)},
            {"max_us", arch::in_microseconds(repeated->most)}};
}

Json trace_json(const std::optional<backends::TraceFigures>& trace) {
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
    const Json document{
        {"schema_version", kSchemaVersion},
        {"device", result.device},
        {"backend", result.backend},
        {"gemm", gemm_json(result.gemm)},
        {"transfer", transfer_json(result)},
        {"elementwise", elementwise_json(result)},
        {"time_us", result.timed() ? Json(arch::in_microseconds(result.time())) : Json(nullptr)},
        {"npu_time_us", microseconds_or_null(result.npu_time)},
        {"dispatch_us", microseconds_or_null(result.dispatch)},
        {"reconfiguration_us", arch::in_microseconds(result.reconfiguration)},
        {"repeated", repeated_json(result.repeated)},
        {"cycles", result.cycles ? Json(result.cycles->count()) : Json(nullptr)},
        {"tops", result.rates || !result.timed() ? Json(nullptr) : Json(result.tops)},
        {"peak_fraction", or_null(result.peak_fraction)},
        {"verified", verification ? Json(verification->passed) : Json(nullptr)},
        {"saturated_share", verification ? or_null(verification->saturated_share) : Json(nullptr)},
        {"dram", dram_json(result.dram)},
        {"cores", cores_json(result.cores)},
        {"core_states", core_states_json()},
        {"kernel", kernel_json(result.kernel)},
        {"trace", trace_json(result.trace)},
        {"bottleneck", bottleneck ? Json(bottleneck->name) : Json(nullptr)},
        {"bottleneck_why", bottleneck ? Json(bottleneck->why) : Json(nullptr)},
        {"wall_s", result.wall_seconds},
    };
    return document.dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace xdnasim::cli
