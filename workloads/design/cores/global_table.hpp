#pragma once
// Initial contents of memref.globals of whole numbers.

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "workloads/design/draft.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

struct GlobalTable {
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> values;  ///< in row-major order
};

/// Returns whether the memref.global is marked as constant.
[[nodiscard]] bool is_constant(const ir::Text& text, const ir::Operation& global);

/// The tables of a design. Each is read once.
class GlobalTables {
 public:
    explicit GlobalTables(const Draft& draft) : draft_{draft} {}

    /// The table of a memref.global; nullopt if it is not of whole numbers, too large, or in an
    /// unknown notation.
    [[nodiscard]] const std::optional<GlobalTable>& of(const ir::Operation& global);

 private:
    const Draft& draft_;
    std::map<const ir::Operation*, std::optional<GlobalTable>> tables_;
};

}  // namespace xdnasim::design
