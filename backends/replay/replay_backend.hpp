#pragma once
// The backend that shows a recorded run again: what somebody measured on an NPU, for those who
// have none.

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

// A recorded run: a folder with the manifest of what ran, what was measured, and the words of the
// trace units. README.md describes the files.

namespace xdnasim::backends {

inline constexpr std::string_view kRecordingFile = "recording.json";
inline constexpr std::string_view kRecordedTraceFile = "trace.bin";
/// All that may be in the folder of a recording.
inline constexpr std::array<std::string_view, 3> kRecordingFiles{
    kRecordedTraceFile, artifacts::kManifestFile, kRecordingFile};

struct Recording {
    artifacts::Manifest manifest;
    std::string backend;                ///< that ran it
    RunResult measured;                 ///< times, verification, output hash and trace
    std::optional<std::uint64_t> seed;  ///< of the inputs, when the outputs were verified
};

struct RecordingContent {
    std::string name;  ///< of the file in the folder
    std::string content;
};

/// The files of a recording; the last one says that it is complete.
[[nodiscard]] std::vector<RecordingContent> recording_files(const schedule::Schedule& schedule,
                                                            const arch::Device& device,
                                                            const RunResult& result,
                                                            std::uint64_t seed);

/// Throws InputError, with the file and the place, for what is missing, cut off or damaged.
[[nodiscard]] Recording load_recording(const std::filesystem::path& folder);

/// `recording`: the folder of a recorded run, or one that holds such folders, of which each run
/// takes the one of its problem. Throws InputError when one of several is damaged.
[[nodiscard]] std::unique_ptr<Backend> make_replay_backend(std::filesystem::path recording);

}  // namespace xdnasim::backends
