#include "base/parameters/kinds.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace xdnasim::parameters {

std::string Whole::text() const {
    return fmt::format("whole numbers from {} to {}", min, max);
}

std::string Number::text() const {
    return fmt::format("numbers from {} to {}", min, max);
}

std::string Name::text() {
    return fmt::format("a name of up to {} bytes", kMaxBytes);
}

std::string Name::read_text(const base::Node& node) {
    const std::string& name = node.as_string();
    if (name.size() > kMaxBytes)
        node.fail(fmt::format("a name of {} bytes; allowed: up to {}", name.size(), kMaxBytes));
    const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' '; };
    if (std::ranges::any_of(name, is_control))
        node.fail("a name of several lines, or with tabs; allowed: text on one line");
    return name;
}

}  // namespace xdnasim::parameters
