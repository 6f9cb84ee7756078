#pragma once
// Strict YAML reader: one document of plain maps, lists and scalars. It refuses, with the place,
// what configuration files do not need: duplicate keys, anchors, aliases, merge keys, tags, keys
// that are not scalars, deep nesting.

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

// All functions throw InputError "FILE:LINE:COLUMN: what is wrong; what is allowed". `content`:
// what the message about an empty file says is allowed. `known`: texts that have been parsed
// before; a file with one of these texts is not parsed again.
[[nodiscard]] Node load_yaml(const std::filesystem::path& file, std::string_view content = kAnyYaml,
                             std::span<const KnownText> known = {});
[[nodiscard]] Node parse_yaml(std::string_view text, const std::string& file_name,
                              std::string_view content = kAnyYaml);
/// The value of a `--set path=text` option. Messages name it "--set path".
[[nodiscard]] Node parse_setting(const std::string& path, std::string_view text);

/// The value of another option, such as "--device". Messages name the option.
[[nodiscard]] Node parse_option(const std::string& option, std::string_view text);

}  // namespace xdnasim::base
