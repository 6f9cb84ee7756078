#pragma once
// Suggestions for misspelt names.

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace xdnasim::base {

/// The candidate closest to `name`, the first of several; nullopt when none is close
/// enough to be what was meant: at most max(2, length/3) letters, and no more than `max_changes`,
/// inserted, dropped, changed or swapped, whatever their case, and something of the name left.
/// Closer than all is one that a name with hyphens abbreviates word by word: "column-major" for
/// "col-major".
[[nodiscard]] std::optional<std::string> nearest(
    std::string_view name, std::span<const std::string> candidates,
    std::size_t max_changes = std::numeric_limits<std::size_t>::max());

/// "a, b or c"
[[nodiscard]] std::string joined_alternatives(std::span<const std::string> names);

/// "; did you mean 'size' or 'tile'?"; "" when there are none.
[[nodiscard]] std::string did_you_mean(std::span<const std::string> names);

/// "'tyle' is not known here; did you mean 'tile'? allowed: size, tile"
[[nodiscard]] std::string unknown_name(std::string_view name, std::span<const std::string> allowed);

/// did_you_mean() of the nearest candidate, or else of the longest to which `name` adds words with
/// underscores, or else of those that begin with `name`, when that has two letters or more and
/// begins four candidates at most.
[[nodiscard]] std::string suggestion(std::string_view name,
                                     std::span<const std::string> candidates);

}  // namespace xdnasim::base
