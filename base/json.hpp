#pragma once
// JSON read strictly, into the same tree as YAML: what is refused there is refused here, too.

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
    /// A key of the document's map whose value may be of any size: it is not kept, and reads as
    /// null. Empty: there is none.
    std::string_view bulk_key{};
    /// A document that is a list is the bulk itself.
    bool bulk_may_be_root = false;
    /// Takes each item of the bulk while the file is read; the bulk must be a list then. Without
    /// it, the bulk must be JSON and no more.
    std::function<void(const Node& item)> take_item{};
};

/// For a file with a bulk.
inline constexpr std::uintmax_t kAnyBytes = std::numeric_limits<std::uintmax_t>::max();

// Each throws InputError "FILE:LINE:COLUMN: what is wrong; what is allowed". A null stays in the
// tree: MapReader::optional_or_null() takes it for a key that is not there.
[[nodiscard]] Node load_json(const std::filesystem::path& file, const JsonReading& reading = {});
[[nodiscard]] Node parse_json(std::string_view text, const std::string& file_name,
                              const JsonReading& reading = {});

}  // namespace xdnasim::base
