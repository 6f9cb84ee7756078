#pragma once
// Suggestions for misspelt names.

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace xdnasim::base {

/// The candidate closest to `name`, the first of several; nullopt when none is close
/// enough to be what was meant: at most max(2, length/3) letters inserted, dropped,
/// changed or swapped, whatever their case, and something of the name left.
[[nodiscard]] std::optional<std::string> nearest(std::string_view name,
                                                 std::span<const std::string> candidates);

/// "; did you mean 'tile'?" or "" when no candidate is close.
[[nodiscard]] std::string suggestion(std::string_view name,
                                     std::span<const std::string> candidates);

}  // namespace xdnasim::base
