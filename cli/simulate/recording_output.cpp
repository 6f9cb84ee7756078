#include "cli/simulate/recording_output.hpp"

#include <string_view>
#include <system_error>

#include <fmt/format.h>

#include "backends/replay/replay_backend.hpp"
#include "base/error.hpp"
#include "cli/output.hpp"

namespace xdnasim::cli {

namespace fs = std::filesystem;

std::vector<fs::path> recording_files_in(const std::string& folder) {
    std::error_code error;
    const bool empty = fs::is_empty(folder, error);
    if (!empty && !fs::exists(fs::path{folder} / backends::kRecordingFile, error))
        throw base::InputError{
            fmt::format("--record: '{}' contains files that no recording wrote. Name a new folder, "
                        "an empty one or one of a recording",
                        folder)};
    std::vector<fs::path> files;
    for (const std::string_view name : backends::kRecordingFiles)
        files.push_back(fs::path{folder} / name);
    return files;
}

void write_recording(const std::string& folder, const schedule::Schedule& schedule,
                     const arch::Device& device, const backends::RunResult& result,
                     std::uint64_t seed) {
    for (const auto& [name, content] : backends::recording_files(schedule, device, result, seed))
        write_file(fs::path{folder} / name, content);
}

}  // namespace xdnasim::cli
