#pragma once
// Names for parameterised tests whose parameter is a text, such as a device's name.

#include <algorithm>
#include <string>

namespace xdnasim {

/// Replaces dashes by underscores: GoogleTest allows only letters, digits and underscores.
[[nodiscard]] inline std::string without_dashes(std::string text) {
    std::ranges::replace(text, '-', '_');
    return text;
}

/// Last argument of INSTANTIATE_TEST_SUITE_P that names each test after its parameter.
struct NamedAfterParameter {
    template <class Info>
    [[nodiscard]] std::string operator()(const Info& info) const {
        return without_dashes(info.param);
    }
};

}  // namespace xdnasim
