#pragma once
// What attributes operations of mlir-aie may have.

#include <string_view>
#include <vector>

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::ir {

/// Is `attribute` one that somebody reads, or that changes nothing here? true for operations whose
/// forms are not known, and for attributes of other dialects, which have a dot in their names.
[[nodiscard]] bool knows_attribute(std::string_view operation, std::string_view attribute);

/// Those in braces, of either form of `operation`; never throws.
[[nodiscard]] std::vector<Attribute> attributes_of(const Text& text, const Operation& operation);

}  // namespace xdnasim::ir
