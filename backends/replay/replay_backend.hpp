#pragma once
// The backend that replays a recorded run, such as one measured on an NPU, on machines without
// one.

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backends/artifacts/manifest.hpp"
#include "backends/backend.hpp"

// A recorded run: a folder with the manifest of the design, the measured values, and the words of
// the trace units. README.md describes the files.

namespace xdnasim::backends {

inline constexpr std::string_view kRecordingFile = "recording.json";
inline constexpr std::string_view kRecordedTraceFile = "trace.bin";
/// Names of all files that a recording's folder may contain.
inline constexpr std::array<std::string_view, 3> kRecordingFiles{
    kRecordedTraceFile, artifacts::kManifestFile, kRecordingFile};

struct Recording {
    artifacts::Manifest manifest;
    std::string backend;                ///< backend that ran the design
    RunResult measured;                 ///< times, verification, output hash, trace and note
    std::optional<std::uint64_t> seed;  ///< seed of the inputs; nullopt: not verified
};

struct RecordingContent {
    std::string name;  ///< name of the file in the folder
    std::string content;
};

/// Returns the files of a recording, to be written in this order: kRecordingFile, the last one,
/// marks the recording as complete. Throws InputError for a run of 0 cycles.
[[nodiscard]] std::vector<RecordingContent> recording_files(const schedule::Schedule& schedule,
                                                            const arch::Device& device,
                                                            const RunResult& result,
                                                            std::uint64_t seed);

/// Loads a recording. Throws InputError, with the file and the place in it, if something is
/// missing, truncated or damaged.
[[nodiscard]] Recording load_recording(const std::filesystem::path& folder);

/// Makes the backend. `recording`: folder of a recorded run, or a folder of such folders, from
/// which each run takes the one of its problem. Throws InputError if the manifest of one of several
/// is damaged.
[[nodiscard]] std::unique_ptr<Backend> make_replay_backend(std::filesystem::path recording);

}  // namespace xdnasim::backends
