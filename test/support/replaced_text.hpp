#pragma once
// Texts with something changed.

#include <string>
#include <string_view>

#include <gtest/gtest.h>

namespace xdnasim {

/// `text` with its first `part` replaced; fails the test when it has none.
[[nodiscard]] inline std::string replaced(std::string_view text, std::string_view part,
                                          std::string_view replacement) {
    std::string changed{text};
    const std::size_t at = changed.find(part);
    EXPECT_NE(at, std::string::npos) << part;
    if (at != std::string::npos) changed.replace(at, part.size(), replacement);
    return changed;
}

}  // namespace xdnasim
