#pragma once
// Replacement of a part of a text.

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace xdnasim {

/// Returns `text` with the first occurrence of `part` replaced; the test fails if there is none.
[[nodiscard]] inline std::string replaced(std::string_view text, std::string_view part,
                                          std::string_view replacement) {
    std::string changed{text};
    const std::size_t at = changed.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    if (at != std::string::npos) changed.replace(at, part.size(), replacement);
    return changed;
}

}  // namespace xdnasim
