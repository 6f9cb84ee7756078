#pragma once
// The files that a problem file names.

#include <filesystem>
#include <vector>

#include "base/node.hpp"
#include "base/read_files.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::problem {

/// The device file that `node` names. A relative path counts from `folder`, that of the problem
/// file; one given by `--set` counts from the caller's. Throws InputError.
[[nodiscard]] std::filesystem::path device_file(const base::Node& node,
                                                const std::filesystem::path& folder);

/// The file of the device of the problem `root`, and those that it extends; none when they cannot
/// be read. Relative paths count from `folder`.
[[nodiscard]] std::vector<std::filesystem::path> files_of_device(
    const base::Node& root, const std::filesystem::path& folder);

/// Those that its workload reads, with what they name themselves. What cannot be read names
/// nothing.
[[nodiscard]] std::vector<std::filesystem::path> files_of_workload(const base::Node& root);
/// As that; of problems that name the same files, each is read once.
[[nodiscard]] std::vector<std::filesystem::path> files_of_workload(const base::Node& root,
                                                                   base::ReadFiles& read);

/// Those that its workload writes in a run that moves data: texts of the problem, each with its
/// place.
[[nodiscard]] std::vector<base::Node> outputs_of_workload(const base::Node& root);

// May a setting of a problem change which files these are?
[[nodiscard]] bool may_name_device(const Setting& setting);
[[nodiscard]] bool may_name_files_of_workload(const Setting& setting);

}  // namespace xdnasim::problem
