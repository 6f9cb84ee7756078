#pragma once
// A file that is not JSON, for its reader.

#include <filesystem>

#include <nlohmann/json.hpp>

#include "base/error.hpp"

namespace xdnasim::recording {

/// "FILE:LINE:COLUMN: not valid JSON: " and what was expected there.
[[nodiscard]] base::InputError json_fault(const std::filesystem::path& file,
                                          const nlohmann::json::parse_error& error);

}  // namespace xdnasim::recording
