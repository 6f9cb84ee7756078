#include "cli/record_output.hpp"

#include <system_error>

#include <fmt/format.h>

#include "backends/replay/recording.hpp"
#include "base/error.hpp"
#include "cli/output.hpp"

namespace xdnasim::cli {

namespace fs = std::filesystem;

std::vector<fs::path> recording_files_in(const std::string& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error)
        throw base::InputError{
            fmt::format("--record: cannot make the folder '{}': {}", folder, error.message())};
    const bool empty = fs::is_empty(folder, error);
    if (!empty && !fs::exists(fs::path{folder} / backends::kRecordingFile, error))
        throw base::InputError{
            fmt::format("--record: '{}' holds files that no recording made; allowed: a new or an "
                        "empty folder, or one of a recording",
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
