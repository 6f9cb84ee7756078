#pragma once
// `--record` of `xdnasim simulate`: a run as a folder that the backend replay shows again.

#include <cstdint>
#include <string>

#include "xdnasim/arch/device.hpp"
#include "xdnasim/backends/backend.hpp"
#include "xdnasim/workloads/schedule/schedule.hpp"

namespace xdnasim::cli {

/// Makes the folder. Throws InputError when it cannot be made or written to.
void require_recording_folder(const std::string& folder);

/// Throws InputError.
void write_recording(const std::string& folder, const schedule::Schedule& schedule,
                     const arch::Device& device, const backends::RunResult& result,
                     std::uint64_t seed);

}  // namespace xdnasim::cli
