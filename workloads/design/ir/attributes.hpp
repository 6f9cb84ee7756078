#pragma once
// The attributes that operations of mlir-aie may have.

#include <string_view>
#include <vector>

#include "workloads/design/ir/fields.hpp"

namespace xdnasim::ir {

/// Returns whether `attribute` is known: one that is read, or that changes nothing in a simulation.
/// True for operations whose forms are not known, and for attributes of other dialects, which have
/// a dot in their names.
[[nodiscard]] bool knows_attribute(std::string_view operation, std::string_view attribute);

/// The attributes in braces of `operation`, in pretty or generic form. Never throws.
[[nodiscard]] std::vector<Attribute> attributes_of(const Text& text, const Operation& operation);

}  // namespace xdnasim::ir
