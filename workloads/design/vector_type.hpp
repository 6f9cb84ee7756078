#pragma once
// Types of vectors: vector<4x16xi32>.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

struct VectorType {
    std::vector<std::int64_t> shape;
    std::string_view element;  ///< element type as written: "i32"

    [[nodiscard]] std::int64_t lanes() const;
    /// Bits of the whole vector; nullopt if the element type is not known.
    [[nodiscard]] std::optional<std::int64_t> bits() const;
};

/// The vector types in `range`, in order: written out, or as an alias "!name".
[[nodiscard]] std::vector<VectorType> vectors_in(const ir::Text& text, ir::Range range,
                                                 const ir::Aliases& aliases);

}  // namespace xdnasim::design
