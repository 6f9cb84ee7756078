// vector.transfer_read and vector.transfer_write: the dimensions of memory along which a vector
// lies, and the treatment of masked lanes and of lanes beyond the end.

#include <algorithm>

#include <fmt/format.h>

#include "workloads/design/affine_map.hpp"
#include "workloads/design/interpreter/compiler.hpp"

namespace xdnasim::design::interpreter {
namespace {

using Dimensions = std::vector<std::optional<std::size_t>>;

/// The words after "`name` ="; empty if there are none.
ir::Range value_of_attribute(const ir::Text& text, const ir::Operation& operation,
                             std::string_view name) {
    for (std::uint32_t i = operation.rest.begin; i + 2 < operation.rest.end; ++i)
        if (text[i].is(name) && text[i + 1].is("=")) return {i + 2, operation.rest.end};
    return {};
}

/// The last `count` of `rank` dimensions.
Dimensions last_dimensions(std::size_t count, std::size_t rank) {
    Dimensions dimensions;
    for (std::size_t i = rank - count; i < rank; ++i)
        dimensions.emplace_back(i);
    return dimensions;
}

/// The dimensions, of memory of `rank` dimensions, that a map such as "(d0, d1) -> (d1, 0)" gives;
/// nullopt if its results are not all dimensions or 0.
std::optional<Dimensions> dimensions_of(const ir::Text& text, const AffineMap& map,
                                        std::size_t rank) {
    if (map.names.size() != rank) return std::nullopt;
    Dimensions dimensions;
    for (const ir::Range& result : map.results) {
        const ir::Token& token = text[result.begin];
        const auto name = std::ranges::find(map.names, token.text);
        if (result.end != result.begin + 1) return std::nullopt;
        if (ir::whole_number(token) == 0)
            dimensions.emplace_back(std::nullopt);
        else if (name != map.names.end())
            dimensions.emplace_back(static_cast<std::size_t>(name - map.names.begin()));
        else
            return std::nullopt;
    }
    return dimensions;
}

/// The dimensions of memory of `rank` dimensions along which the vector's `count` dimensions lie;
/// nullopt if the operation's map is not supported.
std::optional<Dimensions> dimensions_of(const ir::Text& text, const ir::Operation& operation,
                                        const ir::Aliases& aliases, std::size_t count,
                                        std::size_t rank) {
    const ir::Range written = value_of_attribute(text, operation, "permutation_map");
    if (written.empty()) return last_dimensions(count, rank);
    const auto map = find_affine_map(text, written, aliases);
    auto dimensions = map ? dimensions_of(text, *map, rank) : std::nullopt;
    if (!dimensions || dimensions->size() != count) return std::nullopt;
    const bool one_for_several = std::ranges::any_of(
        *dimensions, [](const std::optional<std::size_t>& along) { return !along; });
    if (one_for_several && !operation.is("vector.transfer_read")) return std::nullopt;
    return dimensions;
}

/// Reads "[true, false]". A dimension that is not marked as in bounds is bounded.
std::vector<bool> bounded_dimensions(const ir::Text& text, ir::Range in_bounds,
                                     const Dimensions& dimensions) {
    std::vector<bool> bounded(dimensions.size(), true);
    const auto flags =
        in_bounds.empty() ? std::vector<ir::Range>{} : ir::split(text, ir::inside(text, in_bounds));
    for (std::size_t i = 0; i < bounded.size(); ++i) {
        const bool inside = i < flags.size() && text[flags[i].begin].is("true");
        bounded[i] = dimensions[i].has_value() && !inside;
    }
    return bounded;
}

}  // namespace

/// Compiles "vector.transfer_read %m[%i, %j], %padding, %mask {in_bounds = [true]} :
/// memref<4x8xi32>, vector<8xi32>". A write has no padding.
void Compiler::transfer(const ir::Operation& operation, const std::optional<Memref>& memory,
                        Instruction instruction) {
    const bool reads = operation.is("vector.transfer_read");
    const auto vector = vector_type_in(types_of(operation));
    if (!vector || !memory || operation.generic)
        return unknown(operation.at,
                       fmt::format("{} is supported in pretty form only", operation.name));
    const auto at = indices(first_list(operation));
    const auto names = operands(operation);
    const std::size_t rank = memory->shape.size();
    const std::size_t behind = (reads ? 1U : 2U) + rank;
    const std::size_t least = behind + (reads ? 1 : 0);
    // Memory whose elements are vectors has fewer indices than sizes.
    if (at.size() != rank || vector->shape.size() > rank || names.size() < least ||
        names.size() > least + 1)
        return unknown(
            operation.at,
            fmt::format("{} needs as many indices as its memory has dimensions", operation.name));
    instruction.sources.insert(instruction.sources.end(), at.begin(), at.end());
    LanesInMemory& lanes = instruction.in_memory;
    lanes.extents = vector->shape;
    if (names.size() > least) lanes.mask = use(names.back(), operation.at);
    if (reads) lanes.padding = use(names[behind], operation.at);
    const auto dimensions =
        dimensions_of(text_, operation, draft_.module.aliases, vector->shape.size(), rank);
    if (!dimensions)
        return unknown(operation.at,
                       fmt::format("{} is supported only with maps such as (d0, d1) -> (d1, 0)",
                                   operation.name));
    // A mask has its lanes in the order of the memory's dimensions.
    if (lanes.mask >= 0 && *dimensions != last_dimensions(vector->shape.size(), rank))
        return unknown(operation.at, fmt::format("{} is not supported with both a map and a mask",
                                                 operation.name));
    lanes.dimensions = *dimensions;
    lanes.bounded = bounded_dimensions(text_, value_of_attribute(text_, operation, "in_bounds"),
                                       lanes.dimensions);
    instruction.lanes = vector->lanes;
    add(std::move(instruction));
}

}  // namespace xdnasim::design::interpreter
