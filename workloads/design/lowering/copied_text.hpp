#pragma once
// Operations of a text, written again at another place of it with other values.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design::lowering {

/// What is written for a value, without its %.
using Names = std::map<std::string_view, std::string, std::less<>>;

/// The first word of an operation: that of its results, where it has some.
[[nodiscard]] std::uint32_t begin_of(const ir::Text& text, const ir::Operation& operation);

/// Words begin..end-1 with other names for values, in lines as they are written.
[[nodiscard]] std::string copied(const ir::Text& text, ir::Range range, const Names& names);

/// "%a : memref<4xi32>, ..." between the first parentheses behind an operation's name.
[[nodiscard]] ir::Range arguments_of(const ir::Text& text, const ir::Operation& operation);

/// The value with which each of `arguments` begins.
[[nodiscard]] std::vector<std::string_view> values_of(const ir::Text& text, ir::Range arguments);

}  // namespace xdnasim::design::lowering
