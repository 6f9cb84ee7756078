#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "backends/artifacts/json_node.hpp"
#include "backends/artifacts/word_file.hpp"
#include "backends/fingerprint.hpp"
#include "backends/replay/replay_backend.hpp"
#include "base/error.hpp"
#include "traces/words/packet.hpp"

namespace xdnasim::backends {
namespace {

using artifacts::JsonNode;
using Json = nlohmann::ordered_json;

constexpr std::int64_t kSchemaVersion = 1;
constexpr int kIndent = 2;
constexpr double kLeastMicroseconds = 1e-3;
constexpr double kMostMicroseconds = 1e12;  ///< 11 days
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
    return {{"path", kRecordedTraceFile},
            {"bytes", words.size()},
            {"fnv1a", artifacts::hash_text(fingerprint(std::as_bytes(std::span{words})))},
            {"buffer_full", trace->buffer_full}};
}

arch::Nanoseconds time_of(const JsonNode& node) {
    const double time = node.number(0);
    if (time > kMostMicroseconds)
        node.fail(fmt::format("{}; allowed: up to {} microseconds", time, kMostMicroseconds));
    return arch::from_microseconds(time);
}

/// Of something that ran: none is no time.
arch::Nanoseconds run_time_of(const JsonNode& node) {
    static_cast<void>(node.number(kLeastMicroseconds));
    return time_of(node);
}

std::optional<arch::Nanoseconds> find_time(const JsonNode& root, std::string_view key) {
    if (const auto node = root.find(key)) return time_of(*node);
    return std::nullopt;
}

RepeatedTimes read_repeated(const JsonNode& node) {
    constexpr double kRounding = 1e-9;  // a mean of equal times may differ from them
    node.require_keys({"runs", "mean_us", "min_us", "max_us"});
    const auto runs = node.at("runs").integer(1, std::numeric_limits<int>::max());
    const RepeatedTimes times{static_cast<int>(runs), run_time_of(node.at("mean_us")),
                              run_time_of(node.at("min_us")), run_time_of(node.at("max_us"))};
    if (times.least * (1 - kRounding) > times.mean || times.mean * (1 - kRounding) > times.most)
        node.fail("allowed: min_us <= mean_us <= max_us");
    return times;
}

void read_times(const JsonNode& root, RunResult& measured) {
    if (const auto cycles = root.find("cycles"))
        measured.cycles = arch::Cycles{cycles->integer(1, kMost)};
    if (const auto time = root.find("npu_time_us")) measured.npu_time = run_time_of(*time);
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
    const artifacts::FileEntry file{.path = node.at("path").path(),
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
    if (result.trace) words = words::as_bytes(result.trace->words);
    const Json recording{{"schema_version", kSchemaVersion},
                         {"backend", result.backend},
                         {"cycles", result.cycles ? Json(result.cycles->count()) : Json(nullptr)},
                         {"npu_time_us", microseconds(result.npu_time)},
                         {"dispatch_us", microseconds(result.dispatch)},
                         {"reconfiguration_us", microseconds(result.reconfiguration)},
                         {"repeated", repeated_json(result.repeated)},
                         {"verification", verification_json(result, seed)},
                         {"trace", trace_json(result.trace, words)}};
    if (result.trace) files.push_back({std::string{kRecordedTraceFile}, std::move(words)});
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
