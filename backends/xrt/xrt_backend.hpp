#pragma once
// The backend that measures: runs an exported design on an NPU, through XRT.

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "backends/backend.hpp"
#include "backends/xrt/npu.hpp"
#include "workloads/schedule/host_memory.hpp"

namespace xdnasim::backends {

struct XrtOptions {
    /// Folder of the design and its manifest, or one that holds such folders, of which each run
    /// takes the one of its problem.
    std::filesystem::path artifacts;
    int runs = 100;                             ///< that are timed, at least 1
    int warmup = 10;                            ///< before them
    std::chrono::milliseconds timeout{10'000};  ///< of each run
};

/// Throws Error with ExitCode::Unavailable when the build has no XRT, InputError when the manifest
/// of one of several designs is damaged.
[[nodiscard]] std::unique_ptr<Backend> make_xrt_backend(XrtOptions options);

// Runs on an NPU, timed by the host's clock.

using schedule::HostMemory;

struct Measurement {
    RepeatedTimes times;
    std::optional<events::TraceWords> trace;  ///< of a run of its own, when the schedule has one
};

/// Opens the NPU and loads the design, in a context of its own.
using OpenNpu = std::function<std::unique_ptr<Npu>()>;

/// Gives the NPU all of `host`, runs the design as often as `options` say, and takes back the
/// outputs of the last run, before which the NPU is given them again. The inputs in `host` are
/// neither written nor read again.
/// A trace is taken from one run before these, in the context of `npu`, which must not have run
/// yet; `open_again` gives that of the others.
[[nodiscard]] Measurement measure(std::unique_ptr<Npu> npu, const OpenNpu& open_again,
                                  const schedule::Schedule& schedule, HostMemory& host,
                                  const XrtOptions& options);

}  // namespace xdnasim::backends
