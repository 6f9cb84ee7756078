#include "xdnasim/cli/record_output.hpp"

#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "xdnasim/arch/error.hpp"
#include "xdnasim/backends/replay/recording.hpp"
#include "xdnasim/cli/output.hpp"

namespace xdnasim::cli {

void require_recording_folder(const std::string& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw arch::InputError{
            fmt::format("--record: cannot make the folder '{}': {}", folder, error.message())};
    require_writable(std::filesystem::path{folder} / backends::kRecordingFile);
}

void write_recording(const std::string& folder, const schedule::Schedule& schedule,
                     const arch::Device& device, const backends::RunResult& result,
                     std::uint64_t seed) {
    for (const auto& [name, content] : backends::recording_files(schedule, device, result, seed))
        write_file(std::filesystem::path{folder} / name, content);
}

}  // namespace xdnasim::cli
