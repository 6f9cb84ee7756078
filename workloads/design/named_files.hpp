#pragma once
// The files that the section `design` of a problem file refers to.

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/node.hpp"
#include "base/read_files.hpp"

namespace xdnasim::design {

// Names of the files that are read from the design's folder if the section does not name others.
inline constexpr const char* kKernelsFile = "kernels.yaml";
inline constexpr const char* kPortsFile = "ports.yaml";

/// The files that are read for the section: the design, its kernels and ports with the files that
/// these name, instructions and data. A file that cannot be read adds no further ones. `read`: the
/// files read for earlier sections, so that none is read twice.
[[nodiscard]] std::vector<std::filesystem::path> named_files(const base::Node& section,
                                                             base::ReadFiles& read);

/// Returns whether `value` at the dotted path `key` of the section can change the result of
/// named_files().
[[nodiscard]] bool may_name_files(std::string_view key, const base::Node& value);

/// The files that a run with data writes, as the nodes of the section that name them.
[[nodiscard]] std::vector<base::Node> named_outputs(const base::Node& section);

}  // namespace xdnasim::design
