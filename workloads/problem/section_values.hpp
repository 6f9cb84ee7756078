#pragma once
// What the sections of a problem file have in common: limits, defaults, names.

#include <cstdint>
#include <string>

#include "xdnasim/arch/yaml_document.hpp"

namespace xdnasim::problem {

/// Of every size that a problem states.
inline constexpr std::int64_t kMaxExtent = std::int64_t{1} << 20;
inline constexpr std::int64_t kMaxCyclesPerCall = 1'000'000'000;
/// Of object FIFOs.
inline constexpr int kDefaultDepth = 2;

/// Throws InputError for one that is too long for a line.
[[nodiscard]] std::string read_name(const arch::YamlNode& node);

}  // namespace xdnasim::problem
