#pragma once
// JSON read strictly, into the same tree as YAML: what is refused there is refused here, too.

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>

#include "base/node.hpp"

namespace xdnasim::base {

struct JsonLimits {
    std::uintmax_t max_bytes = std::uintmax_t{64} << 20;
    /// A key of the document's map whose value, of any size and depth, must be JSON but is not
    /// kept: it reads as null. Empty: there is none.
    std::string_view skipped_key{};
};

/// For a file whose bulk is skipped.
inline constexpr std::uintmax_t kAnyBytes = std::numeric_limits<std::uintmax_t>::max();

// Each throws InputError "FILE:LINE:COLUMN: what is wrong; what is allowed". A null stays in the
// tree: MapReader::optional_or_null() takes it for a key that is not there.
[[nodiscard]] Node load_json(const std::filesystem::path& file, const JsonLimits& limits = {});
[[nodiscard]] Node parse_json(std::string_view text, const std::string& file_name,
                              const JsonLimits& limits = {});

}  // namespace xdnasim::base
