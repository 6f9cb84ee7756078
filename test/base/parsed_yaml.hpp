#pragma once
// A text as the nodes of a YAML file.

#include <string_view>

#include "base/yaml_document.hpp"

namespace xdnasim::test {

[[nodiscard]] inline base::Node parse(std::string_view text) {
    return base::YamlDocument::parse(text, "p.yaml").root();
}

}  // namespace xdnasim::test
