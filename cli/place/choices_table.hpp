#pragma once
// What `xdnasim place --set` chooses.

#include <string>
#include <vector>

#include "workloads/placement/choices.hpp"

namespace xdnasim::cli {

/// Of KEY=VALUE: `links`, `memory`, `locks`, `length`, `mem_tiles`, `packets_per_channel` and
/// `weights.KEY`. Throws InputError for an unknown key or a value that is not allowed.
[[nodiscard]] placement::Choices choices_of(const std::vector<std::string>& settings);

}  // namespace xdnasim::cli
