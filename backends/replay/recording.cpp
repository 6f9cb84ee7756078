#include "xdnasim/backends/replay/recording.hpp"

#include <limits>

#include <nlohmann/json.hpp>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/backends/artifacts/json_node.hpp"
#include "xdnasim/backends/artifacts/word_file.hpp"
#include "xdnasim/backends/fingerprint.hpp"

namespace xdnasim::backends {
namespace {

using artifacts::JsonNode;
using Json = nlohmann::ordered_json;

constexpr std::int64_t kSchemaVersion = 1;
constexpr std::string_view kTraceFile = "trace.bin";
constexpr int kIndent = 2;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

Json microseconds(const std::optional<arch::Nanoseconds>& time) {
    return time ? Json(arch::in_microseconds(*time)) : Json(nullptr);
}

Json repeated_json(const std::optional<RepeatedTimes>& repeated) {
    if (!repeated) return nullptr;
    return {{"runs", repeated->runs},
            {"mean_us", microseconds(repeated->mean)},
            {"min_us", microseconds(repeated->least)},
            {"max_us", microseconds(repeated->most)}};
}

Json verification_json(const RunResult& result, std::uint64_t seed) {
    if (!result.verification || !result.output_hash) return nullptr;
    return {{"passed", result.verification->passed},
            {"message", result.verification->message},
            {"seed", seed},
            {"output_fnv1a", artifacts::hash_text(*result.output_hash)}};
}

Json trace_json(const std::optional<TraceFigures>& trace, const std::string& words) {
    if (!trace) return nullptr;
    return {{"path", kTraceFile},
            {"bytes", words.size()},
            {"fnv1a", artifacts::hash_text(fingerprint(std::as_bytes(std::span{words})))},
            {"buffer_full", trace->buffer_full}};
}

arch::Nanoseconds time_of(const JsonNode& node) {
    return arch::from_microseconds(node.number(0));
}

std::optional<arch::Nanoseconds> find_time(const JsonNode& root, std::string_view key) {
    if (const auto node = root.find(key)) return time_of(*node);
    return std::nullopt;
}

RepeatedTimes read_repeated(const JsonNode& node) {
    node.require_keys({"runs", "mean_us", "min_us", "max_us"});
    const auto runs = node.at("runs").integer(1, std::numeric_limits<int>::max());
    return {static_cast<int>(runs), time_of(node.at("mean_us")), time_of(node.at("min_us")),
            time_of(node.at("max_us"))};
}

void read_times(const JsonNode& root, RunResult& measured) {
    if (const auto cycles = root.find("cycles"))
        measured.cycles = arch::Cycles{cycles->integer(1, kMost)};
    measured.npu_time = find_time(root, "npu_time_us");
    measured.dispatch = find_time(root, "dispatch_us");
    measured.reconfiguration = find_time(root, "reconfiguration_us").value_or(arch::Nanoseconds{});
    if (const auto repeated = root.find("repeated")) measured.repeated = read_repeated(*repeated);
}

void read_verification(const JsonNode& node, Recording& recording) {
    node.require_keys({"passed", "message", "seed", "output_fnv1a"});
    recording.measured.verification = {node.at("passed").boolean(), node.at("message").text(), {}};
    recording.measured.output_hash = node.at("output_fnv1a").hash();
    recording.seed = node.at("seed").natural();
}

TraceFigures read_trace(const JsonNode& node, const std::filesystem::path& folder) {
    node.require_keys({"path", "bytes", "fnv1a", "buffer_full"});
    const artifacts::FileEntry file{.path = node.at("path").text(),
                                    .size = arch::Bytes{node.at("bytes").integer(0, kMost)},
                                    .hash = node.at("fnv1a").hash()};
    artifacts::require_same_file(folder, file);
    return {artifacts::read_words(folder / file.path), node.at("buffer_full").boolean(), {}};
}

}  // namespace

std::vector<RecordingContent> recording_files(const schedule::Schedule& schedule,
                                              const arch::Device& device, const RunResult& result,
                                              std::uint64_t seed) {
    std::vector<RecordingContent> files;
    std::string words;
    if (result.trace) words = artifacts::raw_words(result.trace->words);
    const Json recording{{"schema_version", kSchemaVersion},
                         {"backend", result.backend},
                         {"cycles", result.cycles ? Json(result.cycles->count()) : Json(nullptr)},
                         {"npu_time_us", microseconds(result.npu_time)},
                         {"dispatch_us", microseconds(result.dispatch)},
                         {"reconfiguration_us", microseconds(result.reconfiguration)},
                         {"repeated", repeated_json(result.repeated)},
                         {"verification", verification_json(result, seed)},
                         {"trace", trace_json(result.trace, words)}};
    if (result.trace) files.push_back({std::string{kTraceFile}, std::move(words)});
    files.push_back({std::string{artifacts::kManifestFile},
                     manifest_json(artifacts::make_manifest(schedule, device))});
    files.push_back({std::string{kRecordingFile},
                     recording.dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n'});
    return files;
}

Recording load_recording(const std::filesystem::path& folder) {
    const JsonNode root = JsonNode::load(folder / kRecordingFile);
    root.require_keys({"schema_version", "backend", "cycles", "npu_time_us", "dispatch_us",
                       "reconfiguration_us", "repeated", "verification", "trace"});
    static_cast<void>(root.at("schema_version").integer(kSchemaVersion, kSchemaVersion));
    Recording recording;
    recording.manifest = artifacts::load_manifest(folder / artifacts::kManifestFile);
    recording.backend = root.at("backend").text();
    read_times(root, recording.measured);
    if (const auto verification = root.find("verification"))
        read_verification(*verification, recording);
    if (const auto trace = root.find("trace"))
        recording.measured.trace = read_trace(*trace, folder);
    return recording;
}

}  // namespace xdnasim::backends
