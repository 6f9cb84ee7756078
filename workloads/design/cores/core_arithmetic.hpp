#pragma once
// What operations of arith make of whole numbers that are known before the run.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

/// What `operation`, of arith, makes of these operands, as its types wrap and extend them. nullopt:
/// it is not known, or not computed with whole numbers.
[[nodiscard]] std::optional<std::int64_t> computed(const ir::Text& text,
                                                   const ir::Operation& operation,
                                                   const std::vector<std::int64_t>& operands);
/// What "arith.addi" and the like make of two indices.
[[nodiscard]] std::optional<std::int64_t> computed(std::string_view operation, std::int64_t left,
                                                   std::int64_t right);
/// "slt" of an arith.cmpi in either form; empty: it is not written as known here.
[[nodiscard]] std::string_view predicate_of(const ir::Text& text, const ir::Operation& comparison);

}  // namespace xdnasim::design
