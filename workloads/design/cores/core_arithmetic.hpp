#pragma once
// Arithmetic on whole numbers that are known before the run.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

/// Result of `operation`, of the arith dialect, on these operands. The types of the operation
/// determine wrapping and extension. nullopt if the operation is not known, or not on whole
/// numbers.
[[nodiscard]] std::optional<std::int64_t> computed(const ir::Text& text,
                                                   const ir::Operation& operation,
                                                   const std::vector<std::int64_t>& operands);
/// Result of a binary operation such as "arith.addi" on two indices.
[[nodiscard]] std::optional<std::int64_t> computed(std::string_view operation, std::int64_t left,
                                                   std::int64_t right);
/// The predicate of an arith.cmpi, such as "slt", in pretty or generic form; empty if its notation
/// is unknown.
[[nodiscard]] std::string_view predicate_of(const ir::Text& text, const ir::Operation& comparison);

}  // namespace xdnasim::design
