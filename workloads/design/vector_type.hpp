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
    std::string_view element;  ///< as it is written: "i32"

    [[nodiscard]] std::int64_t lanes() const;
    /// nullopt: those of an element are not known.
    [[nodiscard]] std::optional<std::int64_t> bits() const;
};

/// Those in the words of `range`, in their order: written out, or "!name" for one.
[[nodiscard]] std::vector<VectorType> vectors_in(const ir::Text& text, ir::Range range,
                                                 const ir::Aliases& aliases);

}  // namespace xdnasim::design
