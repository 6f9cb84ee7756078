#pragma once
// Tasks in processes side by side.

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/kept_results.hpp"

namespace xdnasim::base {

struct Task {
    std::string id;                    ///< no other task has it; without tabs
    std::function<std::string()> run;  ///< its result is one line
};

/// The results, in the order of `tasks`. SystemC knows only one simulation at a time, so that every
/// task runs in a process, of which there are `processes`. `on_done` is called with the number of
/// tasks that are done; it may be empty. A process that is ended from outside loses nothing. Throws
/// InputError when results cannot be kept, with file:line where the file is not what a run has
/// written, and when a task throws; Error (Unavailable) when there can be no more processes.
[[nodiscard]] std::vector<std::string> run_side_by_side(
    std::span<const Task> tasks, unsigned processes, const std::optional<Keep>& keep,
    const std::function<void(std::size_t)>& on_done);

}  // namespace xdnasim::base
