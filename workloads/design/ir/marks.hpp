#pragma once
// Names of values that nobody has written: those of one text have to differ, those of a message are
// the ones that are written.

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace xdnasim::ir {

/// Stands in no name that MLIR takes, and in no message. A number follows it.
inline constexpr char kMark = '\x1f';

[[nodiscard]] inline std::string marked(std::string_view name, int number) {
    return fmt::format("{}{}{}", name, kMark, number);
}

/// `text` without marks, and without their numbers.
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
