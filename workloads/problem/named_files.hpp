#pragma once
// The files that a problem file names.

#include <filesystem>
#include <vector>

#include "base/node.hpp"
#include "base/read_files.hpp"
#include "workloads/problem/problem.hpp"

namespace xdnasim::problem {

/// The device file that `node` names. A relative path is relative to `folder`, that of the problem
/// file, but to the current folder if it is given by `--set`. Throws InputError.
[[nodiscard]] std::filesystem::path device_file(const base::Node& node,
                                                const std::filesystem::path& folder);

/// The device file of the problem `root` and the files that it extends; empty if they cannot be
/// read. Relative paths are relative to `folder`.
[[nodiscard]] std::vector<std::filesystem::path> files_of_device(
    const base::Node& root, const std::filesystem::path& folder);

/// Files that the problem's workload reads, and the files that these name. Files that cannot be
/// read name none.
[[nodiscard]] std::vector<std::filesystem::path> files_of_workload(const base::Node& root);
/// As above; `read` keeps files, so that those that several problems name are read only once.
[[nodiscard]] std::vector<std::filesystem::path> files_of_workload(const base::Node& root,
                                                                   base::ReadFiles& read);

/// Files that the problem's workload writes in a run that moves data: texts of the problem, each
/// with its position.
[[nodiscard]] std::vector<base::Node> outputs_of_workload(const base::Node& root);

// Can a setting of a problem change the list of these files?
[[nodiscard]] bool may_name_device(const Setting& setting);
[[nodiscard]] bool may_name_files_of_workload(const Setting& setting);

}  // namespace xdnasim::problem
