#pragma once
// Numbered points of a command on a Dask cluster.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace xdnasim::cli {

struct ClusterWork {
    std::string scheduler;  ///< its address
    /// Of xdnasim on a worker. With `--points N,N` behind them it prints what
    /// base::first_line_of_kept() says of `made_by`, then the number of each point,
    /// base::kAfterId, and its line.
    std::vector<std::string> arguments;
    std::string made_by;
};

/// What is called with the number of a point.
struct ClusterTakers {
    std::function<void(std::int64_t, const std::string&)> done;  ///< with its line
    std::function<void(std::int64_t, const std::string&)> lost;  ///< with why no worker can run it
};

/// Runs the points, each of which is taken when it is done. A worker that dies loses nothing.
/// Throws Error (Unavailable) when there is no such scheduler, no python3-distributed or no NPU
/// where one is needed, InputError when the workers have another study, build or devices.
void run_on_cluster(const ClusterWork& work, const std::vector<std::int64_t>& points,
                    const ClusterTakers& take);

}  // namespace xdnasim::cli
