#pragma once
// Tasks that run in parallel processes.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/kept_results.hpp"

namespace xdnasim::base {

struct Task {
    std::string id;                    ///< unique among the tasks; without tabs
    std::function<std::string()> run;  ///< computes the result, which is one line
};

/// Runs all tasks and returns their results, in the order of `tasks`. The tasks run in `processes`
/// child processes, since SystemC allows only one simulation at a time in a process. Tasks whose
/// results `keep` already has are not run. `on_done`: called with the number of tasks done so far;
/// may be empty. If a process is killed, another one takes over its remaining tasks. Throws
/// InputError if results cannot be kept (with file:line if the file is not one that a run has
/// written), if a task throws, or if kMostDeaths processes were killed at the same task; Error
/// (Unavailable) if no more processes can be created.
[[nodiscard]] std::vector<std::string> run_side_by_side(
    std::span<const Task> tasks, unsigned processes, const std::optional<Keep>& keep,
    const std::function<void(std::size_t)>& on_done);

}  // namespace xdnasim::base
