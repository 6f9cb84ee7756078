#pragma once
// `--picture` of `xdnasim simulate`: a picture of the array with its streams.

#include <string>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::cli {

/// Throws InputError if the name ends neither in .svg nor in .html.
void require_picture_file(const std::string& file);

/// Writes the picture (.svg), or a page (.html) with the picture, the `summary` and a chart of
/// where the time of `result` goes. Throws InputError if the file cannot be written.
void write_picture(const std::string& file, const schedule::Schedule& schedule,
                   const arch::Device& device, const backends::RunResult& result,
                   const std::string& summary);

}  // namespace xdnasim::cli
