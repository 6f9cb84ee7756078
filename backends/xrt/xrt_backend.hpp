#pragma once
// The backend that measures: runs an exported design on an NPU, through XRT.

#include <chrono>
#include <filesystem>
#include <memory>

#include "backends/backend.hpp"

namespace xdnasim::backends {

struct XrtOptions {
    std::filesystem::path artifacts;            ///< folder of the design and its manifest
    int runs = 100;                             ///< that are timed, at least 1
    int warmup = 10;                            ///< before them
    std::chrono::milliseconds timeout{10'000};  ///< of each run
};

/// Throws Error with ExitCode::Unavailable when the build has no XRT.
[[nodiscard]] std::unique_ptr<Backend> make_xrt_backend(XrtOptions options);

}  // namespace xdnasim::backends
