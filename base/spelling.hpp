#pragma once
// Suggestions for misspelt names.

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace xdnasim::base {

/// The candidate closest to `name`, the first of several equally close; nullopt if none is close
/// enough. Close enough means at most max(2, length of name / 3) insertions, deletions,
/// substitutions and swaps of letters, at most `max_changes`, and fewer than either name has
/// letters; case is ignored. A candidate that a name with hyphens abbreviates word by word takes
/// precedence: "column-major" for "col-major".
[[nodiscard]] std::optional<std::string> nearest(
    std::string_view name, std::span<const std::string> candidates,
    std::size_t max_changes = std::numeric_limits<std::size_t>::max());

/// "a, b or c"
[[nodiscard]] std::string joined_alternatives(std::span<const std::string> names);

/// "; did you mean 'size' or 'tile'?"; "" if `names` is empty.
[[nodiscard]] std::string did_you_mean(std::span<const std::string> names);

/// "'tyle' is not known here; did you mean 'tile'? allowed: size, tile"
[[nodiscard]] std::string unknown_name(std::string_view name, std::span<const std::string> allowed);

/// did_you_mean() of the nearest candidate; else of the longest candidate that `name` continues
/// with an underscore ("read" for "read_gbps"); else of the candidates that begin with `name`, if
/// it has at least two letters and there are at most four such candidates; else "".
[[nodiscard]] std::string suggestion(std::string_view name,
                                     std::span<const std::string> candidates);

}  // namespace xdnasim::base
