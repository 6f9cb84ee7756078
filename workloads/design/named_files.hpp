#pragma once
// The files that the section `design` of a problem file names.

#include <filesystem>
#include <string_view>
#include <vector>

#include "base/node.hpp"
#include "base/read_files.hpp"

namespace xdnasim::design {

// Found beside a design where its section does not name others.
inline constexpr const char* kKernelsFile = "kernels.yaml";
inline constexpr const char* kPortsFile = "ports.yaml";

/// Those that are read: the design, its kernels and ports with what these name, instructions and
/// data. What cannot be read names nothing.
/// `read` holds what sections before have named, so that no file is read twice.
[[nodiscard]] std::vector<std::filesystem::path> named_files(const base::Node& section,
                                                             base::ReadFiles& read);

/// May `value` at the dotted path `key` of the section change which files these are?
[[nodiscard]] bool may_name_files(std::string_view key, const base::Node& value);

/// Those that a run that moves data writes: texts of the section, each with its place.
[[nodiscard]] std::vector<base::Node> named_outputs(const base::Node& section);

}  // namespace xdnasim::design
