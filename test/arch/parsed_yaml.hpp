#pragma once
// A text as the nodes of a YAML file.

#include <string_view>

#include "xdnasim/arch/yaml_document.hpp"

namespace xdnasim::arch::test {

[[nodiscard]] inline YamlNode parse(std::string_view text) {
    return YamlDocument::parse(text, "p.yaml").root();
}

}  // namespace xdnasim::arch::test
