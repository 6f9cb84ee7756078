#pragma once
// Strict JSON reader. It produces the same tree as the YAML reader and refuses the same: duplicate
// and empty keys, deep nesting, too many values, text that is not UTF-8.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <limits>
#include <string>
#include <string_view>

#include "base/node.hpp"

namespace xdnasim::base {

struct JsonReading {
    std::uintmax_t max_bytes = std::uintmax_t{64} << 20;
    /// A key of the document's map whose value, the bulk, may have any size: it is not kept, and
    /// is null in the tree. Empty: no such key.
    std::string_view bulk_key{};
    /// Whether a document that is a list is the bulk itself.
    bool bulk_may_be_root = false;
    /// Receives each item of the bulk while the file is read; the bulk must then be a list. If
    /// empty, the bulk may be any valid JSON.
    std::function<void(const Node& item)> take_item{};
};

/// JsonReading::max_bytes of a file of any size, such as one with a bulk.
inline constexpr std::uintmax_t kAnyBytes = std::numeric_limits<std::uintmax_t>::max();

// Both functions throw InputError "FILE:LINE:COLUMN: what is wrong; what is allowed". A null stays
// in the tree; MapReader::optional_or_null() treats it like a missing key.
[[nodiscard]] Node load_json(const std::filesystem::path& file, const JsonReading& reading = {});
[[nodiscard]] Node parse_json(std::string_view text, const std::string& file_name,
                              const JsonReading& reading = {});

}  // namespace xdnasim::base
