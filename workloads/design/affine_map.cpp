#include "workloads/design/affine_map.hpp"

#include <algorithm>

namespace xdnasim::design {

std::optional<AffineMap> find_affine_map(const ir::Text& text, ir::Range range,
                                         const ir::Aliases& aliases) {
    std::uint32_t i = range.begin;
    if (i + 1 >= range.end) return std::nullopt;
    if (text[i].is("#")) {
        const auto alias = aliases.find(text[i + 1].text);
        return alias == aliases.end() ? std::nullopt : find_affine_map(text, alias->second, {});
    }
    if (!text[i].is("affine_map") || !text[i + 1].is("<")) return std::nullopt;
    AffineMap map;
    const std::uint32_t end = text[i + 1].partner;
    for (i += 2; i < end && text[i].opens(); i = text[i].partner + 1)
        for (const ir::Range& name : ir::split(text, {i + 1, text[i].partner})) {
            map.names.push_back(text[name.begin].text);
            if (text[i].is("(")) ++map.dimensions;
        }
    if (i + 1 >= end || !text[i].is("->") || !text[i + 1].is("(")) return std::nullopt;
    map.results = ir::split(text, {i + 2, text[i + 1].partner});
    return map;
}

bool is_affine(const ir::Text& text, const AffineMap& map, ir::Range result) {
    bool affine = true;
    // An expression's value here is whether it contains a dimension.
    const auto leaf = [&](const ir::Token& token) {
        return std::ranges::find(map.names, token.text) - map.names.begin() <
               static_cast<std::ptrdiff_t>(map.dimensions);
    };
    const auto of_two = [&](std::string_view function, bool left, bool right) {
        if (function == "arith.muli") affine = affine && !(left && right);
        if (function == "arith.floordivsi" || function == "arith.ceildivsi")
            affine = affine && !right;
        return left || right;
    };
    static_cast<void>(
        AffineExpression<bool, decltype(leaf), decltype(of_two)>{text, leaf, of_two}.read(result));
    return affine;
}

std::optional<AffineMap> map_of(const ir::Text& text, const ir::Operation& operation,
                                const ir::Aliases& aliases) {
    for (std::uint32_t i = operation.rest.begin; i < operation.rest.end; ++i)
        if (auto map = find_affine_map(text, {i, operation.rest.end}, aliases)) return map;
    return std::nullopt;
}

}  // namespace xdnasim::design
