#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "backends/artifacts/file_values.hpp"
#include "backends/replay/replay_backend.hpp"
#include "base/error.hpp"
#include "base/fingerprint.hpp"
#include "base/json.hpp"
#include "base/json_text.hpp"
#include "base/map_reader.hpp"
#include "base/word_file.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::backends {
namespace {

using base::MapReader;
using base::Node;
using Json = nlohmann::ordered_json;

constexpr std::int64_t kSchemaVersion = 1;
constexpr int kIndent = 2;
constexpr double kMinMicroseconds = 1e-6;  ///< shorter than a cycle of any array
constexpr double kMaxMicroseconds = 1e12;  ///< 11 days
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

Json microseconds(const std::optional<arch::Nanoseconds>& time) {
    return time ? Json(arch::in_microseconds(*time)) : Json(nullptr);
}

Json repeated_json(const std::optional<RepeatedTimes>& repeated) {
    if (!repeated) return nullptr;
    return {{"runs", repeated->runs},
            {"mean_us", microseconds(repeated->mean)},
            {"min_us", microseconds(repeated->min)},
            {"max_us", microseconds(repeated->max)}};
}

/// Without the TOPS, which follow from the work of the problem.
Json steady_json(const SteadyFigures& steady) {
    return {{"iteration_us", microseconds(steady.iteration)}, {"bound", name_of(steady.bound)}};
}

Json verification_json(const RunResult& result, std::uint64_t seed) {
    if (!result.verification || !result.output_hash) return nullptr;
    return {{"passed", result.verification->passed},
            {"message", result.verification->message},
            {"seed", seed},
            {"output_fnv1a", base::fingerprint_text(*result.output_hash)}};
}

Json overruns_json(const std::vector<events::TraceWords::Overrun>& overruns) {
    Json list = Json::array();
    for (const auto& [unit, lost] : overruns)
        list.push_back({{"module", to_string(unit.module)},
                        {"row", unit.tile.row},
                        {"col", unit.tile.column},
                        {"lost_cycles", lost.count()}});
    return list;
}

Json trace_json(const std::optional<events::TraceWords>& trace, const std::string& words) {
    if (!trace) return nullptr;
    Json json{{"path", kRecordedTraceFile},
              {"bytes", words.size()},
              {"fnv1a", base::fingerprint_text(base::fingerprint(std::as_bytes(std::span{words})))},
              {"buffer_full", trace->buffer_full}};
    if (!trace->overruns.empty()) json["overruns"] = overruns_json(trace->overruns);
    return json;
}

arch::Nanoseconds time_of(const Node& node) {
    return arch::from_microseconds(node.as_double(0, kMaxMicroseconds));
}

/// Reads the time of something that ran, which may not be 0.
arch::Nanoseconds run_time_of(const Node& node) {
    return arch::from_microseconds(node.as_double(kMinMicroseconds, kMaxMicroseconds));
}

std::optional<arch::Nanoseconds> find_time(MapReader& root, std::string_view key) {
    if (const Node* node = root.optional_or_null(key)) return time_of(*node);
    return std::nullopt;
}

RepeatedTimes read_repeated(const Node& node) {
    constexpr double kRounding = 1e-9;  // the mean of equal times may differ by rounding
    MapReader reader{node, "repeated"};
    const auto runs = reader.require("runs").as_int(1, std::numeric_limits<int>::max());
    const RepeatedTimes times{static_cast<int>(runs), run_time_of(reader.require("mean_us")),
                              run_time_of(reader.require("min_us")),
                              run_time_of(reader.require("max_us"))};
    reader.finish();
    if (times.min * (1 - kRounding) > times.mean || times.mean * (1 - kRounding) > times.max)
        node.fail("the times of 'repeated' are out of order; allowed: min_us <= mean_us <= max_us");
    return times;
}

SteadyFigures read_steady(const Node& node) {
    MapReader reader{node, "steady"};
    SteadyFigures steady{.iteration = run_time_of(reader.require("iteration_us")),
                         .tops = 0,
                         .bound = steady_bound(reader.require("bound").as_string())};
    reader.finish();
    return steady;
}

void read_times(MapReader& root, RunResult& measured) {
    if (const Node* cycles = root.optional_or_null("cycles"))
        measured.cycles = arch::Cycles{cycles->as_int(1, kMax)};
    if (const Node* time = root.optional_or_null("npu_time_us"))
        measured.npu_time = run_time_of(*time);
    measured.dispatch = find_time(root, "dispatch_us");
    measured.reconfiguration = find_time(root, "reconfiguration_us").value_or(arch::Nanoseconds{});
    if (const Node* repeated = root.optional_or_null("repeated"))
        measured.repeated = read_repeated(*repeated);
    if (const Node* steady = root.optional_or_null("steady"))
        measured.steady = read_steady(*steady);
    measured.latency = find_time(root, "latency_us");
}

void read_verification(const Node& node, Recording& recording) {
    MapReader reader{node, "verification"};
    recording.measured.verification = {
        reader.require("passed").as_bool(), reader.require("message").as_text(), {}};
    recording.measured.output_hash = artifacts::as_hash(reader.require("output_fnv1a"));
    recording.seed = reader.require("seed").as_natural();
    reader.finish();
}

events::TraceWords::Overrun read_overrun(const Node& node, const std::string& path) {
    MapReader reader{node, path};
    events::TraceWords::Overrun overrun;
    overrun.unit.module = reader.require_one_of("module", words::kModules);
    overrun.unit.tile = {
        .column = static_cast<int>(reader.require("col").as_int(0, words::kMaxHeaderColumn)),
        .row = static_cast<int>(reader.require("row").as_int(0, words::kMaxHeaderRow))};
    overrun.lost = arch::Cycles{reader.require("lost_cycles").as_int(0, kMax)};
    reader.finish();
    return overrun;
}

events::TraceWords read_trace(const Node& node, const std::filesystem::path& folder) {
    MapReader reader{node, "trace"};
    const artifacts::FileEntry file{.path = artifacts::as_path_below(reader.require("path")),
                                    .size = arch::Bytes{reader.require("bytes").as_int(0, kMax)},
                                    .hash = artifacts::as_hash(reader.require("fnv1a"))};
    const bool buffer_full = reader.require("buffer_full").as_bool();
    std::vector<events::TraceWords::Overrun> overruns;
    if (const Node* const list = reader.optional_or_null("overruns"))
        for (const Node& overrun : list->as_sequence())
            overruns.push_back(read_overrun(overrun, fmt::format("overruns[{}]", overruns.size())));
    reader.finish();
    artifacts::require_same_file(folder, file);
    return {base::load_words(folder / file.path), buffer_full, std::move(overruns)};
}

}  // namespace

