#pragma once
// The backend that measures: it runs an exported design on an NPU through XRT.

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
    /// Folder of the design and its manifest, or a folder of such folders, from which each run
    /// takes the one of its problem.
    std::filesystem::path artifacts;
    int runs = 100;                             ///< number of timed runs, at least 1
    int warmup = 10;                            ///< number of runs before the timed ones
    std::chrono::milliseconds timeout{10'000};  ///< timeout of each run
};

/// Makes the backend. Throws Error with ExitCode::Unavailable if the build has no XRT, and
/// InputError if the manifest of one of several designs is damaged.
[[nodiscard]] std::unique_ptr<Backend> make_xrt_backend(XrtOptions options);

// Runs on an NPU, timed by the host's clock.

using schedule::HostMemory;

struct Measurement {
    RepeatedTimes times;
    std::optional<events::TraceWords> trace;  ///< from a separate run; nullopt: not traced
};

/// Opens the NPU and loads the design into a new context.
using OpenNpu = std::function<std::unique_ptr<Npu>()>;

/// Writes all buffers of `host` to the NPU, runs the design as often as `options` say, and reads
/// the outputs of the last run back into `host`; before the last run it writes the outputs to the
/// NPU once more. After the first write, the inputs in `host` are neither written nor read.
/// A trace is taken from one run before these, in the context of `npu`, which must not have run
/// yet; the other runs use a context from `open_again`.
[[nodiscard]] Measurement measure(std::unique_ptr<Npu> npu, const OpenNpu& open_again,
                                  const schedule::Schedule& schedule, HostMemory& host,
                                  const XrtOptions& options);

}  // namespace xdnasim::backends
