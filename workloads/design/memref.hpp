#pragma once
// Types of memory: memref<64x32xi16>.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arch/units.hpp"
#include "workloads/design/ir/operation.hpp"

namespace xdnasim::design {

/// How many elements a shape has; the largest number where it has more.
[[nodiscard]] std::int64_t product_of(const std::vector<std::int64_t>& shape);

struct Memref {
    std::vector<std::int64_t> shape;
    int bits = 0;      ///< of an element
    std::string type;  ///< of an element, as it is written: "i16"
    bool operator==(const Memref&) const = default;

    [[nodiscard]] std::int64_t elements() const;
    /// Whole bytes.
    [[nodiscard]] arch::Bytes size() const { return bytes_of(elements()); }
    /// How many fit into `size`.
    [[nodiscard]] std::int64_t elements_in(arch::Bytes size) const;
    /// What `count` elements take.
    [[nodiscard]] arch::Bytes bytes_of(std::int64_t count) const;
};

/// What "!name" stands for where `range` begins with it; else `range`.
[[nodiscard]] ir::Range named_by(const ir::Text& text, ir::Range range, const ir::Aliases& aliases);
/// The type that begins at `range`; nullopt: it is not one of a known size.
[[nodiscard]] std::optional<Memref> find_memref(const ir::Text& text, ir::Range range,
                                                const ir::Aliases& aliases);
/// The first type in `range` that is one of a known size; nullopt: none is.
[[nodiscard]] std::optional<Memref> first_memref(const ir::Text& text, ir::Range range,
                                                 const ir::Aliases& aliases);
/// The last type in `range`, whether its size is known or not: from "memref" or from "!name" on;
/// empty: there is none.
[[nodiscard]] ir::Range last_memref(const ir::Text& text, ir::Range range,
                                    const ir::Aliases& aliases);
/// "memref<?xi32>" at word `i`, with no elements as yet.
[[nodiscard]] std::optional<Memref> find_unsized_memref(const ir::Text& text, std::uint32_t i);
/// find_memref that throws InputError, with the place, where it finds none.
[[nodiscard]] Memref read_memref(const ir::Text& text, ir::Range range, const ir::Aliases& aliases);

/// Do the elements of the memref at `type`, of this shape, lie one behind the other, wherever the
/// first one is? False: not, or it is not known.
[[nodiscard]] bool lies_in_row(const ir::Text& text, ir::Range type,
                               const std::vector<std::int64_t>& shape, const ir::Aliases& aliases);
/// read_memref of memory that is there, not a view of it. Throws InputError, with the place, where
/// its elements do not lie one behind the other from its beginning on.
[[nodiscard]] Memref read_memory(const ir::Text& text, ir::Range range, const ir::Aliases& aliases);

/// Takes "64x32x" off the front of "64x32xi16".
[[nodiscard]] std::vector<std::int64_t> take_shape(std::string_view& text);

/// Bits of an element: "i16", "bf16", "index"; nullopt: not known.
[[nodiscard]] std::optional<int> bits_of(std::string_view type);

}  // namespace xdnasim::design
