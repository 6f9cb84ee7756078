#pragma once
// `--record` of `xdnasim simulate`: a run as a folder that the backend replay shows again.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::cli {

/// The files that a recording may put into `folder`, which exists. Throws InputError when it holds
/// what no recording put there.
[[nodiscard]] std::vector<std::filesystem::path> recording_files_in(const std::string& folder);

/// Throws InputError.
void write_recording(const std::string& folder, const schedule::Schedule& schedule,
                     const arch::Device& device, const backends::RunResult& result,
                     std::uint64_t seed);

}  // namespace xdnasim::cli
