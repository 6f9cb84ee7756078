#pragma once
// What a memref.global of whole numbers holds at the beginning.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "workloads/design/draft.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

struct GlobalTable {
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> values;  ///< row by row
};

/// Does the memref.global `global` say that nothing writes it?
[[nodiscard]] bool is_constant(const ir::Text& text, const ir::Operation& global);

/// The tables of a design, each read once.
class GlobalTables {
 public:
    explicit GlobalTables(const Draft& draft) : draft_{draft} {}

    /// nullopt: `global` is not of whole numbers, too large, or not written as known here.
    [[nodiscard]] const std::optional<GlobalTable>& of(const ir::Operation& global);

 private:
    const Draft& draft_;
    std::map<const ir::Operation*, std::optional<GlobalTable>> tables_;
};

}  // namespace xdnasim::design
