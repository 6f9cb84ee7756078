#pragma once
// The text of one YAML document as a tree. See yaml.hpp for what is refused.

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/node.hpp"
#include "base/place.hpp"

namespace xdnasim::base {

/// What the places of values name.
enum class Lines : std::uint8_t {
    Named,  ///< source, line and column
    None,   ///< the source alone
};

/// Nullopt: there is no document in it. Throws InputError with the place of what it refuses.
[[nodiscard]] std::optional<Node> read_yaml(std::string_view text, const Source& source,
                                            Lines lines);

}  // namespace xdnasim::base
