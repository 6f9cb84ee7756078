#pragma once
// A YAML file read strictly: one document of plain maps, lists and scalars. What YAML
// allows and configuration does not need is refused with its place: duplicate keys,
// anchors, aliases, merge keys, tags, keys that are not scalars, deep nesting.

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "base/map_reader.hpp"
#include "base/node.hpp"

namespace xdnasim::base {

class YamlDocument {
 public:
    static constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

    /// Throws InputError "FILE:LINE:COLUMN: what is wrong; what is allowed".
    [[nodiscard]] static YamlDocument load(const std::filesystem::path& file);
    [[nodiscard]] static YamlDocument parse(std::string_view text, const std::string& file_name);
    /// The value of a `--set path=text` option; messages name it "--set path".
    [[nodiscard]] static Node parse_setting(const std::string& path, std::string_view text);

    explicit YamlDocument(Node root) : root_{std::move(root)} {}

    [[nodiscard]] const Node& root() const { return root_; }

    /// The same document with the option `--set path=text` applied.
    [[nodiscard]] YamlDocument with(const std::string& path, std::string_view text) const;

 private:
    Node root_;
};

}  // namespace xdnasim::base
