#pragma once
// `--record` of `xdnasim simulate`: writes a run to a folder, from which the backend replay can
// return its result.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::cli {

/// Paths of all files that a recording may write to `folder`. Throws InputError if the folder holds
/// files and is not a recording. Precondition: the folder exists.
[[nodiscard]] std::vector<std::filesystem::path> recording_files_in(const std::string& folder);

/// Writes a recording to `folder`, which exists. `seed`: seed of the run's input data. Throws
/// InputError if a file cannot be written.
void write_recording(const std::string& folder, const schedule::Schedule& schedule,
                     const arch::Device& device, const backends::RunResult& result,
                     std::uint64_t seed);

}  // namespace xdnasim::cli
