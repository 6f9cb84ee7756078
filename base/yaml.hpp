#pragma once
// YAML read strictly: one document of plain maps, lists and scalars. What YAML allows and
// configuration does not need is refused with its place: duplicate keys, anchors, aliases, merge
// keys, tags, keys that are not scalars, deep nesting.

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "base/known_text.hpp"
#include "base/map_reader.hpp"
#include "base/node.hpp"

namespace xdnasim::base {

inline constexpr std::uintmax_t kMaxYamlBytes = std::uintmax_t{1} << 20;

inline constexpr std::string_view kAnyYaml = "allowed: a YAML value";

// Each throws InputError "FILE:LINE:COLUMN: what is wrong; what is allowed". `content` is what is
// said to belong into a file that is empty. A file that says one of the texts `known` is not read
// again.
[[nodiscard]] Node load_yaml(const std::filesystem::path& file, std::string_view content = kAnyYaml,
                             std::span<const KnownText> known = {});
[[nodiscard]] Node parse_yaml(std::string_view text, const std::string& file_name,
                              std::string_view content = kAnyYaml);
/// The value of a `--set path=text` option; messages name it "--set path".
[[nodiscard]] Node parse_setting(const std::string& path, std::string_view text);

/// The value of an option of its own, such as "--device", which messages name.
[[nodiscard]] Node parse_option(const std::string& option, std::string_view text);

}  // namespace xdnasim::base
