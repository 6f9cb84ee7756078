#pragma once
// A text as the nodes of a YAML file.

#include <string_view>

#include "base/yaml.hpp"

namespace xdnasim::test {

[[nodiscard]] inline base::Node parse(std::string_view text) {
    return base::parse_yaml(text, "p.yaml");
}

}  // namespace xdnasim::test
