#pragma once
// Texts parsed as YAML files.

#include <string>
#include <string_view>

#include "base/yaml.hpp"

namespace xdnasim::test {

[[nodiscard]] inline base::Node parse(std::string_view text) {
    return base::parse_yaml(text, "p.yaml");
}

/// Returns `root` with the option `--set path=text` applied.
[[nodiscard]] inline base::Node with_setting(const base::Node& root, const std::string& path,
                                             std::string_view text) {
    return root.with(path, base::parse_setting(path, text));
}

}  // namespace xdnasim::test
