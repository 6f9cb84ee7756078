#pragma once
// Running the numbered points of a command on a Dask cluster.

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace xdnasim::cli {

struct ClusterWork {
    std::string scheduler;  ///< address of the scheduler
    /// Arguments of xdnasim on a worker. With `--points N,N` appended, it prints the line
    /// base::first_line_of_kept(made_by), then for each point its number, base::kAfterId, and its
    /// line.
    std::vector<std::string> arguments;
    std::string made_by;  ///< fingerprint of the study, the build and the device files
};

/// Functions that are called with the number of a point and a text.
struct ClusterTakers {
    std::function<void(std::int64_t, const std::string&)> done;  ///< text: the point's line
    std::function<void(std::int64_t, const std::string&)> lost;  ///< text: why no worker can run it
};

/// Runs the points, and calls `take` as soon as one is done. If a worker dies, its points run on
/// other workers. Throws Error (Unavailable) if there is no such scheduler, no python3-distributed
/// or no NPU although one is needed, and InputError if the workers have another study, build or
/// device files.
void run_on_cluster(const ClusterWork& work, const std::vector<std::int64_t>& points,
                    const ClusterTakers& take);

}  // namespace xdnasim::cli
