#pragma once
// The files that the section `design` of a problem file names.

#include <filesystem>
#include <vector>

#include "base/node.hpp"

namespace xdnasim::design {

// Found beside a design where its section does not name others.
inline constexpr const char* kKernelsFile = "kernels.yaml";
inline constexpr const char* kPortsFile = "ports.yaml";

/// Those that are read: the design, its kernels and ports with what these name, instructions and
/// data. What cannot be read names nothing.
[[nodiscard]] std::vector<std::filesystem::path> named_files(const base::Node& section);

/// Those that a run that moves data writes: texts of the section, each with its place.
[[nodiscard]] std::vector<base::Node> named_outputs(const base::Node& section);

}  // namespace xdnasim::design
