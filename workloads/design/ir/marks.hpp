#pragma once
// Names of values that do not occur in the text. A mark keeps them different from all names of the
// text; messages leave it out, so that they show names as they are written.

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace xdnasim::ir {

/// A character that MLIR allows in no name and that no message contains. A number follows it.
inline constexpr char kMark = '\x1f';

[[nodiscard]] inline std::string marked(std::string_view name, int number) {
    return fmt::format("{}{}{}", name, kMark, number);
}

/// Returns `text` without marks and the numbers after them.
[[nodiscard]] inline std::string as_written(std::string_view text) {
    std::string written;
    while (true) {
        const std::size_t mark = text.find(kMark);
        written += text.substr(0, mark);
        if (mark == std::string_view::npos) return written;
        const std::size_t behind = text.find_first_not_of("0123456789", mark + 1);
        text.remove_prefix(std::min(behind, text.size()));
    }
}

}  // namespace xdnasim::ir
