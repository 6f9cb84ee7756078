#pragma once
// Values that are defined before the region that they belong to.

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design::lowering {

/// The words among `words`, which are those between the name of an operation and its first region,
/// that define values of this region: "%i" and "%sum" of "%i = %c0 to %c4 iter_args(%sum = %zero)",
/// "%i" and "%j" of "(%i, %j) in (4, 4)", and "%x" of "(%x: i32)" unless `is_visible("x")`, since
/// operands may have types, too.
[[nodiscard]] std::vector<std::uint32_t> defined_in_head(
    const ir::Text& text, ir::Range words, const std::function<bool(std::string_view)>& is_visible);

}  // namespace xdnasim::design::lowering
