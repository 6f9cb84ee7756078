#pragma once
// Names as they are written in a text. `name`: the text of a Symbol or a String (Token::text).

#include <string>
#include <string_view>

namespace xdnasim::ir {

/// @in, or @"of-in" if the name needs quotes.
[[nodiscard]] std::string written_symbol(std::string_view name);

/// The name in quotes, with escapes.
[[nodiscard]] std::string written_string(std::string_view name);

/// The name of a value, without the %, that is made of `name`: characters that only a name in
/// quotes may have become underscores, so that different names may give the same one.
[[nodiscard]] std::string value_name(std::string_view name);

}  // namespace xdnasim::ir