std::vector<RecordingContent> recording_files(const schedule::Schedule& schedule,
                                              const arch::Device& device, const RunResult& result,
                                              std::uint64_t seed) {
    if (result.cycles == arch::Cycles{0})
        throw base::InputError{"--record: the run takes 0 cycles, so there is nothing to replay"};
    std::vector<RecordingContent> files;
    std::string words;
    if (result.trace) words = words::as_bytes(result.trace->words);
    Json recording{{"schema_version", kSchemaVersion},
                   {"backend", result.recorded_by.value_or(result.backend)},
                   {"cycles", result.cycles ? Json(result.cycles->count()) : Json(nullptr)},
                   {"npu_time_us", microseconds(result.npu_time)},
                   {"dispatch_us", microseconds(result.dispatch)},
                   {"reconfiguration_us", microseconds(result.reconfiguration)},
                   {"repeated", repeated_json(result.repeated)},
                   {"verification", verification_json(result, seed)},
                   {"trace", trace_json(result.trace, words)}};
    if (result.steady) recording["steady"] = steady_json(*result.steady);
    if (result.latency) recording["latency_us"] = microseconds(result.latency);
    if (!result.note.empty()) recording["note"] = result.note;
    if (result.trace) files.push_back({std::string{kRecordedTraceFile}, std::move(words)});
    files.push_back({std::string{artifacts::kManifestFile},
                     manifest_json(artifacts::make_manifest(schedule, device))});
    files.push_back({std::string{kRecordingFile}, base::json_text(recording, kIndent) + '\n'});
    return files;
}

Recording load_recording(const std::filesystem::path& folder) {
    const Node document = base::load_json(folder / kRecordingFile);
    MapReader root{document};
    static_cast<void>(root.require("schema_version").as_int(kSchemaVersion, kSchemaVersion));
    Recording recording;
    recording.manifest = artifacts::load_manifest(folder / artifacts::kManifestFile);
    recording.backend = root.require("backend").as_string();
    read_times(root, recording.measured);
    if (const Node* note = root.optional_or_null("note"))
        recording.measured.note = note->as_string();
    if (const Node* verification = root.optional_or_null("verification"))
        read_verification(*verification, recording);
    if (const Node* trace = root.optional_or_null("trace"))
        recording.measured.trace = read_trace(*trace, folder);
    root.finish();
    return recording;
}

}  // namespace xdnasim::backends
