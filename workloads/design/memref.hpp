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

/// Number of elements of a shape, saturating at the largest int64.
[[nodiscard]] std::int64_t product_of(const std::vector<std::int64_t>& shape);

struct Memref {
    std::vector<std::int64_t> shape;
    int bits = 0;      ///< bits of an element
    std::string type;  ///< element type as written: "i16"
    bool operator==(const Memref&) const = default;

    [[nodiscard]] std::int64_t elements() const;
    /// Size in bytes, rounded up to whole ones.
    [[nodiscard]] arch::Bytes size() const { return bytes_of(elements()); }
    /// Number of elements that fit into `size`.
    [[nodiscard]] std::int64_t elements_in(arch::Bytes size) const;
    /// Bytes that `count` elements take.
    [[nodiscard]] arch::Bytes bytes_of(std::int64_t count) const;
};

/// The type that "!name" stands for, through other aliases, too, if `range` begins with an alias;
/// otherwise `range`.
[[nodiscard]] ir::Range named_by(const ir::Text& text, ir::Range range, const ir::Aliases& aliases);
/// The memref that begins at `range`; nullopt if there is none, or its size is not known.
[[nodiscard]] std::optional<Memref> find_memref(const ir::Text& text, ir::Range range,
                                                const ir::Aliases& aliases);
/// The first memref of known size that begins in `range`; nullopt if there is none.
[[nodiscard]] std::optional<Memref> first_memref(const ir::Text& text, ir::Range range,
                                                 const ir::Aliases& aliases);
/// The last memref in `range`, of known size or not, from the word "memref" or from "!name" to the
/// end of `range`; empty if there is none.
[[nodiscard]] ir::Range last_memref(const ir::Text& text, ir::Range range,
                                    const ir::Aliases& aliases);
/// Returns whether a type in `range` is that of memory that holds memory, and not numbers:
/// memref<memref<16xi32>>.
[[nodiscard]] bool holds_memory(const ir::Text& text, ir::Range range, const ir::Aliases& aliases);
/// Reads "memref<?xi32>", "memref<64x?xi32>" or "memref<*xi32>" at word `i`, as a Memref of shape
/// {0}; nullopt if something else is there.
[[nodiscard]] std::optional<Memref> find_unsized_memref(const ir::Text& text, std::uint32_t i);
/// As find_memref, but throws InputError, with the place, where that finds none.
[[nodiscard]] Memref read_memref(const ir::Text& text, ir::Range range, const ir::Aliases& aliases);

/// Returns whether the elements of the memref at `type`, of shape `shape`, are contiguous, wherever
/// the first one lies. False if they are not, or if it is not known.
[[nodiscard]] bool lies_in_row(const ir::Text& text, ir::Range type,
                               const std::vector<std::int64_t>& shape, const ir::Aliases& aliases);
/// As read_memref, for the type of a buffer and not of a view. Throws InputError, with the place,
/// if its elements are not contiguous from the beginning of the memory.
[[nodiscard]] Memref read_memory(const ir::Text& text, ir::Range range, const ir::Aliases& aliases);

/// Removes the shape "64x32x" from the front of "64x32xi16" and returns it.
[[nodiscard]] std::vector<std::int64_t> take_shape(std::string_view& text);

/// Bits of an element of type "i16", "bf16", "index" and so on; nullopt if the type is not known.
[[nodiscard]] std::optional<int> bits_of(std::string_view type);

}  // namespace xdnasim::design
