#pragma once
// Copies of a text's operations to another place, with other names for values.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design::lowering {

/// New names of values, without the %.
using Names = std::map<std::string_view, std::string, std::less<>>;

/// The first word of an operation: that of its results, if it has any.
[[nodiscard]] std::uint32_t begin_of(const ir::Text& text, const ir::Operation& operation);

/// Words begin..end-1 with new names for values, in lines as in the text.
[[nodiscard]] std::string copied(const ir::Text& text, ir::Range range, const Names& names);

/// The arguments "%a : memref<4xi32>, ..." in the first parentheses after an operation's name.
[[nodiscard]] ir::Range arguments_of(const ir::Text& text, const ir::Operation& operation);

/// The value at the beginning of each of `arguments`.
[[nodiscard]] std::vector<std::string_view> values_of(const ir::Text& text, ir::Range arguments);

}  // namespace xdnasim::design::lowering
