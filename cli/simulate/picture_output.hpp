#pragma once
// `--picture` of `xdnasim simulate`: the array with its streams.

#include <string>

#include "arch/device.hpp"
#include "backends/backend.hpp"
#include "workloads/schedule/schedule.hpp"

namespace xdnasim::cli {

/// Throws InputError for a name that ends neither in .svg nor in .html.
void require_picture_file(const std::string& file);

/// A picture, or a page with it, the `summary`, and where the time of `result` goes. Throws
/// InputError when it cannot be written.
void write_picture(const std::string& file, const schedule::Schedule& schedule,
                   const arch::Device& device, const backends::RunResult& result,
                   const std::string& summary);

}  // namespace xdnasim::cli
