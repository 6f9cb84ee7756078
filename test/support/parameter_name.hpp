#pragma once
// Names of tests that have a text for a parameter, such as a device.

#include <algorithm>
#include <string>

namespace xdnasim {

/// GoogleTest takes letters, numbers and underscores.
[[nodiscard]] inline std::string without_dashes(std::string text) {
    std::ranges::replace(text, '-', '_');
    return text;
}

/// The last argument of INSTANTIATE_TEST_SUITE_P.
struct NamedAfterParameter {
    template <class Info>
    [[nodiscard]] std::string operator()(const Info& info) const {
        return without_dashes(info.param);
    }
};

}  // namespace xdnasim
