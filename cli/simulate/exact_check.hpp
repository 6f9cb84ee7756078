#pragma once
// `--exact-check` of `xdnasim simulate`: the same run, in full.

#include <cstddef>

#include "backends/backend.hpp"

namespace xdnasim::cli {

/// How many figures of the JSON were compared, those of the machine apart. Throws Error with the
/// first that differs.
std::size_t require_equal(const backends::RunResult& skipping, const backends::RunResult& full);

}  // namespace xdnasim::cli
