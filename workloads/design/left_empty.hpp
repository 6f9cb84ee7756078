#pragma once
// What error messages say about a template entry that has not been filled in.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "base/node.hpp"

namespace xdnasim::design {

/// ", whose value is empty (ports.yaml:12:3)" if `map` has `key`; "" if it does not. Precondition:
/// the value of `key`, if present, is empty.
[[nodiscard]] inline std::string left_empty(const std::optional<base::Node>& map,
                                            std::string_view key) {
    if (!map) return {};
    const auto& entries = map->entries();
    const auto entry = std::ranges::find(entries, key, &base::Entry::key);
    if (entry == entries.end()) return {};
    return fmt::format(", whose value is empty ({})", base::to_string(entry->place));
}

}  // namespace xdnasim::design
